import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A box to check, or one of several to choose from (`radio`), with its words beside
 * it; `className` is the label's. */
export const CheckField = ({ className, children, type = 'checkbox', ...input }: ComponentProps<'input'>) => (
  <label className={classNames('flex min-w-0 items-center gap-3', className)}>
    <input type={type} className="size-4 shrink-0 accent-accent" {...input} />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
);
