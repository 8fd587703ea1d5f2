import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface FieldTexts {
  label: string;
  /** What is wrong with what was typed. Shown in red under the field and tied to it for screen readers. */
  error?: string | undefined;
  /** A short help under the label. */
  hint?: ReactNode;
}

const controlClasses = classNames(
  'block w-full rounded-md border bg-surface px-3 text-base text-ink',
  'border-line-strong hover:border-ink',
  'aria-invalid:border-bad aria-invalid:outline-bad disabled:bg-sunken disabled:text-ink-soft',
);

// Not for selects, which count as read-only always.
const readOnlyClasses = 'read-only:bg-sunken read-only:text-ink-soft';

/** The ids and ARIA attributes that tie a control to its hint and its error. */
function useFieldIds({ error, hint }: Pick<FieldTexts, 'error' | 'hint'>, givenId: string | undefined) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return {
    hintId,
    errorId,
    control: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    },
  };
}

interface FieldFrameProps extends FieldTexts {
  controlId: string;
  hintId: string | undefined;
  errorId: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

function FieldFrame({
  label,
  error,
  hint,
  controlId,
  hintId,
  errorId,
  className,
  children,
}: FieldFrameProps) {
  return (
    <div className={className}>
      <label htmlFor={controlId} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-ink-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="mt-1.5 flex gap-1.5 text-sm font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}

/**
 * A labelled input of one line. Spread react-hook-form's `register('name')` into it, and give `error`
 * (`errors.name?.message`). `className` goes to the frame; `before` and `after` stand beside the input.
 */
export function TextField({
  label,
  error,
  hint,
  className,
  id,
  before,
  after,
  ...input
}: FieldTexts & ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
  const ids = useFieldIds({ error, hint }, id);
  const control = (
    <input
      type="text"
      className={classNames(controlClasses, readOnlyClasses, 'h-11')}
      {...input}
      {...ids.control}
    />
  );
  return (
    <FieldFrame {...{ label, error, hint, className, ...ids }} controlId={ids.control.id}>
      {before || after ? (
        <div className="flex gap-2">
          {before}
          {control}
          {after}
        </div>
      ) : (
        control
      )}
    </FieldFrame>
  );
}

/** A labelled input of several lines; otherwise as `TextField`. */
export function TextArea({
  label,
  error,
  hint,
  className,
  id,
  rows = 4,
  ...input
}: FieldTexts & ComponentProps<'textarea'>) {
  const ids = useFieldIds({ error, hint }, id);
  return (
    <FieldFrame {...{ label, error, hint, className, ...ids }} controlId={ids.control.id}>
      <textarea
        rows={rows}
        className={classNames(controlClasses, readOnlyClasses, 'py-2.5')}
        {...input}
        {...ids.control}
      />
    </FieldFrame>
  );
}

/** A labelled choice. Its `<option>`s are the children; otherwise as `TextField`. */
export function SelectField({
  label,
  error,
  hint,
  className,
  id,
  children,
  ...input
}: FieldTexts & ComponentProps<'select'>) {
  const ids = useFieldIds({ error, hint }, id);
  return (
    <FieldFrame {...{ label, error, hint, className, ...ids }} controlId={ids.control.id}>
      <div className="relative">
        <select
          className={classNames(controlClasses, 'h-11 appearance-none pr-10 text-ellipsis')}
          {...input}
          {...ids.control}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          className="pointer-events-none absolute top-3 right-3 size-5 text-ink-soft"
        />
      </div>
    </FieldFrame>
  );
}
