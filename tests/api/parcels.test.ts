import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, test } from 'vitest';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { placeOrder, queuedMails, readOrder } from '#tests/support/buying.ts';
import { openPackingTable, UNDO_MS } from '#tests/support/parcels.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const eve = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const packing = setUp(() => openPackingTable(t, { buyer: ada, staff }));

describe('POST /parcels', () => {
  it('ships an order in parts; the last one completes it, and each is emailed with its link', async () => {
    const orderId = await packing.buyUnits(5);
    await packing.emailsAfter(0);
    const first = await packing.send([{ orderId, quantity: 2 }], {
      carrier: 'ups',
      trackingNumber: ' 1Z 9 ',
    });
    expect(first.status).toBe(201);
    const { number } = await readOrder(t, ada, orderId);
    expect(first.body).toEqual({
      _id: expect.any(String),
      sentAt: expect.any(String),
      deliveredOn: null,
      carrier: 'UPS',
      trackingNumber: '1Z 9',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z9',
      contents: [{ orderId, number, toolName: 'Bow saw', partNumber: null, quantity: 2, ordered: 5 }],
    });
    const part = { state: 'paid', shippedAt: null, pendingChange: null, sentQuantity: 2 };
    expect(await readOrder(t, ada, orderId)).toMatchObject(part);
    const [told, ...others] = await packing.emailsAfter(UNDO_MS + 500);
    expect(others).toEqual([]);
    expect(told?.subject).toBe(`Part of order ${number} is on its way: Bow saw`);
    for (const words of ['2 of 5 × Bow saw', 'UPS', '1Z 9', 'track?tracknum=1Z9', 'when the rest ships'])
      expect(told?.text).toContain(words);

    const last = await packing.send([{ orderId, quantity: 3 }]);
    expect(last.body).toMatchObject({ carrier: null, trackingNumber: null, trackingUrl: null });
    const whole = {
      state: 'shipped',
      shippedAt: last.body.sentAt,
      pendingChange: 'shipped',
      sentQuantity: 5,
    };
    expect(await readOrder(t, ada, orderId)).toMatchObject(whole);
    const [rest] = await packing.emailsAfter(UNDO_MS + 500);
    expect(rest?.subject).toBe(`The rest of order ${number} is on its way: Bow saw`);
    expect(rest?.text).not.toContain('when the rest ships');
    expect(await packing.parcelsOf(orderId)).toEqual([first.body, last.body]);
    expect(await packing.parcelsOf(orderId, staff)).toEqual([first.body, last.body]);
    const list = await t.call<BuyersOrder[]>('GET', `/orders?email=${ada.email}`, { token: ada.token });
    expect(list.body.find(({ _id }) => _id === orderId)?.parcels).toEqual([first.body, last.body]);
    const trail = await packing.ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`);
    expect(trail.body.slice(-2).map(({ action, details }) => [action, details])).toEqual([
      ['parcel_sent', { parcelId: first.body._id, quantity: 2 }],
      ['order_shipped', { parcelId: last.body._id, quantity: 3 }],
    ]);
  });

  it('holds several orders of one buyer, announced in one email', async () => {
    const [one, other] = [await packing.buyUnits(1), await packing.buyUnits(4)];
    await packing.emailsAfter(UNDO_MS);
    const { status, body } = await packing.send([
      { orderId: other, quantity: 3 },
      { orderId: one, quantity: 1 },
    ]);
    expect([status, body.contents.length]).toEqual([201, 2]);
    expect(await queuedMails(t, body._id)).toEqual(['parcel-sent']);
    const states = [await readOrder(t, ada, one), await readOrder(t, ada, other)];
    expect(states.map(({ state, sentQuantity }) => [state, sentQuantity])).toEqual([
      ['shipped', 1],
      ['paid', 3],
    ]);
    const emails = await packing.emailsAfter(UNDO_MS + 500);
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Your orders ${states[0]?.number}, ${states[1]?.number} are on their way`,
    ]);
    expect(await packing.parcelsOf(one)).toEqual(await packing.parcelsOf(other));
  });

  it('repeats the first answer under the same key', async () => {
    const orderId = await packing.buyUnits(4);
    const body = { orders: [{ orderId, quantity: 2 }] };
    const key = { 'idempotency-key': randomUUID() };
    const first = await packing.ask('POST', '/parcels', body, key);
    expect((await packing.ask('POST', '/parcels', body, key)).body).toEqual(first.body);
    expect((await readOrder(t, ada, orderId)).sentQuantity).toBe(2);
  });

  it.each([
    [
      'more than is left',
      409,
      'conflict',
      'orders.0.quantity',
      async () => [{ orderId: await packing.buyUnits(2), quantity: 3 }],
    ],
    [
      'an unpaid order',
      409,
      'conflict',
      undefined,
      async () => [{ orderId: (await placeOrder(t, ada, packing.toolId))._id, quantity: 1 }],
    ],
    [
      'orders of two buyers',
      400,
      'invalid_input',
      'orders',
      async () => [
        { orderId: await packing.buyUnits(1), quantity: 1 },
        { orderId: await packing.buyUnits(1, eve), quantity: 1 },
      ],
    ],
    [
      'no order of the shop’s',
      404,
      'not_found',
      'orders.0.orderId',
      async () => [{ orderId: randomUUID(), quantity: 1 }],
    ],
  ])('refuses %s, and changes nothing', async (_what, status, code, field, makeOrders) => {
    const orders = await makeOrders();
    const reply = await packing.send(orders);
    expect([reply.status, reply.body.error.code, reply.body.error.field]).toEqual([status, code, field]);
    const sent = await t.shop.db
      .selectFrom('parcel_orders')
      .where(
        'order_id',
        'in',
        orders.map(({ orderId }) => orderId),
      )
      .selectAll()
      .execute();
    expect(sent).toEqual([]);
  });

  it('reports an order that is completely shipped', async () => {
    const orderId = await packing.buyUnits(1);
    const { number } = await readOrder(t, ada, orderId);
    await packing.send([{ orderId, quantity: 1 }]);
    const { error } = (await packing.send([{ orderId, quantity: 1 }])).body;
    expect(error.message).toBe(`All of order ${number} has shipped`);
  });

  it.each<[string, unknown]>([
    ['orders', {}],
    ['orders', { orders: [] }],
    ['orders', { orders: 'all' }],
    ['orders', { orders: Array.from({ length: 51 }, () => ({ orderId: randomUUID(), quantity: 1 })) }],
    [
      'orders',
      { orders: [1, 2].map((quantity) => ({ orderId: '01a1fcdf-6a65-75be-b5d6-8df66059fcf2', quantity })) },
    ],
    ['orders.0.orderId', { orders: [{ orderId: '7', quantity: 1 }] }],
    ...[0, -1, 1.5, '1', null, 1e12].map((quantity): [string, unknown] => [
      'orders.0.quantity',
      { orders: [{ orderId: randomUUID(), quantity }] },
    ]),
    ['trackingNumber', { orders: [{ orderId: randomUUID(), quantity: 1 }], trackingNumber: 'x'.repeat(61) }],
    ['trackingNumber', { orders: [{ orderId: randomUUID(), quantity: 1 }], trackingNumber: 'a\u0000b' }],
    ['carrier', { orders: [{ orderId: randomUUID(), quantity: 1 }], carrier: 7 }],
    ['carrier', { orders: [{ orderId: randomUUID(), quantity: 1 }], carrier: 'Pigeon' }],
  ])('names %s in a bad body', async (field, body) => {
    const reply = await packing.ask('POST', '/parcels', body);
    expect([reply.status, reply.body.error.field]).toEqual([400, field]);
  });
});

test('ships the remaining units as a parcel by the specified call and by the desk’s', async () => {
  const [one, other] = [await packing.buyUnits(3), await packing.buyUnits(3)];
  for (const orderId of [one, other]) await packing.send([{ orderId, quantity: 1 }]);
  expect((await packing.ask<unknown>('PUT', `/manageorders/${one}`)).body).toEqual({ modifiedCount: 1 });
  expect((await packing.ask<unknown>('PUT', `/manageorders/${one}`)).body).toEqual({ modifiedCount: 0 });
  await packing.ask('POST', '/shipments', { orderIds: [other] });
  for (const orderId of [one, other]) {
    const quantities = (await packing.parcelsOf(orderId)).map(({ contents }) => contents[0]?.quantity);
    expect(quantities).toEqual([1, 2]);
    expect((await readOrder(t, ada, orderId)).state).toBe('shipped');
  }
});

test('shows a buyer only their own parcels', async () => {
  const orderId = await packing.buyUnits(1);
  await packing.send([{ orderId, quantity: 1 }]);
  const { status } = await t.call('GET', `/orders/${orderId}/parcels`, { token: eve.token });
  expect(status).toBe(404);
});

test('exports orders with their carriers and tracking numbers', async () => {
  const orderId = await packing.buyUnits(3);
  for (const [carrier, trackingNumber] of [
    ['UPS', '1Z1'],
    ['DHL', '00 2'],
  ])
    await packing.send([{ orderId, quantity: 1 }], { carrier, trackingNumber });
  const { body } = await t.call<string>('GET', `/exports/orders.csv?ids=${orderId}`, { token: staff.token });
  expect(parse(String(body), { bom: true, columns: true })).toMatchObject([
    { sentQuantity: '2', carriers: 'UPS; DHL', trackingNumbers: '1Z1; 00 2' },
  ]);
});
