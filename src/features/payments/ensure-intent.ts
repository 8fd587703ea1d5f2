import type { AppContext } from '#features/app-context.ts';
import { type Payment, recordIntent } from '#features/orders/payment-store.ts';
import { findOrderNumbers } from '#features/orders/store.ts';
import { CardPaymentsError, type PaymentIntent } from '#platform/payments/card-payments.ts';

/** Fetches a payment's intent, or makes it where a crash or an outage came before the provider's answer:
 * the payment's id is the key, so there is never a second one. @throws CardPaymentsError when the
 * provider refuses or cannot be reached. */
export async function ensureIntent(context: AppContext, payment: Payment): Promise<PaymentIntent> {
  if (payment.intent_id !== null) {
    const known = await context.cardPayments.retrieveIntent(payment.intent_id);
    if (!known) throw new CardPaymentsError(`The provider does not know intent ${payment.intent_id}`);
    return known;
  }
  const orderIds = payment.lines.map(({ order_id }) => order_id);
  const made = await context.cardPayments.createIntent({
    amountCents: payment.amount_cents,
    currency: payment.currency,
    orderIds,
    orderNumbers: await findOrderNumbers(context.db, orderIds),
    idempotencyKey: payment.id,
  });
  await recordIntent(context.db, payment.id, made.id);
  return made;
}
