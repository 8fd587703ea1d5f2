import { Refusal } from '#contracts/api-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { findOrder, type OrderView } from '#features/orders/store.ts';
import { orderRefusalTexts, paymentRefusalTexts } from '#features/orders/texts/refusals.ts';
import { toWireOrder } from '#features/orders/wire-order.ts';
import type { Shop } from '#features/shop.ts';
import type { Asker } from '#features/users/store.ts';
import { type Settlement, settlePayment } from './settle-payment.ts';
import { findPaymentByIntent } from './store.ts';

/** Who says that which order was paid by which intent. */
type ConfirmPaymentInput = { asker: Asker; orderId: string; intentId: string };

/**
 * Answers the buyer's word that an order is paid, after asking the provider (decision 14). A repeat answers the same.
 * @throws Refusal not_found for somebody else's order, conflict when the provider does not bear it out;
 * CardPaymentsError.
 */
export async function confirmPayment(shop: Shop, input: ConfirmPaymentInput): Promise<Order> {
  const order = await findOwnOrder(shop, input);
  const payment = await findPaymentByIntent(shop.db, input.intentId);
  if (payment?.order_id !== order.id) throw new Refusal('conflict', paymentRefusalTexts.otherOrder);
  const settlement = await settlePayment(shop, input.intentId);
  if (settlement.outcome !== 'paid') throw new Refusal('conflict', whyNotPaid(settlement));
  return toWireOrder(await findOwnOrder(shop, input), shop.config.currency);
}

async function findOwnOrder(shop: Shop, { asker, orderId }: ConfirmPaymentInput): Promise<OrderView> {
  const order = await findOrder(shop.db, orderId);
  if (order?.user_id !== asker.userId) throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
  return order;
}

function whyNotPaid(settlement: Exclude<Settlement, { outcome: 'paid' }>): string {
  switch (settlement.outcome) {
    case 'refunded':
      return paymentRefusalTexts.refunding(settlement.reason);
    case 'cancelled':
      return paymentRefusalTexts.cancelled;
    default:
      return paymentRefusalTexts.notSucceeded;
  }
}
