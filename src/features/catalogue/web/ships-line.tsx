import { useEffect, useState } from 'react';
import { nextShipping, type ShipsBy } from '#contracts/ships-by.ts';
import { momentOf } from '#contracts/time-zone.ts';
import { LOCALE } from '#texts/locale.ts';
import { useShop } from '#ui/client/load-context.ts';
import { useIsElsewhere } from '#ui/moments.ts';
import { useHydrated } from '#ui/use-hydrated.ts';
import { shipsTexts as texts } from '../texts/details.ts';

const LOOK_MS = 15_000;

/** When a tool ships that is ordered now. The hour is the browser's: a kept page would name a past one. Its
 * place is reserved. */
export default function ShipsLine() {
  const { ships, timeZone } = useShop();
  return (
    <p className="mt-3 min-h-6 font-semibold text-good">
      {useHydrated() && ships && <ShipsWords ships={ships} zone={timeZone} />}
    </p>
  );
}

/** 'Ships today if ordered by 2 PM', or the day on which it ships otherwise. */
function ShipsWords({ ships, zone }: { ships: ShipsBy; zone: string }) {
  const now = useNow();
  const isElsewhere = useIsElsewhere();
  const { day, inDays } = nextShipping(now, ships, zone);
  if (inDays === 0) return texts.today(timeOf(`${day}T${ships.by}`, zone, isElsewhere));
  // A reader elsewhere may have another date.
  return inDays === 1 && !isElsewhere ? texts.tomorrow : texts.on(weekdayOf(day));
}

/** Returns the time, kept up to date while the page is in view. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow(new Date());
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}

/** '2 PM', or '2:30 PM EST' for a reader in another time zone. */
function timeOf(dayAndTime: string, timeZone: string, isElsewhere: boolean): string {
  const isWhole = dayAndTime.endsWith(':00');
  return new Intl.DateTimeFormat(LOCALE, {
    hour: 'numeric',
    ...(!isWhole && { minute: '2-digit' }),
    ...(isElsewhere && { timeZoneName: 'short' }),
    timeZone,
  }).format(momentOf(dayAndTime, timeZone));
}

const weekdayOf = (day: string) =>
  new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(new Date(day));
