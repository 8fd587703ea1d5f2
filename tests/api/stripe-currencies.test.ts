/** @module-tag sweep */
import { afterAll, describe, expect, test } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import { beginPayment, placeOrder, reportPaid } from '#tests/support/buying.ts';
import {
  chargesOf,
  deliveryMethod,
  forgetRules,
  regionOf,
  setDelivery,
  setTax,
} from '#tests/support/charges.ts';
import { setUpStripeShop } from '#tests/support/stripe/stripe-shop.ts';

describe.each([
  { currency: 'jpy', step: 1, priceCents: 1980, price: 1980, amount: 3960, refused: 19.8 },
  { currency: 'kwd', step: 10, priceCents: 5120, price: 5.12, amount: 10_240, refused: 5.124 },
  { currency: 'isk', step: 100, priceCents: 4990, price: 4990, amount: 998_000, refused: 49.9 },
  { currency: 'eur', step: 1, priceCents: 1999, price: 19.99, amount: 3998, refused: 19.999 },
])('a shop in $currency', ({ currency, step, priceCents, price, amount, refused }) => {
  const { t, stripe } = setUpStripeShop({ SHOP_CURRENCY: currency });
  afterAll(() => expect(stripe.problems).toEqual([]));

  test('shows the price, and charges two units exactly', async () => {
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

  test('refuses a price that no card can pay', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const { img } = await t.makeTool();
    const tool = { name: 'Awl', description: 'Sharp', min_order_quantity: 1, available_quantity: 1, img };
    const post = (priceOf: number) =>
      t.call('POST', '/tool', { token: admin.token, body: { ...tool, price: priceOf } });
    expect(await post(refused)).toMatchObject({ status: 400, body: { error: { field: 'price' } } });
    expect((await post(price)).status).toBe(200);
  });

  test('charges delivery and tax in amounts that a card can pay', async () => {
    const [admin, ada] = [await t.makeUser({ role: 'admin' }), await t.makeUser()];
    const usa = regionOf('US');
    const methods = [deliveryMethod({ price })];
    const rules = await setDelivery(t, admin, { shopCountry: 'US', regions: [usa], methods });
    const body = { ...rules, methods: [deliveryMethod({ price: refused })] };
    const dearer = await t.call('PUT', '/charge-rules/delivery', { token: admin.token, body });
    expect(dearer).toMatchObject({ status: 400, body: { error: { field: 'methods.0.price' } } });
    const rate = { region: usa._id, category: null, rate: 7.25, exemptsBusinesses: false };
    await setTax(t, admin, { rates: [rate] });
    const order = await placeOrder(t, ada, (await t.makeTool({ priceCents })).id, 3);
    const { total } = await chargesOf(t, ada, { orderIds: [order._id] });
    const { paymentIntentId } = await beginPayment(t, ada, { ...order, price: total });
    const charged = stripe.books.intents.get(paymentIntentId)?.amount ?? 0;
    expect([charged > amount, charged % step]).toEqual([true, 0]);
    await forgetRules(t, admin);
  });
});
