import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { paymentTexts, stripeTexts } from '#features/orders/texts/payment.ts';

/** How a try to pay ended. `lost`: the payment was cancelled meanwhile. `waiting`: the bank has not decided. */
export type CardOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'lost' }
  | { kind: 'waiting' }
  | { kind: 'refused'; words: string };

const GENERAL = stripeTexts.notTaken;

/**
 * Charges the card in the provider's fields. The page is left only when the bank asks for it; it then comes back to this
 * address with the payment's id.
 */
export async function confirmCard(
  { stripe, elements }: { stripe: Stripe; elements: StripeElements },
  billing: { name: string; email: string },
): Promise<CardOutcome> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    confirmParams: {
      return_url: `${location.origin}${location.pathname}`,
      payment_method_data: { billing_details: billing },
    },
    redirect: 'if_required',
  });
  if (error) return outcomeOfError(error);
  if (paymentIntent.status === 'succeeded') return { kind: 'paid', transactionId: paymentIntent.id };
  if (paymentIntent.status === 'processing') return { kind: 'waiting' };
  return paymentIntent.status === 'canceled' ? { kind: 'lost' } : { kind: 'refused', words: GENERAL };
}

/** An error may carry the payment, which had ended before: paid in another tab, say, or cancelled when its time was up. */
function outcomeOfError({ message, payment_intent: intent }: StripeError): CardOutcome {
  if (intent?.status === 'succeeded') return { kind: 'paid', transactionId: intent.id };
  if (intent?.status === 'canceled') return { kind: 'lost' };
  if (intent?.status === 'processing') return { kind: 'waiting' };
  return { kind: 'refused', words: message ? paymentTexts.declined(message) : GENERAL };
}
