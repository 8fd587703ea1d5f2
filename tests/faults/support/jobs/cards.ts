import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { confirmCard, expectStatus } from '#tests/support/buying.ts';
import type { PretendedStripeServer } from '#tests/support/stripe/pretended-stripe.ts';
import type { TestShop } from '#tests/support/test-shop.ts';

const SLOW_MS = 9_000;

/** The card provider, as the buyer's browser and its own books know it. */
export type Cards = {
  kind: 'sandbox' | 'stripe';
  /** Charges the card of an intent. */
  charge(intent: PaymentIntentReply): Promise<void>;
  /** Charges a canceled intent, against the provider's own word. */
  chargeAnyway(intentId: string): Promise<void>;
  /** An intent's state, and the amounts of its refunds that did not fail. */
  readBooks(intentId: string): Promise<{ intent: string; refunds: number[] }>;
  /** How it answers from now on: late, never, or, without `how`, at once. The sandbox, which is of the shop,
   * cannot. */
  behave(how?: 'slow' | 'frozen'): void;
};

/** The sandbox, whose books are in the shop's database. */
export function sandboxCards(t: TestShop): Cards {
  const { db } = t.shop;
  return {
    kind: 'sandbox',
    charge: async (intent) => void expectStatus(await confirmCard(t, intent), 200),
    async chargeAnyway(intentId) {
      await db
        .updateTable('sandbox_cards.intents')
        .set({ status: 'succeeded' })
        .where('id', '=', intentId)
        .execute();
    },
    async readBooks(intentId) {
      const { status } = await db
        .selectFrom('sandbox_cards.intents')
        .select('status')
        .where('id', '=', intentId)
        .executeTakeFirstOrThrow();
      const refunds = await db
        .selectFrom('sandbox_cards.refunds')
        .select('amount')
        .where('intent_id', '=', intentId)
        .where('status', '<>', 'failed')
        .execute();
      return { intent: status, refunds: refunds.map(({ amount }) => amount) };
    },
    behave() {
      throw new Error('the sandbox answers always');
    },
  };
}

/** A fake Stripe. */
export function stripeCards({ books, change, behave }: PretendedStripeServer): Cards {
  return {
    kind: 'stripe',
    charge: async ({ paymentIntentId }) => change(paymentIntentId),
    chargeAnyway: async (intentId) => change(intentId),
    async readBooks(intentId) {
      const refunds = books.refunds.filter(
        ({ payment_intent, status }) => payment_intent === intentId && status !== 'failed',
      );
      return {
        intent: books.intents.get(intentId)?.status ?? 'unknown',
        refunds: refunds.map(({ amount }) => amount),
      };
    },
    behave: (how) => behave(how === 'frozen' ? 'hang' : how === 'slow' ? () => pause(SLOW_MS) : 'none'),
  };
}
