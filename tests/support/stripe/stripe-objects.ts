import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';

/** An id in Stripe's format, such as `pi_…`. */
export function stripeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** An intent as Stripe returns it, with every field of the SDK's type. */
export function stripeIntent(
  given: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'metadata'> & Partial<Stripe.PaymentIntent>,
): Stripe.PaymentIntent {
  const id = given.id ?? stripeId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: ['card'],
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: Math.floor(Date.now() / 1000),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
    ...given,
  };
}

/** A dispute of an intent as Stripe returns it, with every field of the SDK's type; it awaits the shop's
 * response. */
export function stripeDispute(
  intent: Stripe.PaymentIntent,
  given: Pick<Stripe.Dispute, 'created'> & Partial<Stripe.Dispute>,
): Stripe.Dispute {
  return {
    id: stripeId('du'),
    object: 'dispute',
    amount: intent.amount,
    balance_transactions: [],
    charge: stripeId('ch'),
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: given.created + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
    ...given,
  };
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** A refund of an intent as Stripe returns it, with every field of the SDK's type. */
export function stripeRefund(
  intent: Stripe.PaymentIntent,
  given: Pick<Stripe.Refund, 'amount' | 'status' | 'metadata' | 'created'>,
): Stripe.Refund {
  return {
    id: stripeId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: stripeId('ch'),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    payment_intent: intent.id,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  };
}
