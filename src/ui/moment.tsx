import { classNames } from './class-names.ts';
import { useTimes } from './moments.ts';

/** A day with the time, in the shop's time zone; abbreviated if `isShort`. `at` is ISO 8601. */
export function Moment({ at, isShort, className }: { at: string; isShort?: boolean; className?: string }) {
  const times = useTimes();
  return (
    <time
      dateTime={at}
      title={isShort ? times.moment(at) : undefined}
      className={classNames('tabular-nums', className)}
    >
      {isShort ? times.shortMoment(at) : times.moment(at)}
    </time>
  );
}
