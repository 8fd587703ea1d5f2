import type { Stripe } from 'stripe';
import { CardPaymentsError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** Marks an intent as the shop's among what else the account charges. */
const ORDER = 'toolyard_order_id';

/** The metadata of an intent for an order. */
export function ownMetadata(orderId: string): Stripe.MetadataParam {
  return { [ORDER]: orderId };
}

/** Whether the shop made an intent. */
export function isOwnIntent({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>): boolean {
  return metadata[ORDER] !== undefined;
}

/** Stripe's intent as the shop knows it. @throws CardPaymentsError when the key may not see its client secret */
export function toPaymentIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const { id, client_secret: clientSecret, currency, metadata } = intent;
  if (clientSecret === null) throw new CardPaymentsError(`Stripe: ${id} came without its client secret`);
  return {
    id,
    clientSecret,
    amountCents: fromStripeAmount(intent.amount, currency),
    currency,
    orderId: metadata[ORDER] ?? '',
    status: statusOf(intent),
  };
}

/** `processing` is open, though it cannot be cancelled: the bank still decides. */
function statusOf({ status }: Stripe.PaymentIntent): PaymentIntent['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'canceled' ? 'cancelled' : 'open';
}
