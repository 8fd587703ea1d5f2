import {
  type BuyersOrder,
  type Order,
  type PaymentTimes,
  shownOrderStates,
} from '#features/orders/contract.ts';
import { type OrderReader, orderStateTable } from '#features/orders/order-states.ts';
import { orderTimelineTexts as texts } from '#features/orders/texts/orders.ts';
import { parcelTexts } from '#features/orders/texts/parcels.ts';
import { classNames } from '#ui/class-names.ts';
import { Moment } from '#ui/moment.tsx';
import { type Times, useTimes } from '#ui/moments.ts';

/** A step of an order's timeline: done (`at`, ISO 8601, or on a `day`), next, later, or wrong. */
type OrderStep = { label: string; at?: string; day?: string; state: 'done' | 'next' | 'later' | 'wrong' };

type OrderTimes = Pick<Order, 'placedAt' | 'paidAt' | 'unavailable'> &
  Partial<PaymentTimes & Order & Pick<BuyersOrder, 'parcels'>>;

/** Whether only some of an order's units were sent. */
export const isPartlySent = ({ shippedAt, sentQuantity = 0 }: OrderTimes) => !shippedAt && sentQuantity > 0;

/** Returns how many units are sent in total: units refunded before they were sent are excluded. */
export const unitsToSend = ({ minQuantity = 0, withdrawnQuantity = 0 }: Partial<Order>) =>
  minQuantity - withdrawnQuantity;

/** Progress of a partly sent order. */
export const partSent = (order: Partial<Order>) =>
  parcelTexts.sentOf(order.sentQuantity ?? 0, unitsToSend(order));

/** Returns the day on which the last of a shipped order's parcels was delivered; undefined while one is on its
 * way. */
function deliveredOn({ shippedAt, parcels = [] }: OrderTimes): string | undefined {
  const days = parcels.map((parcel) => parcel.deliveredOn ?? '').sort();
  return shippedAt && days[0] ? days.at(-1) : undefined;
}

/** Returns the steps of an order since it was placed. The next step tells the buyer what to do, and staff
 * what to wait for. */
export function orderSteps(
  order: OrderTimes,
  reader: OrderReader,
  times: Pick<Times, 'clockTime'>,
): OrderStep[] {
  const { paidAt, heldUntil, refundedAt } = order;
  const steps: OrderStep[] = [];
  let next: string | undefined;
  for (const state of shownOrderStates) {
    const { step, next: isNext } = orderStateTable[state];
    const at = order[step.at];
    if (!at) continue;
    steps.push({ label: step.words, at, state: step.isGood ? 'done' : 'wrong' });
    next = isNext?.[reader];
  }
  const day = deliveredOn(order);
  if (day) steps.push({ label: parcelTexts.delivered, day, state: 'done' });
  if (refundedAt) {
    // A refund before the order's payment was of an earlier payment that could not be served.
    const isOfOrder = paidAt && refundedAt >= paidAt;
    const refunded = { label: texts.refunded, at: refundedAt, state: isOfOrder ? 'done' : 'wrong' } as const;
    steps.splice(isOfOrder ? steps.length : 1, 0, refunded);
  }
  if (!paidAt && order.unavailable) return [...steps, { label: texts.cannotBePaid, state: 'wrong' }];
  if (!next) return steps;
  if (paidAt) return [...steps, { label: isPartlySent(order) ? partSent(order) : next, state: 'next' }];
  const label = heldUntil ? texts.payBy[reader](times.clockTime(heldUntil)) : next;
  const later = orderStateTable.shipped.step.words;
  return [...steps, { label, state: 'next' }, { label: later, state: 'later' }];
}

/** Classes of each mark and its label. Marks are filled by their borders, which forced colours preserve. */
const looks: Record<OrderStep['state'], [mark: string, words: string]> = {
  done: ['border-5 border-good', 'text-ink'],
  next: ['border-2 border-accent', 'font-semibold text-ink'],
  later: ['border-2 border-line-strong', 'text-ink-soft'],
  wrong: ['border-5 border-bad', 'font-semibold text-bad'],
};

type OrderTimelineProps = { order: OrderTimes; reader: OrderReader; className?: string };

/** An order's timeline: what happened and when, what comes next, and what is still to come. */
export function OrderTimeline({ order, reader, className }: OrderTimelineProps) {
  const times = useTimes();
  return (
    <ol aria-label={texts.label} className={className}>
      {orderSteps(order, reader, times).map(({ label, at, day, state }) => (
        <li
          key={label}
          aria-current={state === 'next' ? 'step' : undefined}
          // The line connects one mark with the next.
          className="relative flex flex-wrap gap-x-1.5 pl-5 not-last:after:absolute not-last:after:top-4 not-last:after:-bottom-1.5 not-last:after:left-1 not-last:after:border-l-2 not-last:after:border-line"
        >
          <span
            aria-hidden="true"
            className={classNames('absolute top-1 left-0 size-2.5 rounded-full bg-surface', looks[state][0])}
          />
          <span className={looks[state][1]}>{label}</span>
          {at && <Moment isShort at={at} className="text-ink-soft" />}
          {day && (
            <time dateTime={day} className="text-ink-soft tabular-nums">
              {parcelTexts.day(day)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}
