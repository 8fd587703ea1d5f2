import type { Order } from '#features/orders/contract.ts';
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

/** Starts a shop with its own Stripe, for a test that starts several. A call takes as long as a busy machine
 * needs. */
export async function startStripeShop(environment: Record<string, string> = {}): Promise<StripeShop> {
  const clock = createTestClock();
  const stripe = await startPretendedStripe(clock.now);
  const t = await startTestShop(
    { CARD_PAYMENTS: 'stripe', ...stripeKeys, ...environment },
    { clock, pretendedStripe: { ...stripe.address, retries: 0, tryMs: 30_000, callMs: 40_000 } },
  );
  return { t, stripe };
}

/** Stops a shop and its Stripe. */
export async function stopStripeShop({ t, stripe }: StripeShop): Promise<void> {
  await t.stop();
  await stripe.stop();
}

/** Orders paid together. */
export type PaidOrders = { intentId: string; orders: [Order, ...Order[]] };

/** Orders of 12.50 each, paid together. */
export function payWithStripe(shop: StripeShop, buyer: TestUser, count: number): Promise<PaidOrders> {
  return payForLines(
    shop,
    buyer,
    Array.from({ length: count }, () => ({ priceCents: 1250, quantity: 1 })),
  );
}

/** One order for each line, paid together. */
export async function payForLines(
  shop: StripeShop,
  buyer: TestUser,
  lines: readonly OrderedLine[],
): Promise<PaidOrders> {
  const { t, stripe } = shop;
  const { intentId, orders: placed } = await beginLines(shop, buyer, lines);
  stripe.change(intentId);
  expectStatus(await reportPaid(t, buyer, placed[0]?._id ?? '', intentId), 200);
  const orders = await Promise.all(placed.map(({ _id }) => readOrder(t, buyer, _id)));
  return { intentId, orders: orders as PaidOrders['orders'] };
}

/** The unit price and the quantity of an order. */
export type OrderedLine = { priceCents: number; quantity: number };

/** One order for each line, with a payment that has started. */
export async function beginLines(
  { t }: StripeShop,
  buyer: TestUser,
  lines: readonly OrderedLine[],
): Promise<{ intentId: string; orders: Order[] }> {
  const tools = await Promise.all(
    lines.map(async ({ priceCents, quantity }) => {
      const { id } = await t.makeTool({ onHand: 5 * quantity, priceCents });
      return { id, quantity };
    }),
  );
  const orders = await fillBasket(t, buyer, tools);
  const { paymentIntentId: intentId } = await beginBasket(t, buyer, orders);
  return { intentId, orders };
}

/** The totals of a payment's credit notes, in cents. */
export async function creditedCents(t: TestShop, intentId: string): Promise<number[]> {
  const notes = await creditNotesOf(t, { transactionId: intentId });
  return notes.map(({ totalCents }) => totalCents);
}
