import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface FieldProps {
  label: string;
  /** The validation error. Shown in red under the field and linked to it for screen readers. */
  error?: string | undefined;
  /** A short help text under the label. */
  hint?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
}

const controlClasses = classNames(
  'block w-full rounded-md border bg-surface px-3 text-base text-ink',
  'border-line-strong hover:border-ink',
  'aria-invalid:border-bad aria-invalid:outline-bad disabled:bg-sunken disabled:text-ink-soft',
);

// Not for selects, which always match `read-only`.
const readOnlyClasses = 'read-only:bg-sunken read-only:text-ink-soft';

type Tied = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

/** The frame of a control; `children` receives the props that link the control to its label, hint and error,
 * which is announced at once if `isAlert`. */
export function Field({
  label,
  error,
  hint,
  id: givenId,
  className,
  isAlert = false,
  children,
}: FieldProps & { isAlert?: boolean; children: (tied: Tied) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={errorId}
          role={isAlert ? 'alert' : undefined}
          className="mt-1.5 flex gap-1.5 text-sm font-medium text-bad"
        >
          <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/** A one-line input for react-hook-form's `register()`; `className` is the frame's, `before` and `after` are
 * beside the input. */
export function TextField({
  label,
  error,
  hint,
  className,
  id,
  before,
  after,
  ...input
}: FieldProps & ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
  return (
    <Field {...{ label, error, hint, className, id }}>
      {(tied) => (
        <div className="flex gap-2">
          {before}
          <input
            type="text"
            className={classNames(controlClasses, readOnlyClasses, 'h-11')}
            {...input}
            {...tied}
          />
          {after}
        </div>
      )}
    </Field>
  );
}

/** A labelled input of several lines; otherwise like `TextField`. */
export function TextArea({
  label,
  error,
  hint,
  className,
  id,
  ...input
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...{ label, error, hint, className, id }}>
      {(tied) => (
        <textarea className={classNames(controlClasses, readOnlyClasses, 'py-2.5')} {...input} {...tied} />
      )}
    </Field>
  );
}

/** A labelled select of `options`, the empty one labelled `none`, after any options in `children`; otherwise
 * like `TextField`. */
export function SelectField({
  label,
  error,
  hint,
  className,
  id,
  none,
  options = [],
  children,
  ...input
}: FieldProps &
  ComponentProps<'select'> & {
    none?: string | undefined;
    options?: readonly (readonly [value: string, words: string])[];
  }) {
  return (
    <Field {...{ label, error, hint, className, id }}>
      {(tied) => (
        <div className="relative">
          <select
            className={classNames(controlClasses, 'h-11 appearance-none pr-10 text-ellipsis')}
            {...input}
            {...tied}
          >
            {children}
            {none !== undefined && <option value="">{none}</option>}
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon
            name="chevron-down"
            className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft"
          />
        </div>
      )}
    </Field>
  );
}

/** A checkbox, or a radio button (`radio`), with its label beside it; `className` is the label's. */
export const CheckField = ({ className, children, type = 'checkbox', ...input }: ComponentProps<'input'>) => (
  <label className={classNames('flex min-w-0 items-center gap-3', className)}>
    <input type={type} className="size-4 shrink-0 accent-accent" {...input} />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
);
