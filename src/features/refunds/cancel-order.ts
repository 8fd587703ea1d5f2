import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatCents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { issueCreditNote } from '#features/invoices/issue-credit-note.ts';
import type { Order } from '#features/orders/contract.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import { cancelSum, readOthersCents, waivedOf } from '#features/orders/kept-delivery.ts';
import { awaitsPayment, checkOrderMove, isCancelled } from '#features/orders/order-states.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { enqueueOrderWebhooks } from '#features/orders/purchase-store.ts';
import { type GivenRefund, spareGoods } from '#features/orders/refund-store.ts';
import { centsOfPrice } from '#features/orders/rules.ts';
import { findOrder, moveOrders, serializeOrder, unitsLeft } from '#features/orders/store.ts';
import { disputeErrorTexts } from '#features/orders/texts/disputes.ts';
import { orderErrorTexts, refundErrorTexts } from '#features/orders/texts/errors.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { refundRuleTexts } from '#texts/validation.ts';
import type { CancelOrder } from './contract.ts';
import {
  assertMayRefund,
  createRefund,
  deliveryLeftCents,
  enteredCents,
  lineCents,
  type PaidOrder,
  paidOrder,
  withdrawUnits,
} from './create-refund.ts';
import { refundEmails } from './emails.ts';

type CancelOrderInput = { currentUser: CurrentUser; orderId: string } & CancelOrder;

/** Cancels a paid order that has not shipped, for its buyer or staff (decision 60): returns its units to
 * stock and refunds the amount paid to the card, less delivery that is due now. Idempotent. @throws AppError
 * not_found, conflict, order_disputed, price_changed unless the refund is what the caller saw, invalid_input
 * without staff's reason, fresh_sign_in_needed */
export async function cancelOrder(context: AppContext, input: CancelOrderInput): Promise<Order> {
  const { currentUser, orderId } = input;
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOrdersWithPayments(tx, [orderId]);
    const [order] = locked.orders;
    const isOwn = order?.user_id === currentUser.userId;
    if (!order || order.deleted_at || !(isOwn || currentUser.isStaff))
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    if (isCancelled(order.state)) return;
    if (awaitsPayment(order.state)) throw new AppError('conflict', refundErrorTexts.deleteUnpaid);
    checkOrderMove(order.state, 'cancelled');
    if (order.sent_quantity > 0) throw new AppError('conflict', refundErrorTexts.partlySent);
    if (!isOwn && input.reason === undefined)
      throw new AppError('invalid_input', refundRuleTexts.reason.missing, { field: 'reason' });
    await assertRefundable(tx, order, isOwn ? disputeErrorTexts.noCancel : undefined);
    const { reason = null, keepDelivery = true, refund } = input;
    if (isOwn && !keepDelivery)
      throw new AppError('conflict', refundErrorTexts.keptByShop, { field: 'keepDelivery' });
    const how = {
      ...{ reason, isRestocked: true, keepsDelivery: keepDelivery, seenRefund: refund },
      ...(!isOwn && { staff: currentUser }),
    };
    await cancelPaid(context, tx, paidOrder(locked), how);
  });
  const order = await findOrder(context.db, orderId);
  if (!order) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return serializeOrder(order, context.config.currency);
}

/** `seenRefund`: the refund that the caller saw; `staff`: who cancels it, unless it is the buyer. */
type Cancelling = {
  reason: string | null;
  isRestocked: boolean;
  keepsDelivery: boolean;
  seenRefund?: number | undefined;
  staff?: CurrentUser;
};

/** Cancels a paid order that the transaction has locked, and of which nothing was sent. Returns its refund,
 * if any. */
export async function cancelPaid(
  context: AppContext,
  tx: DatabaseTransaction,
  paid: PaidOrder,
  { reason, isRestocked, keepsDelivery, seenRefund, staff }: Cancelling,
): Promise<GivenRefund | undefined> {
  const { order, payment, line } = paid;
  const orderId = order.id;
  const facts = {
    goodsLeftCents: lineCents(line) - line.refunded_cents,
    deliveryLeftCents: deliveryLeftCents(payment),
    othersCents: await readOthersCents(tx, payment.id, orderId),
    waived: waivedOf(payment),
  };
  const { amountCents, deliveryCents, keptCents } = cancelSum(facts, keepsDelivery);
  if (seenRefund !== undefined) await checkSeenRefund(context, tx, seenRefund, amountCents);
  if (staff) await assertMayRefund(context, tx, staff, { payment, amountCents });
  if (!keepsDelivery) await spareGoods(tx, payment, enteredCents(order, unitsLeft(order)));
  await moveOrders(tx, [order], { kind: 'cancelled', at: context.clock.now() });
  // For units refunded before, it was already decided whether they return to stock.
  const units = order.quantity - order.refunded_quantity;
  const returned = isRestocked ? units : 0;
  const amounts = {
    amount_cents: amountCents,
    delivery_cents: deliveryCents,
    kept_delivery_cents: keptCents,
  };
  const refund =
    amountCents + keptCents > 0
      ? await createRefund(context, tx, paid, { ...amounts, quantity: units, restocked: returned, reason })
      : undefined;
  await recordAudit(context, tx, {
    action: 'order_cancelled',
    orderId,
    toolId: order.tool_id,
    details: {
      unitsReturned: returned,
      amountCents,
      ...(keptCents > 0 && { deliveryKeptCents: keptCents }),
      ...(reason !== null && { reason }),
    },
  });
  await enqueueEmail(context, tx, refundEmails.cancelled, { orderId, refundId: refund?.id });
  await enqueueOrderWebhooks(context, tx, 'order.cancelled', [{ id: orderId }]);
  await withdrawUnits(context, tx, order, { refunded: units, returned });
  if (refund) await issueCreditNote(context, tx, { order, refund });
  context.log.info({ orderId, amountCents }, 'an order was cancelled');
  return refund;
}

/** Checks that the refund is the amount that the caller saw. @throws AppError price_changed with the right
 * amount */
async function checkSeenRefund(
  context: AppContext,
  tx: DatabaseTransaction,
  seen: number,
  amountCents: Cents,
): Promise<void> {
  const terms = await readPriceTerms(context, tx);
  if (centsOfPrice(seen, terms.currency) === amountCents) return;
  throw new AppError('price_changed', refundErrorTexts.otherRefund(formatCents(amountCents, terms)), {
    field: 'refund',
    current: toPrice(amountCents, terms.currency),
  });
}
