import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { fillBasket, startBasket } from '#tests/support/baskets.ts';
import { beginPayment, buy, placeOrder, readStock } from '#tests/support/buying.ts';
import {
  freeUnits,
  orderSawsAndVice,
  paymentStatesOf,
  type SawsAndVice,
  unitsOf,
} from '#tests/support/saw-and-vice.ts';
import { comeBack } from '#tests/support/sessions.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_MAX_HOLDS: '2' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUpForEach(() => t.makeUser());

afterEach(async () => expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]));

const makeBasket = (units?: { saws?: number; vices?: number }) => orderSawsAndVice(t, ada, units);

const removeTool = (id: string) => t.call('DELETE', `/tool/${id}`, { token: admin.token });

describe('a payment of several orders is not started, and nothing is held,', () => {
  test.each<[string, (orders: Order[]) => object, string]>([
    ['without orders', () => ({ orderIds: [] }), 'orderIds'],
    [
      'with more than fifty',
      () => ({ orderIds: Array.from({ length: 51 }, () => randomUUID()) }),
      'orderIds',
    ],
    ['with an order twice', ([one]) => ({ orderIds: [one?._id, one?._id] }), 'orderIds'],
    ['with what is no id', ([one]) => ({ orderIds: [one?._id, 'saw'] }), 'orderIds.1'],
    ['with one order besides', ([one, two]) => ({ orderIds: [one?._id], orderId: two?._id }), 'orderIds'],
    ['without a price or orders', ([one]) => ({ orderId: one?._id }), 'price'],
  ])('%s', async (_what, bodyOf, field) => {
    const basket = await makeBasket();
    const body = bodyOf(basket.orders);
    expect(await t.call('POST', '/create-payment-intent', { token: ada.token, body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    });
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
  });

  /** The error of a payment that cannot start. */
  async function refusalOf(
    basket: SawsAndVice,
    orders: Pick<Order, '_id'>[] = basket.orders,
    price?: number,
  ) {
    const besides = price === undefined ? {} : { price };
    const { status, body } = await startBasket(t, ada, orders, besides);
    expect(await paymentStatesOf(t, basket.sawOrder)).toEqual([]);
    return { status, ...(body as ErrorReply).error };
  }

  test('with another buyer’s order, or an unknown one', async () => {
    const basket = await makeBasket();
    const eve = await t.makeUser();
    const hers = await placeOrder(t, eve, basket.vice.id);
    for (const other of [hers, { _id: randomUUID() }]) {
      expect(await refusalOf(basket, [basket.sawOrder, other])).toMatchObject({ status: 404 });
    }
    await t.call('DELETE', `/orders/${basket.viceOrder._id}`, { token: ada.token });
    expect(await refusalOf(basket)).toMatchObject({ status: 404 });
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
  });

  test('at another total than the buyer saw', async () => {
    const basket = await makeBasket();
    expect(await refusalOf(basket, basket.orders, 54.99)).toMatchObject({
      status: 409,
      code: 'price_changed',
      field: 'price',
      current: 55,
    });
  });

  test('when one is paid already', async () => {
    const basket = await makeBasket();
    const paid = await buy(t, ada, basket.vice.id);
    expect(await refusalOf(basket, [basket.sawOrder, paid])).toMatchObject({
      status: 409,
      code: 'conflict',
      field: 'orderIds',
      message: 'Bench vice: This order has already been paid',
    });
    expect(await readStock(t, basket.saw.id)).toEqual(freeUnits[0]);
  });

  test('when a tool has left the shop', async () => {
    const basket = await makeBasket();
    await removeTool(basket.vice.id);
    expect(await refusalOf(basket)).toMatchObject({
      status: 409,
      message: 'Bench vice: This tool is no longer sold, so this order can’t be paid for',
    });
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
  });

  test('when a price has yet to be accepted', async () => {
    const basket = await makeBasket();
    await t.asOwner(`update tools set price_cents = 3500 where id = '${basket.vice.id}'`);
    expect(await refusalOf(basket)).toMatchObject({
      status: 409,
      code: 'price_not_accepted',
      field: 'orderIds',
      message: expect.stringMatching(/^Bench vice: .*\$30\.00 to \$35\.00/),
    });
    expect(await unitsOf(t, basket)).toEqual(freeUnits);
  });

  test('when units are short, naming every affected tool', async () => {
    const basket = await makeBasket({ saws: 3, vices: 1 });
    const another = await placeOrder(t, ada, basket.saw.id, 2);
    const eve = await t.makeUser();
    await beginPayment(t, eve, await placeOrder(t, eve, basket.vice.id));
    // Two and two of three saws; the only vise is Eve's for now.
    const refusal = await refusalOf(basket, [basket.sawOrder, another, basket.viceOrder]);
    expect(refusal).toMatchObject({ status: 409, code: 'out_of_stock', field: 'orderIds' });
    expect(refusal.message).toBe(
      'Tenon saw is out of stock: fewer than the 4 you ordered are left; ' +
        'Bench vice is out of stock: fewer than the 1 you ordered are left',
    );
    const { message } = await refusalOf(basket);
    expect(message).toMatch(/^Bench vice/);
    expect(await unitsOf(t, basket)).toMatchObject([{ held: 0 }, { held: 1 }]);
  });

  test('by a blocked buyer, or above what a card can pay', async () => {
    const dear = await t.makeTool({ priceCents: 60_000_000, onHand: 9 });
    const orders = await fillBasket(t, ada, [dear, dear]);
    expect(await startBasket(t, ada, orders)).toMatchObject({
      status: 400,
      body: { error: { field: 'orderIds' } },
    });
    const basket = await makeBasket();
    const reason = 'Cards declined';
    await t.call('PUT', `/user/blocked/${ada.email}`, { token: admin.token, body: { reason } });
    await comeBack(t, ada);
    expect(await refusalOf(basket)).toMatchObject({ status: 403, code: 'account_blocked' });
  });
});
