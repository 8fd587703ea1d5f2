import { classNames } from './class-names.ts';
import { formatMoment, formatShortMoment } from './moments.ts';

/** A day with the time, in the reader's time zone; in few words where it `isShort`. `at` is ISO 8601. */
export const Moment = ({ at, isShort, className }: { at: string; isShort?: boolean; className?: string }) => (
  <time
    dateTime={at}
    title={isShort ? formatMoment(at) : undefined}
    className={classNames('tabular-nums', className)}
  >
    {isShort ? formatShortMoment(at) : formatMoment(at)}
  </time>
);
