import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Order } from '#features/orders/contract.ts';
import { findPaymentByIntent } from '#features/orders/payment-store.ts';
import { findOrder, type OrderView, serializeOrder } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts, refundReasonTexts } from '#features/orders/texts/errors.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { cardProviderTexts } from '#texts/errors.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';

type ConfirmPaymentInput = { currentUser: CurrentUser; orderId: string; intentId: string };

/** Answers the buyer's word that an order is paid, after asking the provider (decision 14): by the payment of
 * many orders, for each of them. A repeat answers the same.
 * @throws AppError not_found for another's order, conflict when the provider does not
 * bear it out; CardPaymentsError. */
export async function confirmPayment(context: AppContext, input: ConfirmPaymentInput): Promise<Order> {
  const order = await findOwnOrder(context, input);
  const payment = await findPaymentByIntent(context.db, input.intentId);
  if (!payment?.lines.some((line) => line.order_id === order.id))
    throw new AppError('conflict', paymentErrorTexts.otherOrder);
  const settlement = await settlePayment(context, input.intentId);
  if (settlement.outcome !== 'paid') throw new AppError('conflict', whyNotPaid(settlement));
  return serializeOrder(await findOwnOrder(context, input), context.config.currency);
}

async function findOwnOrder(
  context: AppContext,
  { currentUser, orderId }: ConfirmPaymentInput,
): Promise<OrderView> {
  const order = await findOrder(context.db, orderId);
  if (order?.user_id !== currentUser.userId) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return order;
}

function whyNotPaid(settlement: Exclude<Settlement, { outcome: 'paid' }>): string {
  switch (settlement.outcome) {
    case 'refunded':
      return paymentErrorTexts.refunding(refundReasonTexts[settlement.reason]);
    case 'cancelled':
      return cardProviderTexts.cancelled;
    default:
      return paymentErrorTexts.notSucceeded;
  }
}
