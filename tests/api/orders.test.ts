import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { placedOrderSchema } from '#features/orders/contract.ts';
import {
  countOrders,
  orderBody,
  placeOrder,
  queuedMails,
  readOrder,
  readStock,
} from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@example.com' }));
const admin = setUp(() => t.makeUser({ name: 'Alma Admin', role: 'admin' }));

function post(body: unknown, options: { token?: string; key?: string } = {}) {
  return t.call<ErrorReply & { insertedId: string }>('POST', '/orders', {
    token: options.token ?? ada.token,
    body,
    ...(options.key === undefined ? {} : { headers: { 'idempotency-key': options.key } }),
  });
}

describe('placing an order', () => {
  test('returns the order at the shop’s price, with the caller’s name and its own copies', async () => {
    const tool = await t.makeTool({
      name: 'Rubber mallet',
      priceCents: 1999,
      minOrderQuantity: 2,
      onHand: 9,
    });
    const reply = await post({
      ...orderBody(tool.id, 3),
      price: 19.99 * 3,
      userName: 'Somebody Else',
      email: 'else@example.com',
      role: 'admin',
    });
    expect(reply.status).toBe(201);
    const order = placedOrderSchema.parse(reply.body);
    expect(order).toMatchObject({
      insertedId: order._id,
      toolId: tool.id,
      toolName: 'Rubber mallet',
      img: tool.img,
      picture: { width: 800, height: 600, colour: '#eeeeee', webp: `${tool.img} 800w`, avif: null },
      userName: 'Ada Joiner',
      email: 'ada@example.com',
      phone: '+1 555 0100',
      address: '1 Workshop Lane',
      minQuantity: 3,
      unitPrice: 19.99,
      price: 59.97,
      paid: false,
      transactionId: null,
      pendingChange: null,
      paidAt: null,
      shippedAt: null,
      unavailable: null,
      newUnitPrice: null,
    });
    expect(await queuedMails(t, order._id)).toEqual([]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 9, held: 0, sold: 0 });
  });

  test('raises a quantity below the minimum to it', async () => {
    const tool = await t.makeTool({ priceCents: 100, minOrderQuantity: 5, onHand: 5 });
    const reply = await post(orderBody(tool.id, 1));
    expect(reply).toMatchObject({ status: 201, body: { minQuantity: 5, price: 5 } });
  });

  test('keeps its price and name when the tool changes', async () => {
    const tool = await t.makeTool({ name: 'Old name', priceCents: 100 });
    const order = await placeOrder(t, ada, tool.id);
    await t.shop.db
      .updateTable('tools')
      .set({ name: 'New name', price_cents: 999 })
      .where('id', '=', tool.id)
      .execute();
    expect(await readOrder(t, ada, order._id)).toMatchObject({ toolName: 'Old name', price: 1 });
  });

  test('finds the tool by its name alone, or by its picture if two share the name', async () => {
    const lone = await t.makeTool({ name: 'Spokeshave' });
    await t.makeTool({ name: 'Try square' });
    const twin = await t.makeTool({ name: 'Try square' });
    const byName = (toolName: string, img?: string) =>
      post({ ...orderBody(lone.id), toolId: undefined, toolName, img });

    expect(await byName('Spokeshave')).toMatchObject({ status: 201, body: { toolId: lone.id } });
    expect(await byName('Try square', twin.img)).toMatchObject({ status: 201, body: { toolId: twin.id } });
    for (const [name, img] of [
      ['Try square'],
      ['Try square', 'https://else.example/x.png'],
      ['No such tool'],
    ]) {
      expect(await byName(name ?? '', img)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', field: 'toolName' } },
      });
    }
  });
});

describe('an order is refused, and nothing is stored,', () => {
  async function expectRefused(body: unknown, status: number, error: object) {
    const before = await countOrders(t);
    expect(await post(body)).toMatchObject({ status, body: { error } });
    expect(await countOrders(t)).toBe(before);
  }

  test('when the client saw another price', async () => {
    const tool = await t.makeTool({ priceCents: 1250 });
    await expectRefused({ ...orderBody(tool.id, 2), price: 24.99 }, 409, {
      code: 'price_changed',
      message: 'The price is now $25.00. Please check it and try again.',
    });
  });

  test('above what is available', async () => {
    const tool = await t.makeTool({ onHand: 4 });
    await expectRefused(orderBody(tool.id, 5), 400, {
      code: 'invalid_input',
      field: 'minQuantity',
      message: 'Maximum order quantity must be smaller than or equal 4',
    });
  });

  test('when less than the minimum is available', async () => {
    const tool = await t.makeTool({ onHand: 4, minOrderQuantity: 5 });
    await expectRefused(orderBody(tool.id, 5), 409, {
      code: 'out_of_stock',
      message: 'Only 4 left; the minimum order is 5',
    });
  });

  test('above what one card payment can be', async () => {
    const tool = await t.makeTool({ priceCents: 50_000_000, onHand: 10 });
    await expectRefused(orderBody(tool.id, 2), 400, {
      field: 'minQuantity',
      message: 'Orders are limited to $999,999.99. Please order fewer.',
    });
  });

  test('for a tool that is unknown or has left the shop', async () => {
    const gone = await t.makeTool();
    await t.call('DELETE', `/tool/${gone.id}`, { token: admin.token });
    for (const id of [randomUUID(), gone.id]) {
      await expectRefused(orderBody(id), 404, { code: 'not_found', field: 'toolId' });
    }
  });

  const text = (length: number) => 'x'.repeat(length);
  test.each<[string, object, string, string]>([
    ['no phone', { phone: undefined }, 'phone', 'Please provide your phone number!'],
    ['a blank phone', { phone: '  ' }, 'phone', 'Please provide your phone number!'],
    ['a long phone', { phone: text(41) }, 'phone', 'Phone number must be 40 characters or shorter'],
    ['no address', { address: undefined }, 'address', 'Please provide your address!'],
    ['a long address', { address: text(501) }, 'address', 'Address must be 500 characters or shorter'],
    ['a wrong type', { address: { street: 1 } }, 'address', 'Please provide your address!'],
    ['no quantity', { minQuantity: undefined }, 'minQuantity', 'Order quantity is required'],
    ['half a tool', { minQuantity: 1.5 }, 'minQuantity', 'Order quantity must be a whole number'],
    ['a quantity as text', { minQuantity: '2' }, 'minQuantity', 'Order quantity is required'],
    ['a huge quantity', { minQuantity: 2 ** 31 }, 'minQuantity', 'Order quantity is too large'],
    ['a price as text', { price: '12.50' }, 'price', 'price must be a number'],
    ['a negative price', { price: -1 }, 'price', 'price must be a positive number'],
    ['a malformed id', { toolId: '42' }, 'toolId', 'Not a valid id'],
    ['no tool at all', { toolId: undefined }, 'toolId', 'toolId is required'],
  ])('with %s', async (_what, slip, field, message) => {
    const tool = await t.makeTool();
    await expectRefused({ ...orderBody(tool.id), ...slip }, 400, { code: 'invalid_input', field, message });
  });

  test('with a character that PostgreSQL cannot store', async () => {
    const tool = await t.makeTool();
    await expectRefused({ ...orderBody(tool.id), address: 'a\u0000b' }, 400, { code: 'invalid_input' });
  });

  test('when the body is not JSON, or too large', async () => {
    const before = await countOrders(t);
    const send = (body: string) =>
      fetch(`${t.url}/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
        body,
      });
    expect((await send('{"toolId":')).status).toBe(400);
    expect((await send('')).status).toBe(400);
    expect((await send('[]')).status).toBe(400);
    expect((await send(JSON.stringify({ address: text(70_000) }))).status).toBe(413);
    expect(await countOrders(t)).toBe(before);
  });

  test('without a token, or with a bad one', async () => {
    const tool = await t.makeTool();
    const before = await countOrders(t);
    for (const token of ['', 'nonsense', `${ada.token.slice(0, -4)}AAAA`]) {
      const reply = await t.call('POST', '/orders', { token, body: orderBody(tool.id) });
      expect(reply).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } });
    }
    expect(await countOrders(t)).toBe(before);
  });
});
