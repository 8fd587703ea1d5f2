import type { Stripe } from 'stripe';

// The parameters of the shop's calls, for checking the requests that the SDK sends.
export type CreateIntent = Stripe.PaymentIntentCreateParams;
export type RetrieveIntent = Stripe.PaymentIntentRetrieveParams;
export type ListIntents = Stripe.PaymentIntentListParams;
export type CancelIntent = Stripe.PaymentIntentCancelParams;
export type CreateRefund = Stripe.RefundCreateParams;
export type RetrieveRefund = Stripe.RefundRetrieveParams;
export type ListRefunds = Stripe.RefundListParams;
export type RetrieveDispute = Stripe.DisputeRetrieveParams;
export type ListDisputes = Stripe.DisputeListParams;
