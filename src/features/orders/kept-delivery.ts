import { type Selectable, sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { Database } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Order } from './contract.ts';
import { isCancelledOrder, orderCanBeCancelled } from './state-conditions.ts';

/** Delivery that was free because a payment's goods reached `fromCents`, at prices as entered. `leftCents`:
 * the price of that delivery, less what is already retained. `sparedCents`: goods that the shop took back
 * without retaining it. */
type Waived = { fromCents: Cents; leftCents: Cents; sparedCents: Cents };

/** Returns how much of a refund for goods is retained as the price of delivery: all that is left of it, once
 * the goods of the payment that remain bought (`standingCents`) fall below the amount for free delivery;
 * nothing if no goods remain. */
export function deliveryToKeep(waived: Waived | null, standingCents: Cents, backCents: Cents): Cents {
  if (!waived || standingCents === 0 || standingCents + waived.sparedCents >= waived.fromCents) return 0;
  return Math.min(waived.leftCents, backCents);
}

/** A payment's free delivery, which refunds may retain; null if its delivery was not free. */
export function waivedOf(payment: Selectable<Tables['payments']>): Waived | null {
  const { waived_from_cents: fromCents, waived_delivery_cents, waived_delivery_tax_cents } = payment;
  if (fromCents === null) return null;
  const grossCents = (waived_delivery_cents ?? 0) + (waived_delivery_tax_cents ?? 0);
  return {
    fromCents,
    leftCents: grossCents - payment.kept_delivery_cents,
    sparedCents: payment.spared_goods_cents,
  };
}

/** What a cancellation depends on. `othersCents`: the goods that remain bought in the payment's other orders,
 * at prices as entered. */
export type CancelFacts = {
  goodsLeftCents: Cents;
  deliveryLeftCents: Cents;
  othersCents: Cents | null;
  waived: Waived | null;
};

/** Returns the refund for a cancelled order: its goods, less retained delivery; with the last order of a
 * payment also its delivery, retained or charged. */
export function cancelSum(
  { goodsLeftCents, deliveryLeftCents, othersCents, waived }: CancelFacts,
  keepsDelivery = true,
): { amountCents: Cents; deliveryCents: Cents; keptCents: Cents } {
  const deliveryCents = othersCents === 0 ? deliveryLeftCents : 0;
  const keptCents = keepsDelivery ? deliveryToKeep(waived, othersCents ?? 0, goodsLeftCents) : 0;
  return { amountCents: goodsLeftCents + deliveryCents - keptCents, deliveryCents, keptCents };
}

/** Goods of a payment that remain bought, at prices as entered: units of all its orders except one, without
 * those withdrawn before they were sent. */
const standing = (paymentId: ReturnType<typeof sql>, butOrderId: ReturnType<typeof sql>) => sql`(
  select coalesce(sum(others.unit_price_cents * (others.quantity - others.withdrawn_quantity)), 0)
  from payment_orders other_lines join orders others on others.id = other_lines.order_id
  where other_lines.payment_id = ${paymentId} and others.id <> ${butOrderId} and not ${isCancelledOrder('others')})::bigint`;

/** Reads `othersCents` of a payment that the transaction has locked. */
export async function readOthersCents(db: Database, paymentId: string, orderId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select ${standing(sql`${paymentId}`, sql`${orderId}`)} as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Selects the facts of a paid, unshipped order whose refund would not pay twice (no open dispute), given its
 * row, its payment line and its payment. */
export const selectCancelFacts = (goodsLeft: ReturnType<typeof sql>, deliveryLeft: ReturnType<typeof sql>) =>
  sql<CancelFacts | null>`case when ${orderCanBeCancelled} and paid_by.id is not null and not exists (
    select from disputes where payment_id = paid_by.id and disputes.state = 'open' and not is_refundable) then json_build_object(
    'goodsLeftCents', ${goodsLeft}, 'deliveryLeftCents', ${deliveryLeft},
    'othersCents', case when (${deliveryLeft}) > 0 or paid_by.waived_from_cents is not null
      then ${standing(sql`paid_by.id`, sql`orders.id`)} end,
    'waived', case when paid_by.waived_from_cents is not null then json_build_object(
      'fromCents', paid_by.waived_from_cents, 'sparedCents', paid_by.spared_goods_cents,
      'leftCents', paid_by.waived_delivery_cents + paid_by.waived_delivery_tax_cents - paid_by.kept_delivery_cents) end) end`;

type Units = { unit_price_cents: Cents; quantity: number; withdrawn_quantity: number; sent_quantity: number };

/** Serializes the refund of a cancellation, and the delivery that may be retained, for the wire. */
export function serializeCancelling(
  order: Units & { cancel_facts: CancelFacts | null },
  currency: string,
): Pick<Order, 'cancelRefund' | 'deliveryToKeep'> {
  const { cancel_facts: facts, sent_quantity } = order;
  if (!facts) return { cancelRefund: null, deliveryToKeep: null };
  const price = (cents: Cents) => toPrice(cents, currency);
  const { amountCents, keptCents } = cancelSum(facts);
  const isWhole = sent_quantity === 0;
  const fromUnits = unitsToKeepFrom(order, facts);
  const ifCanceled = isWhole ? keptCents : 0;
  const { waived } = facts;
  return {
    cancelRefund: isWhole ? price(amountCents) : null,
    deliveryToKeep:
      waived && waived.leftCents > 0 && (ifCanceled > 0 || fromUnits !== null)
        ? {
            below: price(waived.fromCents),
            amount: price(waived.leftCents),
            fromUnits,
            ifCanceled: price(ifCanceled),
          }
        : null,
  };
}

/** Returns the smallest number of unsent units whose withdrawal brings the payment's goods below the amount
 * for free delivery, with some still bought; null if there is none. */
function unitsToKeepFrom(
  { unit_price_cents, quantity, withdrawn_quantity, sent_quantity }: Units,
  { othersCents, waived }: CancelFacts,
): number | null {
  const boughtUnits = quantity - withdrawn_quantity;
  const standingCents = (othersCents ?? 0) + unit_price_cents * boughtUnits;
  if (!waived) return null;
  const over = standingCents + waived.sparedCents - waived.fromCents;
  const units = Math.max(Math.floor(over / unit_price_cents) + 1, 1);
  const isSomeLeft = standingCents > units * unit_price_cents;
  return units <= boughtUnits - sent_quantity && isSomeLeft ? units : null;
}
