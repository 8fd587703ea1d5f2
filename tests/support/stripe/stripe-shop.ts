import type { Order } from '#features/orders/contract.ts';
import { times } from '../at-once.ts';
import { beginBasket, fillBasket } from '../baskets.ts';
import { expectStatus, readOrder, reportPaid } from '../buying.ts';
import { createTestClock } from '../clock.ts';
import { creditNotesOf } from '../refunding.ts';
import { setUpServer } from '../set-up-shop.ts';
import { startTestShop, type TestShop, type TestUser } from '../test-shop.ts';
import { type PretendedStripeServer, startPretendedStripe, stripeKeys } from './pretended-stripe.ts';

/** A shop that takes cards with Stripe, and the fake Stripe that it calls. */
export type StripeShop = { t: TestShop; stripe: PretendedStripeServer };

/** The Stripe shop of a test file. Each of its calls is tried once. */
export function setUpStripeShop(environment: Record<string, string> = {}): StripeShop {
  const clock = createTestClock();
  const stripe = setUpServer(() => startPretendedStripe(clock.now));
  const t = setUpServer(() =>
    startTestShop(
      { CARD_PAYMENTS: 'stripe', ...stripeKeys, ...environment },
      { clock, pretendedStripe: { ...stripe.address, retries: 0, tryMs: 3_000, callMs: 4_000 } },
    ),
  );
  return { t, stripe };
}

/** Orders of 12.50 each, paid together. */
export async function payWithStripe(
  { t, stripe }: StripeShop,
  buyer: TestUser,
  count: number,
): Promise<{ intentId: string; orders: [Order, ...Order[]] }> {
  const tools = await times(count, () => t.makeTool({ onHand: 5 }));
  const placed = await fillBasket(t, buyer, tools);
  const { paymentIntentId: intentId } = await beginBasket(t, buyer, placed);
  stripe.change(intentId);
  expectStatus(await reportPaid(t, buyer, placed[0]?._id ?? '', intentId), 200);
  const orders = await Promise.all(placed.map(({ _id }) => readOrder(t, buyer, _id)));
  return { intentId, orders: orders as [Order, ...Order[]] };
}

/** The totals of a payment's credit notes, in cents. */
export async function creditedCents(t: TestShop, intentId: string): Promise<number[]> {
  const notes = await creditNotesOf(t, { transactionId: intentId });
  return notes.map(({ totalCents }) => totalCents);
}
