import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import { beginPayment, placeOrder, reportPaid } from '#tests/support/buying.ts';
import {
  type PretendedStripeServer,
  startPretendedStripe,
  stripeKeys,
} from '#tests/support/stripe/pretended-stripe.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

describe.each([
  { currency: 'jpy', priceCents: 1980, price: 1980, amount: 3960, refused: 19.8 },
  { currency: 'kwd', priceCents: 5120, price: 5.12, amount: 10_240, refused: 5.124 },
  { currency: 'isk', priceCents: 4990, price: 4990, amount: 998_000, refused: 49.9 },
  { currency: 'eur', priceCents: 1999, price: 19.99, amount: 3998, refused: 19.999 },
])('a shop in $currency', ({ currency, priceCents, price, amount, refused }) => {
  let stripe: PretendedStripeServer;
  let t: TestShop;

  beforeAll(async () => {
    stripe = await startPretendedStripe();
    const environment = { SHOP_CURRENCY: currency, CARD_PAYMENTS: 'stripe', ...stripeKeys };
    t = await startTestShop(environment, { pretendedStripe: stripe.address });
  });
  afterAll(async () => {
    await t.stop();
    await stripe.stop();
    expect(stripe.problems).toEqual([]);
  });

  test('shows the price, and has two of them charged exactly', async () => {
    const ada = await t.makeUser();
    const tool = await t.makeTool({ priceCents });
    expect((await t.call<Tool>('GET', `/tool/${tool.id}`)).body).toMatchObject({ price });
    const order = await placeOrder(t, ada, tool.id, 2);
    expect(order.price).toBe(2 * price);
    const { paymentIntentId } = await beginPayment(t, ada, order);
    expect(stripe.books.intents.get(paymentIntentId)).toMatchObject({ amount, currency });
    stripe.change(paymentIntentId);
    expect((await reportPaid(t, ada, order._id, paymentIntentId)).status).toBe(200);
  });

  test('takes no price that no card can pay', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const { img } = await t.makeTool();
    const tool = { name: 'Awl', description: 'Sharp', min_order_quantity: 1, available_quantity: 1, img };
    const post = (priceOf: number) =>
      t.call('POST', '/tool', { token: admin.token, body: { ...tool, price: priceOf } });
    expect(await post(refused)).toMatchObject({ status: 400, body: { error: { field: 'price' } } });
    expect((await post(price)).status).toBe(200);
  });
});
