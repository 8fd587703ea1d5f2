import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { beginPayment, readOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

const read = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;

const edit = (id: string, body: object) =>
  t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, { token: admin.token, body });

/** A tool at $10.00 with these edits, at version 2. */
async function makeTool(details: object): Promise<string> {
  const { id } = await t.makeTool({ priceCents: 1000, minOrderQuantity: 50, onHand: 1000 });
  expect((await edit(id, { version: 1, ...details })).status).toBe(200);
  return id;
}

const where = { phone: '+1 555 0100', address: '1 Yard Lane' };

const order = (toolId: string, minQuantity: number, price?: number) =>
  t.call<Order & ErrorReply>('POST', '/orders', {
    token: buyer.token,
    body: { toolId, minQuantity, price, ...where },
  });

const change = (id: string, minQuantity: number, price?: number) =>
  t.call<Order & ErrorReply>('PUT', `/orders/${id}`, {
    token: buyer.token,
    body: { minQuantity, price, ...where },
  });

describe('a tool sold in packs', () => {
  test('is ordered in whole packs only', async () => {
    const id = await makeTool({ pack_step: 25 });
    expect(await read(id)).toMatchObject({ pack_step: 25, version: 2 });
    const placed = (await order(id, 1)).body;
    expect(placed.minQuantity).toBe(50);
    for (const refused of [await order(id, 60), await change(placed._id, 60)])
      expect([refused.status, refused.body.error]).toMatchObject([
        400,
        {
          code: 'invalid_input',
          field: 'minQuantity',
          message: 'Order quantity must be 50, 75, 100,,, and so on: it’s sold in packs of 25',
        },
      ]);
    expect((await readOrder(t, buyer, placed._id)).minQuantity).toBe(50);
    expect((await change(placed._id, 75)).body.minQuantity).toBe(75);
    // An order keeps its quantity when the pack size changes.
    await edit(id, { version: 2, pack_step: 40 });
    expect((await change(placed._id, 75)).status).toBe(200);
    expect((await change(placed._id, 100)).status).toBe(400);
    expect((await change(placed._id, 120)).body.minQuantity).toBe(120);
  });

  test('has a minimum of whole packs, whatever writes it', async () => {
    const id = await makeTool({ pack_step: 40 });
    expect(await read(id)).toMatchObject({ min_order_quantity: 80, pack_step: 40 });
    const edited = await edit(id, { version: 2, min_order_quantity: 81, pack_step: 20 });
    expect(edited.body).toMatchObject({ min_order_quantity: 100, pack_step: 20 });
    const most = await edit(id, { version: 3, min_order_quantity: 2_147_483_647, pack_step: 1_000_000_000 });
    expect(most.body).toMatchObject({ min_order_quantity: 2_000_000_000 });
    await t.asOwner(`update tools set min_order_quantity = 15, pack_step = 10 where id = '${id}'`);
    expect(await read(id)).toMatchObject({ min_order_quantity: 20, pack_step: 10 });
    await t.asOwner(`update tools set min_order_quantity = 2147483647 where id = '${id}'`);
    expect(await read(id)).toMatchObject({ min_order_quantity: 2_147_483_640 });
  });

  test('is ordered up to the last whole pack', async () => {
    const id = await makeTool({ pack_step: 25, available_quantity: 110 });
    for (const tooMany of [101, 110, 125]) {
      const { status, body } = await order(id, tooMany);
      expect([status, body.error]).toMatchObject([
        400,
        {
          field: 'minQuantity',
          message: 'Maximum order quantity must be smaller than or equal 100',
        },
      ]);
    }
    expect((await order(id, 100)).status).toBe(201);
    await edit(id, { version: 2, available_quantity: 49 });
    const { status, body } = await order(id, 50);
    expect([status, body.error.code]).toEqual([409, 'out_of_stock']);
  });

  test('cannot be ordered in parts of a pack past the shop either', async () => {
    const id = await makeTool({ pack_step: 25 });
    const { _id } = (await order(id, 50)).body;
    const broken = t.asOwner(`update orders set quantity = 60, total_cents = 60000 where id = '${_id}'`);
    await expect(broken).rejects.toThrow('not in whole packs');
  });

  test.each([0, 1.5, '5', null])('is refused in a quantity of %j', async (pack_step) => {
    const { id } = await t.makeTool();
    const { status, body } = await edit(id, { version: 1, pack_step });
    expect([status, body.error]).toMatchObject([400, { field: 'pack_step' }]);
    expect((await read(id)).version).toBe(1);
  });
});

test('a list and a page name the unit price of the minimum order, which is the first that can be paid', async () => {
  const id = await makeTool({
    price_breaks: [
      { quantity: 20, price: 9 },
      { quantity: 50, price: 8.5 },
      { quantity: 100, price: 8 },
    ],
  });
  const listed = async () => {
    const { body } = await t.call<ToolDetails[]>('GET', '/tool?limit=100');
    return body.find(({ _id }) => _id === id);
  };
  expect(await read(id)).toMatchObject({ price: 10, unit_price: 8.5, min_order_quantity: 50 });
  expect(await listed()).toMatchObject({ price: 10, unit_price: 8.5 });
  expect((await order(id, 50, 425)).status).toBe(201);
  await edit(id, { version: 2, min_order_quantity: 5 });
  expect(await listed()).toMatchObject({ price: 10, unit_price: 10 });
  // A break that a lower price has overtaken does not apply.
  await edit(id, { version: 3, min_order_quantity: 20 });
  expect(await listed()).toMatchObject({ price: 10, unit_price: 9 });
  await t.asOwner(`update tools set price_cents = 890 where id = '${id}'`);
  expect(await listed()).toMatchObject({ price: 8.9, unit_price: 8.9 });
});

describe('price breaks', () => {
  const price_breaks = [
    { quantity: 100, price: 9.5 },
    { quantity: 200, price: 9 },
  ];

  test('are stored by quantity, and the unit price is the deepest that fits', async () => {
    const id = await makeTool({ price_breaks: price_breaks.toReversed() });
    expect((await read(id)).price_breaks).toEqual(price_breaks);
    for (const [quantity, unitPrice] of [
      [50, 10],
      [99, 10],
      [100, 9.5],
      [199, 9.5],
      [200, 9],
      [1000, 9],
    ] as const) {
      const { status, body } = await order(id, quantity, unitPrice * quantity);
      expect([status, body.unitPrice, body.price]).toEqual([201, unitPrice, unitPrice * quantity]);
      expect(body.newUnitPrice).toBeNull();
    }
    const { status, body } = await order(id, 100, 1000);
    expect([status, body.error]).toMatchObject([409, { code: 'price_changed', current: 950 }]);
  });

  test('above the current price are ignored, reported apart, and can be kept or removed', async () => {
    const id = await makeTool({ price_breaks });
    await t.asOwner(`update tools set price_cents = 920 where id = '${id}'`);
    const [overtaken, deep] = price_breaks;
    expect(await read(id)).toMatchObject({ price_breaks: [deep], overtaken_breaks: [overtaken] });
    // Sending all of them back unchanged changes none.
    expect((await edit(id, { version: 2, name: 'Renamed', price_breaks })).body).toMatchObject({
      price_breaks: [deep],
      overtaken_breaks: [overtaken],
    });
    const changed = [overtaken, { quantity: 300, price: 8 }];
    const refused = await edit(id, { version: 3, price_breaks: changed });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'price_breaks']);
    expect((await edit(id, { version: 3, price_breaks: [deep] })).body).toMatchObject({
      price_breaks: [deep],
      overtaken_breaks: [],
    });
  });

  test('follow the quantity of an unpaid order, and stay with it when they change', async () => {
    const id = await makeTool({ price_breaks });
    const { _id } = (await order(id, 100)).body;
    expect((await change(_id, 200, 1800)).body).toMatchObject({ unitPrice: 9, price: 1800 });
    expect((await change(_id, 99, 990)).body).toMatchObject({ unitPrice: 10, price: 990 });
    expect((await change(_id, 100, 950)).body).toMatchObject({ unitPrice: 9.5, newUnitPrice: null });

    await edit(id, { version: 2, price_breaks: [{ quantity: 100, price: 8 }] });
    const kept = await readOrder(t, buyer, _id);
    expect(kept).toMatchObject({ unitPrice: 9.5, price: 950, newUnitPrice: 8 });
    const pay = await t.call<ErrorReply>('POST', '/create-payment-intent', {
      token: buyer.token,
      body: { price: 950, orderId: _id },
    });
    expect([pay.status, pay.body.error.code]).toEqual([409, 'price_not_accepted']);
    const accepted = await t.call<Order>('POST', `/orders/${_id}/accept-price`, {
      token: buyer.token,
      body: { price: 8 },
    });
    expect(accepted.body).toMatchObject({ unitPrice: 8, price: 800, newUnitPrice: null });
    await beginPayment(t, buyer, accepted.body);
  });

  test('are ignored where a price change in bulk has gone below them', async () => {
    const id = await makeTool({ price_breaks });
    const { _id } = (await order(id, 200)).body;
    await t.asOwner(`update tools set price_cents = 920 where id = '${id}'`);
    expect((await read(id)).price_breaks).toEqual([{ quantity: 200, price: 9 }]);
    expect((await order(id, 100)).body).toMatchObject({ unitPrice: 9.2, price: 920 });
    expect((await readOrder(t, buyer, _id)).newUnitPrice).toBeNull();
    await t.asOwner(`update tools set price_cents = 800 where id = '${id}'`);
    expect((await order(id, 200)).body).toMatchObject({ unitPrice: 8, price: 1600 });
    expect((await readOrder(t, buyer, _id)).newUnitPrice).toBe(8);
  });

  test.each([
    [[{ quantity: 1, price: 9 }], 'price_breaks.0.quantity', 'Quantity must be at least 2'],
    [[{ quantity: 10 }], 'price_breaks.0.price', 'Price is required'],
    [[{ quantity: 10, price: 9.999 }], 'price_breaks.0.price', 'Price can have at most 2 decimal places'],
    [[...price_breaks, ...price_breaks], 'price_breaks', 'Each quantity can have only one price'],
    [[{ quantity: 10, price: 10 }], 'price_breaks', expect.stringContaining('must be lower than')],
    [
      [...price_breaks, { quantity: 300, price: 9.2 }],
      'price_breaks',
      expect.stringContaining('must be lower than'),
    ],
    [
      Array.from({ length: 11 }, (_, nth) => ({ quantity: nth + 2, price: 9 - nth / 10 })),
      'price_breaks',
      'A tool can have 10 price breaks',
    ],
    [null, 'price_breaks', expect.any(String)],
  ])('refuses %j, and changes nothing', async (breaks, field, message) => {
    const id = await makeTool({ price_breaks });
    const { status, body } = await edit(id, { version: 2, name: 'Other', price_breaks: breaks });
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_input', field, message }]);
    expect(await read(id)).toMatchObject({ version: 2, price_breaks });
  });

  test('block a price that would no longer be above them', async () => {
    const id = await makeTool({ price_breaks });
    const { status, body } = await edit(id, { version: 2, price: 9.5 });
    expect([status, body.error]).toMatchObject([400, { field: 'price_breaks' }]);
    expect((await edit(id, { version: 2, price: 9.5, price_breaks: [] })).body).toMatchObject({
      price: 9.5,
      price_breaks: [],
    });
  });
});
