import { classNames } from './class-names.ts';

/** A turning ring. With a `label` it is announced (role status); without one it is decorative. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-block size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent',
        // Forced colours would close the ring and hide its rotation.
        'forced-colors:forced-color-adjust-none',
        className,
      )}
    />
  );
  if (!label) return ring;
  return (
    <output className="inline-flex items-center gap-2">
      {ring}
      <span className="sr-only">{label}</span>
    </output>
  );
}

/** A grey placeholder for content. Give it the content's size (`className="h-6 w-40"`). */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block animate-pulse rounded-md bg-line/70 forced-colors:border',
        className ?? 'h-5 w-full',
      )}
    />
  );
}
