import type { Stripe } from 'stripe';
import type { Dispute } from '../card-payments.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** How the disputes end that do not cost the shop anything: an inquiry that was closed, and what a refund
 * prevented, among them (https://docs.stripe.com/disputes/how-disputes-work). */
const wonStatuses: Stripe.Dispute.Status[] = ['won', 'warning_closed', 'prevented'];

/** Stripe's dispute as the shop knows it; one that anybody still has to answer or decide is open. */
export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent, amount, currency, reason, status, created } = dispute;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id,
    intentId: typeof payment_intent === 'string' ? payment_intent : (payment_intent?.id ?? ''),
    amountCents: fromStripeAmount(amount, currency),
    currency,
    reason,
    status: wonStatuses.includes(status) ? 'won' : status === 'lost' ? 'lost' : 'open',
    isRefundable: dispute.is_charge_refundable,
    // 0 where the bank takes no answer.
    respondBy: dueBy ? new Date(dueBy * 1000) : null,
    openedAt: new Date(created * 1000),
  };
}
