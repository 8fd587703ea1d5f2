import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { DelayNotice } from '#features/orders/contract.ts';
import {
  type DelayRow,
  endDelay,
  findDelay,
  findDelays,
  serializeDelay,
  writeShipBy,
} from '#features/orders/delay-store.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import { isCancelled, needsShipping } from '#features/orders/order-states.ts';
import { type LockedOrders, lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { findOrder, type OrderRow, unitsLeft } from '#features/orders/store.ts';
import { disputeErrorTexts } from '#features/orders/texts/disputes.ts';
import { cancelPaid } from '#features/refunds/cancel-order.ts';
import { paidLine, paidOrder, refundTerms } from '#features/refunds/create-refund.ts';
import { refundPaid, withdrawRest } from '#features/refunds/refund-order.ts';
import { unitsCents } from '#features/refunds/rules.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { DelayAnswer, LinkedDelay } from './contract.ts';
import { readLink } from './links.ts';
import { delayReasons, delayErrorTexts as texts } from './texts.ts';

/** Answers a notice about one's own order. Repeats change nothing. @throws AppError not_found, conflict once
 * the order has shipped or was canceled, order_disputed */
export async function answerDelay(
  context: AppContext,
  { userId }: CurrentUser,
  { id, answer }: { id: string; answer: DelayAnswer },
): Promise<DelayNotice> {
  const notice = await findDelay(context.db, id);
  const order = notice && (await findOrder(context.db, notice.order_id));
  if (!notice || order?.user_id !== userId) throw new AppError('not_found', texts.noSuchNotice);
  return answerNotice(context, notice, answer);
}

/** Answers the notice of an emailed link, as above. @throws AccountError invalid_link */
export async function answerLinkedDelay(
  context: AppContext,
  { token, answer }: { token: string; answer: DelayAnswer },
): Promise<LinkedDelay> {
  await answerNotice(context, await noticeOfLink(context, token), answer);
  return readLinkedDelay(context, token);
}

/** Returns what the page of an emailed link shows. @throws AccountError invalid_link */
export async function readLinkedDelay(context: AppContext, token: string): Promise<LinkedDelay> {
  const notice = await noticeOfLink(context, token);
  const order = await findOrder(context.db, notice.order_id, { withDeleted: true });
  const serialized = serializeDelay(notice);
  if (!order || !serialized) throw new AppError('not_found', texts.noSuchNotice);
  const isLatest = (await findDelays(context.db, [order]))(order.id)?.id === notice.id;
  const isAnswerable = isLatest && needsShipping(order.state);
  return {
    ...serialized,
    number: order.number,
    toolName: order.tool_name,
    quantity: unitsLeft(order),
    canConsent: isAnswerable && notice.state === 'open',
    canCancel: isAnswerable && ['open', 'consented'].includes(notice.state),
  };
}

async function noticeOfLink(context: AppContext, token: string): Promise<DelayRow> {
  const notice = await findDelay(context.db, await readLink(context, token));
  if (!notice) throw new AppError('not_found', texts.noSuchNotice);
  return notice;
}

async function answerNotice(
  context: AppContext,
  { id, order_id }: DelayRow,
  answer: DelayAnswer,
): Promise<DelayNotice> {
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOrdersWithPayments(tx, [order_id]);
    const notice = await findDelay(tx, id);
    if (!notice) throw new AppError('not_found', texts.noSuchNotice);
    if (notice.state === (answer === 'consent' ? 'consented' : 'cancelled')) return;
    await assertAnswerable(tx, locked.orders[0], notice);
    if (answer === 'cancel') return cancelDelayed(context, tx, locked, notice, false);
    await consent(context, tx, notice, false);
  });
  const answered = serializeDelay(await findDelay(context.db, id));
  if (!answered) throw new AppError('not_found', texts.noSuchNotice);
  return answered;
}

/** @throws AppError conflict */
async function assertAnswerable(
  tx: DatabaseTransaction,
  order: OrderRow | undefined,
  { id }: DelayRow,
): Promise<void> {
  if (!order) throw new AppError('not_found', texts.noSuchNotice);
  if (isCancelled(order.state)) throw new AppError('conflict', texts.canceled);
  if (!needsShipping(order.state)) throw new AppError('conflict', texts.shipped);
  if ((await findDelays(tx, [order]))(order.id)?.id !== id) throw new AppError('conflict', texts.superseded);
}

/** Moves an order that the transaction has locked to its new day. `bySilence`: nobody answered in time. */
export async function consent(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, order_id, new_date, was_due_on }: DelayRow,
  bySilence: boolean,
): Promise<void> {
  await endDelay(tx, id, { state: 'consented', bySilence, at: context.clock.now() });
  await writeShipBy(tx, order_id, new_date);
  await recordAudit(context, tx, {
    action: 'delay_accepted',
    orderId: order_id,
    details: { shipBy: new_date, before: was_due_on, bySilence },
  });
}

/** Cancels what has not shipped of a locked order, and refunds all that was paid for it. @throws AppError
 * order_disputed */
export async function cancelDelayed(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedOrders,
  { id, order_id }: DelayRow,
  bySilence: boolean,
): Promise<void> {
  const paid = paidOrder(locked);
  await assertRefundable(tx, paid.order, bySilence ? undefined : disputeErrorTexts.noCancel);
  await endDelay(tx, id, { state: 'cancelled', bySilence, at: context.clock.now() });
  await recordAudit(context, tx, {
    action: 'delay_declined',
    orderId: order_id,
    toolId: paid.order.tool_id,
    details: { bySilence },
  });
  const reason = bySilence ? delayReasons.silence : delayReasons.declined;
  // The shop is late, so the buyer loses nothing: not even delivery that is free from an amount on.
  if (paid.order.sent_quantity === 0) {
    await cancelPaid(context, tx, paid, { reason, isRestocked: true, keepsDelivery: false });
    return;
  }
  const quantity = unitsLeft(paid.order);
  const { stepCents } = refundTerms(paid.payment, await readPriceTerms(context, tx));
  if (unitsCents(paidLine(paid), quantity, stepCents) === 0) return withdrawRest(context, tx, paid, reason);
  await refundPaid(context, tx, paid, { quantity, reason, restock: true, keepDelivery: false });
}
