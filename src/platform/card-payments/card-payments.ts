/** A payment as the provider keeps it. `amountCents` is in the smallest unit of `currency` (lower-case code). */
export type PaymentIntent = {
  id: string;
  clientSecret: string;
  amountCents: number;
  currency: string;
  orderId: string;
  status: 'open' | 'succeeded' | 'cancelled';
  refunded: boolean;
};

/** What a verified webhook tells: something happened to this intent; the shop then asks the provider itself. */
export type PaymentEvent = { id: string; intentId: string };

/** The provider said no, or could not be reached. `message` may be shown to an admin, not to a buyer. */
export class CardPaymentsError extends Error {
  override readonly name = 'CardPaymentsError';
}

/** The service that charges cards. Every method is a network call: never make one inside a transaction. */
export interface CardPayments {
  readonly kind: 'sandbox' | 'stripe';
  /** One line for the start-up log. */
  readonly summary: string;
  /** What the browser needs to talk to the provider; null when it needs nothing. */
  readonly publishableKey: string | null;
  /**
   * Makes an intent, or returns the one made before under the same `idempotencyKey`.
   * @throws CardPaymentsError when the provider refuses or cannot be reached; then nothing was charged.
   */
  createIntent(request: {
    amountCents: number;
    currency: string;
    orderId: string;
    idempotencyKey: string;
  }): Promise<PaymentIntent>;
  /** Fetches an intent; `undefined` when the provider does not know it. @throws CardPaymentsError */
  retrieveIntent(intentId: string): Promise<PaymentIntent | undefined>;
  /** Every intent made since `time` that has succeeded, page by page. @throws CardPaymentsError */
  listSucceeded(time: Date): AsyncIterable<PaymentIntent>;
  /** Cancels an intent unless it has succeeded; answers with the intent as it then stands. @throws CardPaymentsError */
  cancelIntent(intentId: string): Promise<PaymentIntent>;
  /** Gives the whole amount of a succeeded intent back, once per `idempotencyKey`. @throws CardPaymentsError */
  refund(intentId: string, idempotencyKey: string): Promise<void>;
  /**
   * Checks a webhook's signature over its raw body and its age.
   * Answers `undefined` for one that the provider did not send or that is too old.
   */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent | undefined;
}
