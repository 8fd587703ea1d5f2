import { classNames } from './class-names.ts';

/** A grey shape where content will stand. Give it the size of that content (`className="h-6 w-40"`). */
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
