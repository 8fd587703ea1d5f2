import type { Stripe } from 'stripe';
import type { PaymentEvent } from '#platform/payments/card-payments.ts';

/** Stripe's recommendation and the SDK's default (https://docs.stripe.com/webhooks#replay-attacks). */
const TOLERANCE_SECONDS = 300;

const warnings: Record<string, string> = {
  'refund.failed': 'a refund did not arrive: give the money back another way',
  'charge.dispute.created': 'a buyer disputes a charge: answer at Stripe',
};

/** Reads an event that Stripe signed with `secret`; `undefined` for anything
 * else, and for one that is too old. */
export function readStripeEvent(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  rawBody: Buffer,
  signature: string | string[] | undefined,
  { secret, now }: { secret: string; now: Date },
): PaymentEvent | undefined {
  if (typeof signature !== 'string') return undefined;
  try {
    const event = webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      TOLERANCE_SECONDS,
      undefined,
      now.getTime(),
    );
    return toPaymentEvent(event);
  } catch (error) {
    if (isBadSignature(error)) return undefined;
    // Signed, but not an event of a kind that the shop subscribes to.
    return { id: 'unreadable', type: 'unknown' };
  }
}

function isBadSignature(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'StripeSignatureVerificationError';
}

function toPaymentEvent({ id, type, data }: Stripe.Event): PaymentEvent {
  const about: { object?: string; id?: string; payment_intent?: unknown } = data.object;
  const intentId = about.object === 'payment_intent' ? about.id : about.payment_intent;
  const refundId = about.object === 'refund' ? about.id : undefined;
  const disputeId = about.object === 'dispute' ? about.id : undefined;
  const warning = warnings[type];
  return {
    id,
    type,
    ...(typeof intentId === 'string' && { intentId }),
    ...(refundId !== undefined && { refundId }),
    ...(disputeId !== undefined && { disputeId }),
    ...(warning !== undefined && { warning }),
  };
}
