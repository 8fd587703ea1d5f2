import { CardPaymentsError, ChargeRefusedError } from '#platform/payments/card-payments.ts';

/** What of the SDK's errors is looked at (https://docs.stripe.com/api/errors). */
type StripeFailure = Error & {
  type?: string;
  code?: string;
  param?: string;
  requestId?: string;
  statusCode?: number;
  headers?: Record<string, string>;
};

/** An amount outside of what Stripe charges (https://docs.stripe.com/error-codes). */
const refusedAmounts = ['amount_too_small', 'amount_too_large'];

/** The code of an error that Stripe answered with (https://docs.stripe.com/error-codes). */
export function stripeCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as StripeFailure).code : undefined;
}

/** Whether Stripe gave its answer of an earlier try again, in which it had failed itself. */
export function isKeptFailure(error: unknown): boolean {
  const { statusCode = 0, headers } = error as StripeFailure;
  return statusCode >= 500 && headers?.['idempotent-replayed'] === 'true';
}

/**
 * The SDK's error in the shop's words. Nothing else of it is passed on: it may hold an intent with its client secret.
 * The message names what an admin finds in Stripe's own log, and no key.
 */
export function toCardPaymentsError(error: unknown): CardPaymentsError {
  if (error instanceof CardPaymentsError) return error;
  if (!(error instanceof Error)) return new CardPaymentsError('Stripe: an unknown failure');
  const { message, type, code, param, requestId } = error as StripeFailure;
  const isRefused =
    type === 'StripeInvalidRequestError' && (refusedAmounts.includes(code ?? '') || param === 'currency');
  if (isRefused) return new ChargeRefusedError(withoutKeys(message));
  const marks = [type, code, param, requestId].filter((mark) => mark !== undefined);
  return new CardPaymentsError(`Stripe: ${withoutKeys(message)} (${marks.join(', ')})`);
}

/** Stripe quotes a key that it does not know, most of it starred out. */
function withoutKeys(message: string): string {
  return message.replace(/\b([srp]k|whsec)_[\w*]+/g, '$1_…');
}
