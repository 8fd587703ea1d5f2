import type { Stripe } from 'stripe';
import { type Refund, RefundRefusedError } from '../card-payments.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

/** Marks a refund with what the shop asked for it under: Stripe's own keys are forgotten after a day. */
const KEY = 'toolyard_refund';

type RefundRequest = { key: string; amountCents?: number; currency: string };

/** Makes a refund, or answers how the one stands that was made for the same key before. @throws
 * RefundRefusedError when Stripe would refuse it again; what the SDK throws */
export async function refundOnce(
  stripe: Stripe,
  intentId: string,
  { key, amountCents, currency }: RefundRequest,
  idempotencyKey: string,
): Promise<Refund> {
  const before = await listRefunds(stripe, intentId);
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
    // By hand, or by a version of the shop that did not mark it: nothing of the whole is left to give back.
    const [byOthers] = before.filter(({ status }) => status !== 'failed' && status !== 'canceled');
    if (code === 'charge_already_refunded' && amountCents === undefined && byOthers)
      return toRefund(byOthers);
    throw new RefundRefusedError(`Stripe: ${message} (${code ?? type})`);
  }
}

/** The refunds of an intent, the newest first. */
async function listRefunds({ refunds }: Stripe, intentId: string): Promise<Stripe.Refund[]> {
  const found: Stripe.Refund[] = [];
  for await (const refund of refunds.list({ payment_intent: intentId, limit: 100 })) found.push(refund);
  return found;
}

/** Stripe's refund as the shop knows it; one that waits for somebody is pending. */
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
