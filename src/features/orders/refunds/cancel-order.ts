import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { issueCreditNote } from '#features/orders/papers/issue-credit-note.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { refundRuleTexts } from '#texts/validation.ts';
import type { Order } from '../contract.ts';
import { lockOrdersWithPayments } from '../payments/store.ts';
import { checkOrderMove } from '../rules.ts';
import { findOrder, serializeOrder, updateOrder } from '../store.ts';
import { orderErrorTexts, refundErrorTexts } from '../texts/errors.ts';
import { refundEmails } from './emails.ts';
import {
  deliveryLeftCents,
  lineCents,
  makeRefund,
  type PaidOrder,
  paidOrder,
  takeBackUnits,
} from './make-refund.ts';
import { isLastOfPayment, type RefundRow } from './store.ts';

type CancelOrderInput = { currentUser: CurrentUser; orderId: string; reason: string | undefined };

/** Cancels a paid order that has not shipped, for its buyer or staff (decision 30): its units go back on the shelf, and what was
 * paid goes back to the card. A repeat changes nothing. @throws AppError not_found, conflict, invalid_input without staff's reason. */
export async function cancelOrder(context: AppContext, input: CancelOrderInput): Promise<Order> {
  const { currentUser, orderId } = input;
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOrdersWithPayments(tx, [orderId]);
    const [order] = locked.orders;
    const isOwn = order?.user_id === currentUser.userId;
    if (!order || order.deleted_at || !(isOwn || currentUser.isStaff))
      throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    if (order.state === 'cancelled') return;
    if (order.state === 'unpaid') throw new AppError('conflict', refundErrorTexts.deleteUnpaid);
    checkOrderMove(order.state, 'cancelled');
    if (order.sent_quantity > 0) throw new AppError('conflict', refundErrorTexts.partlySent);
    if (!isOwn && input.reason === undefined)
      throw new AppError('invalid_input', refundRuleTexts.reason.missing, { field: 'reason' });
    const reason = input.reason ?? null;
    await cancelPaid(context, tx, paidOrder(locked), { reason, isRestocked: true });
  });
  const order = await findOrder(context.db, orderId);
  if (!order) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return serializeOrder(order, context.config.currency);
}

/** Cancels a paid order that the transaction has locked, and of which nothing has left. Answers what goes back, if anything. */
export async function cancelPaid(
  context: AppContext,
  tx: DatabaseTransaction,
  paid: PaidOrder,
  { reason, isRestocked }: { reason: string | null; isRestocked: boolean },
): Promise<RefundRow | undefined> {
  const { order, payment, line } = paid;
  const orderId = order.id;
  await updateOrder(tx, orderId, { cancelled_at: context.clock.now() });
  // Of units that were refunded before, it has been said whether they go back.
  const units = order.quantity - order.refunded_quantity;
  const returned = isRestocked ? units : 0;
  const delivery = (await isLastOfPayment(tx, payment.id, orderId)) ? deliveryLeftCents(payment) : 0;
  const amount = lineCents(line) - line.refunded_cents + delivery;
  const facts = { quantity: units, restocked: returned, reason };
  const refund =
    amount > 0
      ? await makeRefund(context, tx, paid, { ...facts, amount_cents: amount, delivery_cents: delivery })
      : undefined;
  await recordAudit(context, tx, {
    action: 'order_cancelled',
    orderId,
    toolId: order.tool_id,
    details: { unitsReturned: returned, amountCents: amount, ...(reason !== null && { reason }) },
  });
  await enqueueEmail(context, tx, refundEmails.cancelled, { orderId, refundId: refund?.id });
  await takeBackUnits(context, tx, order, { refunded: units, returned });
  if (refund) await issueCreditNote(context, tx, { order, refund });
  context.log.info({ orderId, amount }, 'an order was cancelled');
  return refund;
}
