import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { buy, expectStatus, orderBody, placeOrder, readOrder } from '#tests/support/buying.ts';
import { giveBankDetails, invoiceOrders } from '#tests/support/open-invoices.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));

const words = { purchaseOrderNumber: 'PO 7731', buyerNote: 'Ring twice.\nThe yard is at the back.' };
const none = { purchaseOrderNumber: '', buyerNote: '' };

const write = (buyer: TestUser, body: object) =>
  t.call<{ modifiedCount: number } & ErrorReply>('PUT', '/cart', { token: buyer.token, body });

const wordsOf = async (buyer: TestUser, order: Order) => {
  const { purchaseOrderNumber, buyerNote } = await readOrder(t, buyer, order._id);
  return { purchaseOrderNumber, buyerNote };
};

describe('a buyer’s purchase order number and note', () => {
  test('stand on all orders of the cart, and on one placed later', async () => {
    const buyer = await t.makeUser();
    const { id } = await t.makeTool({ onHand: 50 });
    const paid = await buy(t, buyer, id);
    const orders = [await placeOrder(t, buyer, id), await placeOrder(t, buyer, id)];
    const stranger = await t.makeUser();
    const strange = await placeOrder(t, stranger, id);
    expect(expectStatus(await write(buyer, words), 200)).toEqual({ modifiedCount: 2 });
    expect(expectStatus(await write(buyer, words), 200)).toEqual({ modifiedCount: 0 });
    for (const order of [...orders, await placeOrder(t, buyer, id)])
      expect(await wordsOf(buyer, order)).toEqual(words);
    expect(await wordsOf(buyer, paid)).toEqual(none);
    expect(await wordsOf(stranger, strange)).toEqual(none);
    expect(await wordsOf(stranger, await placeOrder(t, stranger, id))).toEqual(none);
    expect(expectStatus(await write(buyer, none), 200)).toEqual({ modifiedCount: 3 });
    expect(await wordsOf(buyer, await placeOrder(t, buyer, id))).toEqual(none);
  });

  test('are those of a quick order on all of its lines', async () => {
    const buyer = await t.makeUser();
    const tools = [await t.makeTool(), await t.makeTool()];
    const { phone, address } = orderBody('');
    const lines = tools.map(({ id }) => ({ toolId: id, quantity: 1 }));
    const { orders } = expectStatus(
      await t.call<{ orders: Order[] }>('POST', '/orders/batch', {
        token: buyer.token,
        body: { phone, address, ...words, lines },
      }),
      201,
    );
    expect(orders).toMatchObject([words, words]);
  });

  test('stay as they are on an open invoice', async () => {
    await giveBankDetails(t);
    const buyer = await t.makeUser();
    const { id } = await t.makeTool({ onHand: 50 });
    const invoiced = await placeOrder(t, buyer, id);
    expectStatus(await invoiceOrders(t, staff, buyer, [invoiced]), 201);
    const other = await placeOrder(t, buyer, id);
    expect(expectStatus(await write(buyer, words), 200)).toEqual({ modifiedCount: 1 });
    expect(await wordsOf(buyer, invoiced)).toEqual(none);
    expect(await wordsOf(buyer, other)).toEqual(words);
  });

  test.each([
    ['purchaseOrderNumber', 'x'.repeat(61)],
    ['buyerNote', 'x'.repeat(501)],
    ['buyerNote', undefined],
  ])('are refused if %s is %j', async (field, text) => {
    const refused = await write(await t.makeUser(), { ...words, [field]: text });
    expect(refused).toMatchObject({ status: 400, body: { error: { field } } });
  });

  test('need a login', async () => {
    expect((await t.call('PUT', '/cart', { body: words })).status).toBe(401);
  });
});
