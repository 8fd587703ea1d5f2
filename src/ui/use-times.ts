import { useMemo, useSyncExternalStore } from 'react';
import { canonicalZone, isTimeZone } from '#contracts/time-zone.ts';
import { onDemand } from '#texts/locale.ts';
import { useShop } from './client/load-context.ts';
import { type Times, timesIn } from './moments.ts';

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
