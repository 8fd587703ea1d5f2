import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  neutral: 'border-line bg-sunken text-ink',
  good: 'border-good/30 bg-good-wash text-good',
  warn: 'border-warn/30 bg-warn-wash text-warn',
  bad: 'border-bad/30 bg-bad-wash text-bad',
  accent: 'border-accent/30 bg-accent-wash text-accent',
};

/** A short state in a box: 'INSTOCK', 'Admin', 'Pending'. The words carry the
 * meaning, the tone only supports it. */
export function Badge({
  tone = 'neutral',
  wraps = false,
  className,
  title,
  children,
}: {
  tone?: keyof typeof tones;
  /** Whether its text may wrap, for example if it contains a long amount. */
  wraps?: boolean;
  className?: string;
  /** An explanation shown on hover. */
  title?: string;
  children: ReactNode;
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex min-h-6 shrink-0 items-center rounded-md border px-2 text-xs font-semibold',
        wraps ? 'max-w-full' : 'whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
