import { type Selectable, sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { Database } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { Order } from './contract.ts';

/** A payment's delivery that was free as its goods came to `fromCents` or more, as they were entered.
 * `leftCents`: what it would have cost, but for what is kept of that already. `sparedCents`: goods that the
 * shop took back without keeping any. */
type Waived = { fromCents: Cents; leftCents: Cents; sparedCents: Cents };

/** How much of what goes back for goods is kept as the price of delivery: all that is left of
 * it, once the goods of the payment that are still bought (`standingCents`) come to too
 * little, and nothing where none are. */
export function deliveryToKeep(waived: Waived | null, standingCents: Cents, backCents: Cents): Cents {
  if (!waived || standingCents === 0 || standingCents + waived.sparedCents >= waived.fromCents) return 0;
  return Math.min(waived.leftCents, backCents);
}

/** The delivery of a payment that may have to be kept. */
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

/** What cancelling an order depends on. `othersCents`: the goods of its payment's other orders
 * that are still bought, as entered. */
export type CancelFacts = {
  goodsLeftCents: Cents;
  deliveryLeftCents: Cents;
  othersCents: Cents | null;
  waived: Waived | null;
};

/** What goes back for an order that is cancelled: its goods, but for delivery that is kept; with the last
 * order of a payment its delivery as well, kept or charged. */
export function cancelSum(
  { goodsLeftCents, deliveryLeftCents, othersCents, waived }: CancelFacts,
  keepsDelivery = true,
): { amountCents: Cents; deliveryCents: Cents; keptCents: Cents } {
  const deliveryCents = othersCents === 0 ? deliveryLeftCents : 0;
  const keptCents = keepsDelivery ? deliveryToKeep(waived, othersCents ?? 0, goodsLeftCents) : 0;
  return { amountCents: goodsLeftCents + deliveryCents - keptCents, deliveryCents, keptCents };
}

/** Goods of a payment that are still bought, as they were entered: units of its orders, but for one, that
 * were not taken back before they left. */
const standing = (paymentId: ReturnType<typeof sql>, butOrderId: ReturnType<typeof sql>) => sql`(
  select coalesce(sum(others.unit_price_cents * (others.quantity - others.withdrawn_quantity)), 0)
  from payment_orders other_lines join orders others on others.id = other_lines.order_id
  where other_lines.payment_id = ${paymentId} and others.id <> ${butOrderId} and others.state <> 'cancelled')::bigint`;

/** The same of a payment that the transaction has locked. */
export async function readOthersCents(db: Database, paymentId: string, orderId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select ${standing(sql`${paymentId}`, sql`${orderId}`)} as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The facts of a paid order that waits to be shipped, and of which no refund would pay twice, beside its
 * row, the line that paid for it and the payment of that. */
export const selectCancelFacts = (goodsLeft: ReturnType<typeof sql>, deliveryLeft: ReturnType<typeof sql>) =>
  sql<CancelFacts | null>`case when orders.state = 'paid' and paid_by.id is not null and not exists (
    select from disputes where payment_id = paid_by.id and disputes.state = 'open' and not is_refundable) then json_build_object(
    'goodsLeftCents', ${goodsLeft}, 'deliveryLeftCents', ${deliveryLeft},
    'othersCents', case when (${deliveryLeft}) > 0 or paid_by.waived_from_cents is not null
      then ${standing(sql`paid_by.id`, sql`orders.id`)} end,
    'waived', case when paid_by.waived_from_cents is not null then json_build_object(
      'fromCents', paid_by.waived_from_cents, 'sparedCents', paid_by.spared_goods_cents,
      'leftCents', paid_by.waived_delivery_cents + paid_by.waived_delivery_tax_cents - paid_by.kept_delivery_cents) end) end`;

type Units = { unit_price_cents: Cents; quantity: number; withdrawn_quantity: number; sent_quantity: number };

/** What cancelling an order gives back, and what of its payment's delivery may be
 * kept, as they go over the wire. */
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

/** How few units of an order that don't leave bring its payment's goods below the amount, with some
 * still bought; null where none do. */
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
