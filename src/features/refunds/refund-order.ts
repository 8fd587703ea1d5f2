import type { Cents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { issueCreditNote } from '#features/invoices/issue-credit-note.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import { deliveryToKeep, readOthersCents, waivedOf } from '#features/orders/kept-delivery.ts';
import { needsShipping } from '#features/orders/order-states.ts';
import { findLastParcel } from '#features/orders/parcel-store.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { enqueueShipped } from '#features/orders/purchase-store.ts';
import { type GivenRefund, serializeRefund, spareGoods } from '#features/orders/refund-store.ts';
import { centsOfPrice } from '#features/orders/rules.ts';
import { moveOrders, type OrderRow, unitsLeft } from '#features/orders/store.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { cancelPaid } from './cancel-order.ts';
import { type NewRefund, type Refund, refundSchema } from './contract.ts';
import {
  assertMayRefund,
  createRefund,
  deliveryLeftCents,
  enteredCents,
  type PaidOrder,
  paidLine,
  paidOrder,
  refundTerms,
  withdrawUnits,
} from './create-refund.ts';
import { announceRefund } from './emails.ts';
import { type AskedRefund, refundSum } from './rules.ts';

type RefundOrderInput = {
  currentUser: CurrentUser;
  orderId: string;
  refund: NewRefund;
  idempotencyKey: string | undefined;
};

/** Refunds a paid order, once per key (decision 60): an amount, the price paid for a number of units, or the
 * delivery. Refunded units that were not sent are never sent: an order with no units left to send becomes
 * shipped, or cancelled if nothing was sent. @throws AppError own_account, not_found, order_disputed,
 * fresh_sign_in_needed;
 * conflict for an unpaid order or more than is left; invalid_input, key_reused */
export async function refundOrder(context: AppContext, input: RefundOrderInput): Promise<Refund> {
  const request = {
    userId: input.currentUser.userId,
    route: 'POST /orders/:id/refunds',
    key: input.idempotencyKey,
    body: { orderId: input.orderId, ...input.refund },
  };
  return context.db
    .transaction()
    .execute((tx) => idempotent(context, tx, request, refundSchema, () => writeRefund(context, tx, input)));
}

async function writeRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, orderId, refund: asked }: RefundOrderInput,
): Promise<Refund> {
  const paid = paidOrder(await lockOrdersWithPayments(tx, [orderId]));
  const { order } = paid;
  await assertNotOwn(context, tx, { currentUser, ownerId: order.user_id, what: 'order_refunded', orderId });
  await assertRefundable(tx, order);
  return serializeRefund(await refundPaid(context, tx, paid, asked, currentUser), context.config.currency);
}

/** Refunds a paid order that the transaction has locked and checked for disputes. `staff`: who refunds it,
 * unless the buyer or the shop itself does. @throws AppError fresh_sign_in_needed, conflict, invalid_input */
export async function refundPaid(
  context: AppContext,
  tx: DatabaseTransaction,
  paid: PaidOrder,
  asked: NewRefund,
  staff?: CurrentUser,
): Promise<GivenRefund> {
  const { quantity, reason, restock, keepDelivery: keepsDelivery = true } = asked;
  const terms = await readPriceTerms(context, tx);
  const { currency } = terms;
  const { order, payment, line } = paid;
  const orderId = order.id;
  const { amountCents, deliveryCents } = refundSum(
    {
      ...paidLine({ order, line }),
      deliveryLeftCents: deliveryLeftCents(payment),
    },
    toAsked(asked, currency),
    refundTerms(payment, terms),
  );
  const isRest = needsShipping(order.state) && (quantity ?? 0) >= unitsLeft(order);
  if (isRest && order.sent_quantity === 0) {
    const how = { reason, isRestocked: restock, keepsDelivery, ...(staff && { staff }) };
    const whole = await cancelPaid(context, tx, paid, how);
    if (!whole) throw new Error(`nothing of order ${orderId} was left to go back`);
    return whole;
  }
  const restocked = restock ? (quantity ?? 0) : 0;
  const keptCents = await keepDelivery(tx, paid, { quantity, amountCents, keepsDelivery });
  const givenCents = amountCents - keptCents;
  if (staff) await assertMayRefund(context, tx, staff, { payment, amountCents: givenCents });
  const refund = await createRefund(context, tx, paid, {
    amount_cents: givenCents,
    delivery_cents: deliveryCents,
    kept_delivery_cents: keptCents,
    quantity: quantity ?? null,
    restocked,
    reason,
  });
  await recordAudit(context, tx, {
    action: 'order_refunded',
    orderId,
    toolId: order.tool_id,
    details: {
      refundId: refund.id,
      amountCents: refund.amount_cents,
      ...(keptCents > 0 && { deliveryKeptCents: keptCents }),
      ...(quantity !== undefined && { unitsRefunded: quantity }),
      ...(restocked > 0 && { unitsReturned: restocked }),
      reason,
    },
  });
  if (isRest) await shipAsSent(context, tx, order);
  await withdrawUnits(context, tx, order, { refunded: quantity ?? 0, returned: restocked });
  if (refund.amount_cents === 0) await announceRefund(context, tx, { orderId, refundId: refund.id });
  await issueCreditNote(context, tx, { order, refund });
  return refund;
}

/** Takes off what is left to send of a partly sent order, and returns it to stock. There is no refund, since
 * all of it was given before, as in the provider's dashboard. */
export async function withdrawRest(
  context: AppContext,
  tx: DatabaseTransaction,
  { order }: PaidOrder,
  reason: string,
): Promise<void> {
  const units = unitsLeft(order);
  await recordAudit(context, tx, {
    action: 'order_refunded',
    orderId: order.id,
    toolId: order.tool_id,
    details: { amountCents: 0, unitsRefunded: units, unitsReturned: units, reason },
  });
  await shipAsSent(context, tx, order);
  await withdrawUnits(context, tx, order, { refunded: units, returned: units });
}

/** Returns how much delivery is retained from a refund of units that brings the payment's goods below the
 * amount for free delivery. Units that were sent were delivered, so they count as bought. */
async function keepDelivery(
  tx: DatabaseTransaction,
  { order, payment }: PaidOrder,
  asked: { quantity: number | undefined; amountCents: Cents; keepsDelivery: boolean },
): Promise<Cents> {
  const withdrawn = Math.min(asked.quantity ?? 0, unitsLeft(order));
  const waived = waivedOf(payment);
  if (!waived || withdrawn === 0) return 0;
  if (!asked.keepsDelivery) {
    await spareGoods(tx, payment, enteredCents(order, withdrawn));
    return 0;
  }
  const bought = enteredCents(order, order.quantity - order.withdrawn_quantity - withdrawn);
  const others = await readOthersCents(tx, payment.id, order.id);
  return deliveryToKeep(waived, others + bought, asked.amountCents);
}

function toAsked({ amount, quantity }: NewRefund, currency: string): AskedRefund {
  if (quantity !== undefined) return { quantity };
  return amount === undefined ? { delivery: true } : { amountCents: centsOfPrice(amount, currency) };
}

/** Marks an order as shipped with its last parcel, if its remaining units are no longer sent. */
async function shipAsSent(context: AppContext, tx: DatabaseTransaction, order: OrderRow): Promise<void> {
  const parcel = await findLastParcel(tx, order.id);
  if (!parcel) throw new Error(`order ${order.id} was sent without a parcel`);
  await moveOrders(tx, [order], { kind: 'shipped', at: parcel.sent_at });
  await recordAudit(context, tx, {
    action: 'order_shipped',
    orderId: order.id,
    toolId: order.tool_id,
    details: { parcelId: parcel.id },
  });
  await enqueueShipped(context, tx, [order.id], parcel.sent_at);
}
