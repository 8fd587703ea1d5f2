import type { PageSources } from '#platform/page-sources.ts';

/** A payment as the provider keeps it. `amountCents` is in the smallest unit of `currency` (lower-case code). */
export type PaymentIntent = {
  id: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  orderId: string;
  status: 'open' | 'succeeded' | 'cancelled';
};

/** What a verified webhook tells: to whose intent something happened, and what an admin should look into. */
export type PaymentEvent = { id: string; type: string; intentId?: string; warning?: string };

/** The provider said no, or could not be reached. `message` may be shown to an admin, not to a buyer. */
export class CardPaymentsError extends Error {
  override readonly name = 'CardPaymentsError';
}

/** The provider refused an intent for good, and made none. `message` may be shown to a buyer. */
export class ChargeRefusedError extends CardPaymentsError {}

/** The service that charges cards. Every method is a network call: never make one inside a transaction. */
export interface CardPayments {
  readonly kind: 'sandbox' | 'stripe';
  readonly summary: string;
  /** What the browser needs to talk to the provider; null when it needs nothing. */
  readonly publishableKey: string | null;
  readonly pageSources: PageSources;
  /** Every amount in `currency` that can be charged is a multiple of this, in its smallest unit. */
  chargeStepCents(currency: string): number;
  /** Asks the service whether it would serve the shop; nothing is charged by it. @throws Error saying why not */
  check(): Promise<string>;
  /** Makes an intent, or answers the key's earlier one. @throws ChargeRefusedError, CardPaymentsError: nothing charged */
  createIntent(request: {
    amountCents: number;
    currency: string;
    orderId: string;
    /** 'TY-10482', for the people who read it at the provider. */
    orderNumber: string;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Fetches an intent; `undefined` when the provider does not know it. @throws CardPaymentsError */
  retrieveIntent(intentId: string): Promise<PaymentIntent | undefined>;
  /** Every intent made since `time` that has succeeded, in pages. @throws CardPaymentsError */
  listSucceeded(time: Date): AsyncIterable<PaymentIntent[]>;
  /** Cancels an intent unless it has succeeded. @throws CardPaymentsError, also while the bank is still deciding. */
  cancelIntent(intentId: string): Promise<PaymentIntent>;
  /** Gives the whole amount of a succeeded intent back, once per `idempotencyKey`. @throws CardPaymentsError */
  refund(intentId: string, idempotencyKey: string): Promise<void>;
  /** What a webhook tells, by its raw body; `undefined` for one that the provider did not sign, or too long ago. */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | undefined;
}
