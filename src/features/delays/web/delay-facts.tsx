import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { ListedOrder } from '#features/orders/contract.ts';
import { SHIP_SOON_DAYS } from '#features/orders/delay-rules.ts';
import { Badge } from '#ui/badge.tsx';
import { useTimes } from '#ui/moments.ts';
import { delayFactTexts as texts } from '../texts.ts';
import { dayWords } from './delay-words.tsx';

/** Returns the shop's current day. */
export const useToday = (): string => dayIn(new Date(), useTimes().zone);

type Delayed = Pick<ListedOrder, 'shipBy' | 'delay'>;

/** Until when an order must ship, for staff, and what its buyer answered about a delay. `always`: also while
 * there is time; nothing where the law has no such rule. */
export function DelayFacts({ order: { shipBy, delay }, always }: { order: Delayed; always?: boolean }) {
  const today = useToday();
  if (shipBy === null) return null;
  if (delay?.state === 'open')
    return (
      <Badge tone="warn" wraps>
        {texts.asked(dayWords(delay.answerBy))}
      </Badge>
    );
  const isLate = shipBy < today;
  const isSoon = shipBy <= addDays(today, SHIP_SOON_DAYS);
  if (!isSoon && !always) return null;
  return (
    <Badge tone={isLate ? 'bad' : isSoon ? 'warn' : 'neutral'} wraps>
      {(isLate ? texts.late : texts.shipBy)(dayWords(shipBy))}
    </Badge>
  );
}
