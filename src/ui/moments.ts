import { useMemo, useSyncExternalStore } from 'react';
import { canonicalZone, isTimeZone, UTC } from '#contracts/time-zone.ts';
import { LOCALE, onDemand } from '#texts/locale.ts';
import { useShop } from './client/load-context.ts';

/** How times are written, in one time zone. Each is given as ISO 8601. */
export type Times = {
  zone: string;
  /** A day with the time: 'Nov 21, 2026, 2:05 PM'. */
  moment(time: string): string;
  /** The same in few words, without the year where it is this one: 'Nov 21, 2:05 PM'. */
  shortMoment(time: string): string;
  /** The day alone: 'Nov 21, 2026'. */
  day(time: string): string;
  /** The time of day: '2:05 PM', or for who reads it in another time zone '2:05 PM EST'. */
  clockTime(time: string): string;
  /** A minute by its whole name: 'Sat, Nov 21, 2026, 2:05 PM EST'. */
  minute(time: string): string;
};

const hour = { hour: 'numeric', minute: '2-digit' } as const;
const monthAndDay = { month: 'short', day: 'numeric' } as const;
const zoneName = { timeZoneName: 'short' } as const;

/** How times are written in a time zone, for who reads them elsewhere or not. One that
 * this browser does not know is UTC. */
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

/** What a time zone is called: 'Eastern Time (America/New_York)'. */
export function zoneWords(zone: string): string {
  if (!isTimeZone(zone)) return zone;
  const parts = new Intl.DateTimeFormat(LOCALE, {
    timeZone: zone,
    timeZoneName: 'longGeneric',
  }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // Where a zone has no name, it is called by how far it is from UTC.
  return name.startsWith('GMT') ? zone : `${name} (${zone})`;
}

const never = () => () => undefined;
const readersZone = onDemand(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whether the reader lives by other clocks than the shop, which the server cannot know:
 * false until React has taken over. */
export function useIsElsewhere(): boolean {
  const { timeZone } = useShop();
  const reader = useSyncExternalStore(never, readersZone, () => timeZone);
  return isTimeZone(timeZone) && canonicalZone(timeZone) !== reader;
}

/** Writes times as the shop's clocks show them, to everybody alike. */
export function useTimes(): Times {
  const { timeZone } = useShop();
  const isElsewhere = useIsElsewhere();
  return useMemo(() => timesIn(timeZone, isElsewhere), [timeZone, isElsewhere]);
}
