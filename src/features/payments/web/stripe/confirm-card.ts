import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { paymentTexts, stripeTexts } from '#features/payments/texts.ts';

/** How a try to pay ended. `lost`: the payment was cancelled meanwhile.
 * `waiting`: the bank has not decided. */
export type CardOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'lost' }
  | { kind: 'waiting' }
  | { kind: 'refused'; words: string };

/** Charges the card in the provider's fields. Only a bank makes it leave the page, and
 * come back with the payment's id. */
export async function confirmCard(
  { stripe, elements }: { stripe: Stripe; elements: StripeElements },
  billing: { name: string; email: string },
): Promise<CardOutcome> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: {
      return_url: `${location.origin}${location.pathname}${location.search}`,
      payment_method_data: { billing_details: billing },
    },
    redirect: 'if_required',
  });
  // An error may carry the payment, which had ended before: paid in another tab, say, or
  // cancelled when its time was up.
  const intent = paymentIntent ?? error.payment_intent;
  if (intent?.status === 'succeeded') return { kind: 'paid', transactionId: intent.id };
  if (intent?.status === 'processing') return { kind: 'waiting' };
  if (intent?.status === 'canceled') return { kind: 'lost' };
  return {
    kind: 'refused',
    words: error?.message ? paymentTexts.declined(error.message) : stripeTexts.notTaken,
  };
}
