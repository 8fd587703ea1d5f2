import { afterEach, beforeEach, expect } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import type { CardPayments } from '#platform/payments/card-payments.ts';
import { createStripeCards, type PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { setUpServer } from '../set-up-shop.ts';
import { type PretendedStripeServer, startPretendedStripe, stripeKeys } from './pretended-stripe.ts';

/** A fake Stripe and the shop's client of it; both exist once a test begins. */
export type StripeStand = {
  stripe: PretendedStripeServer;
  cards: CardPayments;
  /** Opens the shop's client again. */
  open(given?: { secretKey?: string } & Partial<PretendedStripe>): Promise<CardPayments>;
};

/** Gives the tests of a file one fake Stripe, whose data persists; the shop tries each call once. */
export function standForStripe(): StripeStand {
  const stand = { stripe: setUpServer(() => startPretendedStripe()), open } as StripeStand;

  function open({ secretKey = stripeKeys.STRIPE_SECRET_KEY, ...given } = {}) {
    const settings = {
      kind: 'stripe' as const,
      secretKey,
      publishableKey: stripeKeys.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: stripeKeys.STRIPE_WEBHOOK_SECRET,
    };
    const pretended = { ...stand.stripe.address, retries: 0, ...given };
    return createStripeCards(settings, { clock: systemClock, pretended });
  }

  beforeEach(async () => {
    stand.cards = await open();
    stand.stripe.calls.length = 0;
    stand.stripe.faults.length = 0;
  });
  afterEach(() => expect(stand.stripe.problems).toEqual([]));
  return stand;
}

let orders = 0;
/** A request for an intent of a new order. */
export function asked(amountCents = 2500, currency = 'usd') {
  const orderId = `order-${++orders}`;
  return {
    amountCents,
    currency,
    orderIds: [orderId],
    orderNumbers: ['TY-10482'],
    idempotencyKey: `payment-of-${orderId}`,
  };
}

/** The error of a failed call. */
export async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => expect.unreachable('it was answered'),
    (error: Error) => error,
  );
}
