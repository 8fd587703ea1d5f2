import { findOrderNumber } from '#features/orders/store.ts';
import type { Shop } from '#features/shop.ts';
import { CardPaymentsError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import { type PaymentRow, recordIntent } from './store.ts';

/**
 * Fetches a payment's intent from the provider. Where a crash or an outage came between reserving the units and the
 * provider's answer, the intent is made now: the payment's id is the key, so that there is never a second one.
 * @throws CardPaymentsError when the provider refuses or cannot be reached.
 */
export async function ensureIntent(shop: Shop, payment: PaymentRow): Promise<PaymentIntent> {
  if (payment.intent_id !== null) {
    const known = await shop.cardPayments.retrieveIntent(payment.intent_id);
    if (!known) throw new CardPaymentsError(`The provider does not know intent ${payment.intent_id}`);
    return known;
  }
  const made = await shop.cardPayments.createIntent({
    amountCents: payment.amount_cents,
    currency: payment.currency,
    orderId: payment.order_id,
    orderNumber: await findOrderNumber(shop.db, payment.order_id),
    idempotencyKey: payment.id,
  });
  await recordIntent(shop.db, payment.id, made.id);
  return made;
}
