import type { PageSources } from '#platform/page-sources.ts';

/** The provider's record of a payment, with the orders that it was made for. `amountCents` is in the smallest
 * unit of `currency` (lower-case code). */
export type PaymentIntent = {
  id: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  orderIds: string[];
  status: 'open' | 'succeeded' | 'cancelled';
};

/** A refund. `key` is the key of the shop's request, '' if the shop did not request it; a failed one may have
 * been reported as succeeded before. `failure`: the provider's code. */
export type Refund = {
  id: string;
  intentId: string;
  key: string;
  amountCents: number;
  status: 'pending' | 'succeeded' | 'failed';
  failure?: string;
};

/** A payment disputed by the buyer's bank. `amountCents` is in the smallest unit of `currency`, which may
 * differ from the payment's. `reason`: the provider's code. `isRefundable`: whether a refund would settle it
 * rather than pay twice; `respondBy`: the shop's deadline to respond, if it can. */
export type Dispute = {
  id: string;
  intentId: string;
  amountCents: number;
  currency: string;
  reason: string;
  status: 'open' | 'won' | 'lost';
  isRefundable: boolean;
  respondBy: Date | null;
  openedAt: Date;
};

/** The content of a verified webhook: the affected intent, refund or dispute, and what an admin should
 * check. */
export type PaymentEvent = {
  id: string;
  type: string;
  intentId?: string;
  refundId?: string;
  disputeId?: string;
  warning?: string;
};

/** The provider refused, or could not be reached. `message` may be shown to an admin, not to a buyer. */
export class CardPaymentsError extends Error {
  override readonly name = 'CardPaymentsError';
}

/** The provider refused an intent for good and created none. `message` may be shown to a buyer. */
export class ChargeRefusedError extends CardPaymentsError {}

/** The provider refused a refund for good and refunded nothing: a retry would be refused too. */
export class RefundRefusedError extends CardPaymentsError {}

/** The shop's key lacks the rights for this. `message` may be shown to an admin. */
export class KeyRightsError extends CardPaymentsError {}

/** The service that charges cards. Every method is a network call: never make one inside a transaction. */
export interface CardPayments {
  readonly kind: 'sandbox' | 'stripe';
  readonly summary: string;
  /** The key for the browser's calls to the provider; null if it needs none. */
  readonly publishableKey: string | null;
  readonly pageSources: PageSources;
  /** Every chargeable amount in `currency` is a multiple of this, in its smallest unit. */
  chargeStepCents(currency: string): number;
  /** Checks whether the service would serve the shop, without charging anything. @throws Error saying why
   * not */
  check(): Promise<string>;
  /** Creates an intent, or returns the key's earlier one. @throws ChargeRefusedError, CardPaymentsError:
   * nothing charged */
  createIntent(request: {
    amountCents: number;
    currency: string;
    orderIds: string[];
    /** In the form 'TY-10482', shown to people at the provider. */
    orderNumbers: string[];
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Fetches an intent; `undefined` if the provider does not know it. @throws CardPaymentsError */
  retrieveIntent(intentId: string): Promise<PaymentIntent | undefined>;
  /** Lists the succeeded intents created since `time`, in pages. @throws CardPaymentsError */
  listSucceeded(time: Date): AsyncIterable<PaymentIntent[]>;
  /** Cancels an intent unless it has succeeded. @throws CardPaymentsError, also while the bank is still
   * deciding */
  cancelIntent(intentId: string): Promise<PaymentIntent>;
  /** Refunds an amount of a succeeded intent, by default all that is left, once per `key`, without time
   * limit: a repeat returns that refund's current state. @throws RefundRefusedError: nothing refunded;
   * CardPaymentsError */
  refund(intentId: string, request: { key: string; amountCents?: number; currency: string }): Promise<Refund>;
  /** Fetches a refund; `undefined` if the provider does not know it. @throws CardPaymentsError */
  retrieveRefund(refundId: string): Promise<Refund | undefined>;
  /** Lists all refunds of an intent, whoever requested them, in their current states. @throws
   * CardPaymentsError */
  listRefundsOf(intentId: string): Promise<Refund[]>;
  /** Lists all refunds created since `time`, including those not requested by the shop, in pages. @throws
   * CardPaymentsError */
  listRefunds(time: Date): AsyncIterable<Refund[]>;
  /** Fetches a dispute; `undefined` if the provider does not know it. @throws CardPaymentsError */
  retrieveDispute(disputeId: string): Promise<Dispute | undefined>;
  /** Lists the disputes opened since `time`, in pages. @throws KeyRightsError, CardPaymentsError */
  listDisputes(time: Date): AsyncIterable<Dispute[]>;
  /** Verifies and parses a webhook's raw body; `undefined` if the provider did not sign it, or too long
   * ago. */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | undefined;
}
