import type { ListedOrder } from '#features/orders/contract.ts';
import { orderStoryTexts as texts } from '#features/orders/texts/orders.ts';
import { formatClockTime } from '#web/ui/format.ts';

/** A step of an order's story: what has happened, what is next, what comes later, or what has gone wrong. */
export type OrderStep = {
  words: string;
  /** When it happened (ISO 8601). */
  at?: string;
  state: 'done' | 'next' | 'later' | 'wrong';
};

/** Who reads the story: the buyer is told what to do, the admin what to wait for. */
export type StoryReader = 'buyer' | 'admin';

type StoryFacts = Pick<
  ListedOrder,
  'placedAt' | 'paidAt' | 'shippedAt' | 'heldUntil' | 'refundedAt' | 'unavailable'
>;

/** The story of an order in its steps, from its placing to its shipping. */
export function orderSteps(order: StoryFacts, reader: StoryReader): OrderStep[] {
  const steps: OrderStep[] = [{ words: texts.placed, at: order.placedAt, state: 'done' }];
  if (order.refundedAt) steps.push({ words: texts.moneyBack, at: order.refundedAt, state: 'wrong' });
  if (!order.paidAt) return [...steps, ...stepsToPay(order, reader)];
  steps.push({ words: texts.paid, at: order.paidAt, state: 'done' });
  if (order.shippedAt) return [...steps, { words: texts.shipped, at: order.shippedAt, state: 'done' }];
  return [...steps, { words: reader === 'buyer' ? texts.shipsNext : texts.toShip, state: 'next' }];
}

function stepsToPay({ heldUntil, unavailable }: StoryFacts, reader: StoryReader): OrderStep[] {
  if (unavailable) return [{ words: texts.lost, state: 'wrong' }];
  return [
    { words: heldUntil ? heldWords(heldUntil, reader) : waitingWords(reader), state: 'next' },
    { words: texts.shipped, state: 'later' },
  ];
}

function heldWords(heldUntil: string, reader: StoryReader): string {
  const time = formatClockTime(new Date(heldUntil));
  return reader === 'buyer' ? texts.payBy(time) : texts.heldUntil(time);
}

const waitingWords = (reader: StoryReader) => (reader === 'buyer' ? texts.payNext : texts.waitsForPayment);
