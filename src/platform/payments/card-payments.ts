import type { PageSources } from '#platform/page-sources.ts';

/** A payment as the provider keeps it, and the orders that it was made for. `amountCents` is in the smallest
 * unit of `currency` (lower-case code). */
export type PaymentIntent = {
  id: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  orderIds: string[];
  status: 'open' | 'succeeded' | 'cancelled';
};

/** Money on its way back. `key` is what it was asked for under, '' for one that the shop did not ask for; a
 * failed one may have counted as succeeded before. `failure`: the provider's code for why. */
export type Refund = {
  id: string;
  /** Of which intent it is. */
  intentId: string;
  key: string;
  amountCents: number;
  status: 'pending' | 'succeeded' | 'failed';
  failure?: string;
};

/** A payment that its buyer's bank has called into question. `amountCents` is in the smallest unit
 * of `currency`, which need not be that of the payment. `reason`: the provider's code.
 * `isRefundable`: whether a refund would settle it, rather than pay twice; `respondBy`: until when
 * the shop may answer, where it may. */
export type Dispute = {
  id: string;
  /** Of which intent it is. */
  intentId: string;
  amountCents: number;
  currency: string;
  reason: string;
  status: 'open' | 'won' | 'lost';
  isRefundable: boolean;
  respondBy: Date | null;
  openedAt: Date;
};

/** What a verified webhook tells: to whose intent, refund or dispute something happened, and
 * what an admin should look into. */
export type PaymentEvent = {
  id: string;
  type: string;
  intentId?: string;
  refundId?: string;
  disputeId?: string;
  warning?: string;
};

/** The provider said no, or could not be reached. `message` may be shown to an admin, not to a buyer. */
export class CardPaymentsError extends Error {
  override readonly name = 'CardPaymentsError';
}

/** The provider refused an intent for good, and made none. `message` may be shown to a buyer. */
export class ChargeRefusedError extends CardPaymentsError {}

/** The provider refused a refund for good, and gave nothing back: another try would be refused as well. */
export class RefundRefusedError extends CardPaymentsError {}

/** The key that the shop has may not do this. `message` may be shown to an admin. */
export class KeyRightsError extends CardPaymentsError {}

/** The service that charges cards. Every method is a network call: never make one inside a transaction. */
export interface CardPayments {
  readonly kind: 'sandbox' | 'stripe';
  readonly summary: string;
  /** What the browser needs to talk to the provider; null when it needs nothing. */
  readonly publishableKey: string | null;
  readonly pageSources: PageSources;
  /** Every amount in `currency` that can be charged is a multiple of this, in its smallest unit. */
  chargeStepCents(currency: string): number;
  /** Asks the service whether it would serve the shop; nothing is charged by
   * it. @throws Error saying why not */
  check(): Promise<string>;
  /** Makes an intent, or answers the key's earlier one. @throws ChargeRefusedError,
   * CardPaymentsError: nothing charged */
  createIntent(request: {
    amountCents: number;
    currency: string;
    orderIds: string[];
    /** 'TY-10482' each, for the people who read it at the provider. */
    orderNumbers: string[];
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Fetches an intent; `undefined` when the provider does not know it. @throws CardPaymentsError */
  retrieveIntent(intentId: string): Promise<PaymentIntent | undefined>;
  /** Every intent made since `time` that has succeeded, in pages. @throws CardPaymentsError */
  listSucceeded(time: Date): AsyncIterable<PaymentIntent[]>;
  /** Cancels an intent unless it has succeeded. @throws CardPaymentsError, also
   * while the bank is still deciding. */
  cancelIntent(intentId: string): Promise<PaymentIntent>;
  /** Gives so much of a succeeded intent back, without an amount all that is left, once per `key`,
   * however long ago that was: a repeat answers how that refund stands now. @throws RefundRefusedError:
   * nothing given back; CardPaymentsError */
  refund(intentId: string, request: { key: string; amountCents?: number; currency: string }): Promise<Refund>;
  /** Fetches a refund; `undefined` when the provider does not know it. @throws CardPaymentsError */
  retrieveRefund(refundId: string): Promise<Refund | undefined>;
  /** Every refund made since `time`, whoever asked for it, in pages. @throws CardPaymentsError */
  listRefunds(time: Date): AsyncIterable<Refund[]>;
  /** Fetches a dispute; `undefined` when the provider does not know it. @throws CardPaymentsError */
  retrieveDispute(disputeId: string): Promise<Dispute | undefined>;
  /** Every dispute opened since `time`, in pages. @throws KeyRightsError, CardPaymentsError */
  listDisputes(time: Date): AsyncIterable<Dispute[]>;
  /** What a webhook tells, by its raw body; `undefined` for one that the provider
   * did not sign, or too long ago. */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | undefined;
}
