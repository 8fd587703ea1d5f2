import type { Stripe } from 'stripe';
import { type Refund, RefundRefusedError } from '../card-payments.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** The metadata name of the shop's refund key: Stripe forgets its own keys after a day. */
const KEY = 'toolyard_refund';

type RefundRequest = { key: string; amountCents?: number; currency: string };

/** Makes a refund, or returns the current state of the one made earlier for the same key. @throws
 * RefundRefusedError if Stripe would refuse it again; the SDK's errors */
export async function refundOnce(
  stripe: Stripe,
  intentId: string,
  { key, amountCents, currency }: RefundRequest,
  idempotencyKey: string,
): Promise<Refund> {
  const before = await listRefundsOf(stripe, intentId);
  const same = before.find(({ metadata }) => metadata?.[KEY] === key);
  if (same) return toRefund(same);
  const request: Stripe.RefundCreateParams = {
    payment_intent: intentId,
    ...(amountCents !== undefined && { amount: toStripeAmount(amountCents, currency) }),
    metadata: { [KEY]: key },
  };
  try {
    return toRefund(await stripe.refunds.create(request, { idempotencyKey }));
  } catch (error) {
    const { type, code, message } = error as { type?: string; code?: string; message: string };
    if (type !== 'StripeInvalidRequestError') throw error;
    // Made by hand, or by a version of the shop that did not mark it: nothing is left to refund in full.
    const [byOthers] = before.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    if (code === 'charge_already_refunded' && amountCents === undefined && byOthers)
      return toRefund(byOthers);
    throw new RefundRefusedError(`Stripe: ${message} (${code ?? type})`);
  }
}

/** Lists an intent's refunds, newest first. */
export async function listRefundsOf({ refunds }: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  const found: Stripe.Refund[] = [];
  for await (const refund of refunds.list({ payment_intent: intentId, limit: 100 })) found.push(refund);
  return found;
}

/** Converts Stripe's refund; one that awaits an action is pending. */
export function toRefund(refund: Stripe.Refund): Refund {
  const { id, metadata, amount, currency, status, failure_reason, payment_intent } = refund;
  const isFailed = status === 'failed' || status === 'canceled';
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    key: metadata?.[KEY] ?? '',
    amountCents: fromStripeAmount(amount, currency),
    status: isFailed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    ...(isFailed && { failure: failure_reason ?? status }),
  };
}
