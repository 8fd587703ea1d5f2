import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { canonicalZone, isTimeZone, UTC } from '#contracts/time-zone.ts';
import { LOCALE, onDemand } from '#texts/locale.ts';
import { useShop } from './client/load-context.ts';

/** Formats times in one time zone. Arguments are ISO 8601. */
export type Times = {
  zone: string;
  /** A day with the time: 'Nov 21, 2026, 2:05 PM'. */
  moment(time: string): string;
  /** Abbreviated, without the year if it is the current one: 'Nov 21, 2:05 PM'. */
  shortMoment(time: string): string;
  /** The day only: 'Nov 21, 2026'. */
  day(time: string): string;
  /** The time of day: '2:05 PM', or '2:05 PM EST' for readers in another time zone. */
  clockTime(time: string): string;
  /** A full date and time: 'Sat, Nov 21, 2026, 2:05 PM EST'. */
  minute(time: string): string;
};

const hour = { hour: 'numeric', minute: '2-digit' } as const;
const monthAndDay = { month: 'short', day: 'numeric' } as const;
const zoneName = { timeZoneName: 'short' } as const;

/** Returns the formats of a time zone, optionally for readers elsewhere. A zone unknown to this browser is
 * treated as UTC. */
export function timesIn(zone: string, isReadElsewhere = false): Times {
  const timeZone = isTimeZone(zone) ? zone : UTC;
  const format = (parts: Intl.DateTimeFormatOptions) => {
    const made = onDemand(() => new Intl.DateTimeFormat(LOCALE, { ...parts, timeZone }));
    return (time: string) => made().format(new Date(time));
  };
  const moment = format({ dateStyle: 'medium', timeStyle: 'short' });
  const momentThisYear = format({ ...monthAndDay, ...hour });
  const year = format({ year: 'numeric' });
  return {
    zone: timeZone,
    moment,
    shortMoment: (time) =>
      year(time) === year(new Date().toISOString()) ? momentThisYear(time) : moment(time),
    day: format({ dateStyle: 'medium' }),
    clockTime: format({ ...hour, ...(isReadElsewhere && zoneName) }),
    minute: format({ weekday: 'short', ...monthAndDay, year: 'numeric', ...hour, ...zoneName }),
  };
}

/** Formats a time zone's name: 'Eastern Time (America/New_York)'. */
export function zoneWords(zone: string): string {
  if (!isTimeZone(zone)) return zone;
  const parts = new Intl.DateTimeFormat(LOCALE, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // A zone without a name is formatted as its offset from UTC.
  return name.startsWith('GMT') ? zone : `${name} (${zone})`;
}

const never = () => () => undefined;
const readersZone = onDemand(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns whether the user is in another time zone than the shop, which the server cannot know: false until
 * hydration. */
export function useIsElsewhere(): boolean {
  const { timeZone } = useShop();
  const reader = useSyncExternalStore(never, readersZone, () => timeZone);
  return isTimeZone(timeZone) && canonicalZone(timeZone) !== reader;
}

/** How many components show times now. */
const timesShown = (() => {
  let count = 0;
  const listeners = new Set<() => void>();
  const change = (by: number) => {
    count += by;
    for (const listener of listeners) listener();
  };
  return {
    count: () => count,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: () => {
      change(1);
      return () => change(-1);
    },
  };
})();

/** Returns whether the page shows times. */
export const useHasTimes = (): boolean =>
  useSyncExternalStore(timesShown.subscribe, timesShown.count, () => 0) > 0;

/** Returns formats of times in the shop's time zone, the same for everyone. */
export function useTimes(): Times {
  const { timeZone } = useShop();
  const isElsewhere = useIsElsewhere();
  useEffect(timesShown.add, []);
  return useMemo(() => timesIn(timeZone, isElsewhere), [timeZone, isElsewhere]);
}
