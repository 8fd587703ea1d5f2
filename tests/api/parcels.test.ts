import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { BuyersOrder } from '#features/orders/contract.ts';
import type { Parcel } from '#features/orders/parcels/contract.ts';
import { buy, placeOrder, readOrder } from '#tests/support/buying.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let ada: TestUser;
let eve: TestUser;
let staff: TestUser;
let toolId: string;

beforeAll(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  [ada, eve, staff] = [await t.makeUser(), await t.makeUser(), await t.makeUser({ role: 'staff' })];
  toolId = (await t.makeTool({ name: 'Bow saw', onHand: 10_000 })).id;
});
afterAll(() => t?.stop());

const UNDO_MS = 10_000;

type Part = { orderId: string; quantity: number };

const ask = <Body = Parcel>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  t.call<Body & ErrorReply>(method, path, { token: staff.token, body, ...(headers && { headers }) });
const send = (orders: Part[], more: Record<string, unknown> = {}) =>
  ask('POST', '/parcels', { orders, ...more });
const parcelsOf = async (orderId: string, reader = ada) =>
  (await t.call<Parcel[]>('GET', `/orders/${orderId}/parcels`, { token: reader.token })).body;
const buyUnits = async (quantity: number, buyer = ada) => (await buy(t, buyer, toolId, quantity))._id;

/** The subjects and the texts of the emails that leave meanwhile. */
async function emailsAfter(ms: number): Promise<{ subject: string; text: string }[]> {
  const before = await t.shop.db.selectFrom('mailbox.messages').select('id').execute();
  t.clock.advance(ms);
  await t.runJobs();
  const all = await t.shop.db.selectFrom('mailbox.messages').selectAll().orderBy('id').execute();
  return all
    .filter(({ id }) => !before.some((known) => known.id === id))
    .map(({ subject, text_body }) => ({ subject, text: text_body }));
}

describe('POST /parcels', () => {
  it('ships an order in parts; the last one makes it shipped, and each is told of with its link', async () => {
    const orderId = await buyUnits(5);
    await emailsAfter(0);
    const first = await send([{ orderId, quantity: 2 }], { carrier: 'ups', trackingNumber: ' 1Z 9 ' });
    expect(first.status).toBe(201);
    const { number } = await readOrder(t, ada, orderId);
    expect(first.body).toEqual({
      _id: expect.any(String),
      sentAt: expect.any(String),
      carrier: 'UPS',
      trackingNumber: '1Z 9',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z9',
      contents: [{ orderId, number, toolName: 'Bow saw', quantity: 2, ordered: 5 }],
    });
    const part = { state: 'paid', shippedAt: null, pendingChange: null, sentQuantity: 2 };
    expect(await readOrder(t, ada, orderId)).toMatchObject(part);
    const [told, ...others] = await emailsAfter(UNDO_MS + 500);
    expect(others).toEqual([]);
    expect(told?.subject).toBe(`Part of order ${number} is on its way: Bow saw`);
    for (const words of ['2 of 5 × Bow saw', 'UPS', '1Z 9', 'track?tracknum=1Z9', 'when the rest ships'])
      expect(told?.text).toContain(words);

    const last = await send([{ orderId, quantity: 3 }]);
    expect(last.body).toMatchObject({ carrier: null, trackingNumber: null, trackingUrl: null });
    const whole = {
      state: 'shipped',
      shippedAt: last.body.sentAt,
      pendingChange: 'shipped',
      sentQuantity: 5,
    };
    expect(await readOrder(t, ada, orderId)).toMatchObject(whole);
    const [rest] = await emailsAfter(UNDO_MS + 500);
    expect(rest?.subject).toBe(`The rest of order ${number} is on its way: Bow saw`);
    expect(rest?.text).not.toContain('when the rest ships');
    expect(await parcelsOf(orderId)).toEqual([first.body, last.body]);
    expect(await parcelsOf(orderId, staff)).toEqual([first.body, last.body]);
    const list = await t.call<BuyersOrder[]>('GET', `/orders?email=${ada.email}`, { token: ada.token });
    expect(list.body.find(({ _id }) => _id === orderId)?.parcels).toEqual([first.body, last.body]);
    const trail = await ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`);
    expect(trail.body.slice(-2).map(({ action, details }) => [action, details])).toEqual([
      ['parcel_sent', { parcelId: first.body._id, quantity: 2 }],
      ['order_shipped', { parcelId: last.body._id, quantity: 3 }],
    ]);
  });

  it('holds several orders of one buyer, told of in one email', async () => {
    const [one, other] = [await buyUnits(1), await buyUnits(4)];
    await emailsAfter(UNDO_MS);
    const { status, body } = await send([
      { orderId: other, quantity: 3 },
      { orderId: one, quantity: 1 },
    ]);
    expect([status, body.contents.length]).toEqual([201, 2]);
    const states = [await readOrder(t, ada, one), await readOrder(t, ada, other)];
    expect(states.map(({ state, sentQuantity }) => [state, sentQuantity])).toEqual([
      ['shipped', 1],
      ['paid', 3],
    ]);
    const emails = await emailsAfter(UNDO_MS + 500);
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Your orders ${states[0]?.number}, ${states[1]?.number} are on their way`,
    ]);
    expect(await parcelsOf(one)).toEqual(await parcelsOf(other));
  });

  it('is answered like the first under the same key', async () => {
    const orderId = await buyUnits(4);
    const body = { orders: [{ orderId, quantity: 2 }] };
    const key = { 'idempotency-key': randomUUID() };
    const first = await ask('POST', '/parcels', body, key);
    expect((await ask('POST', '/parcels', body, key)).body).toEqual(first.body);
    expect((await readOrder(t, ada, orderId)).sentQuantity).toBe(2);
  });

  it.each([
    [
      'more than is left',
      409,
      'conflict',
      'orders.0.quantity',
      async () => [{ orderId: await buyUnits(2), quantity: 3 }],
    ],
    [
      'an unpaid order',
      409,
      'conflict',
      undefined,
      async () => [{ orderId: (await placeOrder(t, ada, toolId))._id, quantity: 1 }],
    ],
    [
      'orders of two buyers',
      400,
      'invalid_input',
      'orders',
      async () => [
        { orderId: await buyUnits(1), quantity: 1 },
        { orderId: await buyUnits(1, eve), quantity: 1 },
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
    const reply = await send(orders);
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

  it('says of an order that has left whole that it has', async () => {
    const orderId = await buyUnits(1);
    const { number } = await readOrder(t, ada, orderId);
    await send([{ orderId, quantity: 1 }]);
    const { error } = (await send([{ orderId, quantity: 1 }])).body;
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
    const reply = await ask('POST', '/parcels', body);
    expect([reply.status, reply.body.error.field]).toEqual([400, field]);
  });
});

describe('DELETE /parcels/{id}', () => {
  it('takes a parcel back, whose email never leaves', async () => {
    const [one, other] = [await buyUnits(1), await buyUnits(4)];
    await emailsAfter(UNDO_MS);
    const { body: kept } = await send([{ orderId: other, quantity: 1 }]);
    const { body } = await send([
      { orderId: one, quantity: 1 },
      { orderId: other, quantity: 3 },
    ]);
    expect((await ask('DELETE', `/parcels/${body._id}`)).body).toEqual({ deletedCount: 1 });
    const after = [await readOrder(t, ada, one), await readOrder(t, ada, other)];
    expect(after.map(({ state, sentQuantity, shippedAt }) => [state, sentQuantity, shippedAt])).toEqual([
      ['paid', 0, null],
      ['paid', 1, null],
    ]);
    expect(await parcelsOf(other)).toEqual([kept]);
    expect((await ask('DELETE', `/parcels/${body._id}`)).status).toBe(404);
    const subjects = (await emailsAfter(UNDO_MS + 500)).map(({ subject }) => subject);
    expect(subjects).toEqual([`Part of order ${after[1]?.number} is on its way: Bow saw`]);
    const trail = await ask<AuditEvent[]>('GET', `/orders/${other}/audit`);
    expect(trail.body.slice(-3).map(({ action }) => action)).toEqual([
      'parcel_sent',
      'order_shipped',
      'order_unshipped',
    ]);
  });

  it('is refused after ten seconds', async () => {
    const orderId = await buyUnits(2);
    const { body } = await send([{ orderId, quantity: 1 }]);
    t.clock.advance(UNDO_MS);
    const late = await ask('DELETE', `/parcels/${body._id}`);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect(await parcelsOf(orderId)).toHaveLength(1);
  });

  it('is done by the desk’s undo for all that is in the last parcel', async () => {
    const [one, other] = [await buyUnits(1), await buyUnits(2)];
    await send([
      { orderId: one, quantity: 1 },
      { orderId: other, quantity: 2 },
    ]);
    const undone = await ask<unknown>('POST', '/shipments/undo', { orderIds: [one, other] });
    expect(undone.body).toEqual([
      { orderId: one, modifiedCount: 1, error: null },
      { orderId: other, modifiedCount: 0, error: null },
    ]);
    expect((await readOrder(t, ada, other)).sentQuantity).toBe(0);
  });
});

describe('PATCH /parcels/{id}', () => {
  it('adds a number, which the buyer is told of once the parcel has been', async () => {
    const orderId = await buyUnits(1);
    await emailsAfter(UNDO_MS);
    const { body } = await send([{ orderId, quantity: 1 }]);
    const change = (fields: unknown) => ask('PATCH', `/parcels/${body._id}`, fields);
    const untold = await change({ carrier: 'FedEx', trackingNumber: '77' });
    const url = 'https://www.fedex.com/fedextrack/?trknbr=';
    expect(untold.body).toEqual({ ...body, carrier: 'FedEx', trackingNumber: '77', trackingUrl: `${url}77` });
    const [only, ...none] = await emailsAfter(UNDO_MS + 500);
    expect(only?.text).toContain(`${url}77`);
    expect(none).toEqual([]);

    expect((await change({ trackingNumber: '77' })).status).toBe(200);
    expect((await change({ trackingNumber: '78' })).body.carrier).toBe('FedEx');
    expect((await change({ trackingNumber: '79/1' })).body.trackingUrl).toBe(`${url}79%2F1`);
    const told = await emailsAfter(0);
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Tracking number for order TY-'),
    ]);
    expect(told[0]?.text).toContain(`${url}79%2F1`);
    expect((await change({ carrier: null, trackingNumber: null })).body).toEqual(body);
    expect(await emailsAfter(0)).toEqual([]);
    const trail = await ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`);
    expect(trail.body.filter(({ action }) => action === 'parcel_changed')).toHaveLength(4);
  });

  it('refuses what there is not', async () => {
    const { body } = await send([{ orderId: await buyUnits(1), quantity: 1 }]);
    expect((await ask('PATCH', `/parcels/${randomUUID()}`, {})).status).toBe(404);
    const pigeon = await ask('PATCH', `/parcels/${body._id}`, { carrier: 'Pigeon' });
    expect([pigeon.status, pigeon.body.error.field]).toEqual([400, 'carrier']);
    expect((await ask('PATCH', '/parcels/7', {})).status).toBe(400);
  });
});

test('what is left leaves as a parcel by the specified call and by the desk’s', async () => {
  const [one, other] = [await buyUnits(3), await buyUnits(3)];
  for (const orderId of [one, other]) await send([{ orderId, quantity: 1 }]);
  expect((await ask<unknown>('PUT', `/manageorders/${one}`)).body).toEqual({ modifiedCount: 1 });
  expect((await ask<unknown>('PUT', `/manageorders/${one}`)).body).toEqual({ modifiedCount: 0 });
  await ask('POST', '/shipments', { orderIds: [other] });
  for (const orderId of [one, other]) {
    const quantities = (await parcelsOf(orderId)).map(({ contents }) => contents[0]?.quantity);
    expect(quantities).toEqual([1, 2]);
    expect((await readOrder(t, ada, orderId)).state).toBe('shipped');
  }
});

test('a buyer sees the parcels of no other', async () => {
  const orderId = await buyUnits(1);
  await send([{ orderId, quantity: 1 }]);
  const { status } = await t.call('GET', `/orders/${orderId}/parcels`, { token: eve.token });
  expect(status).toBe(404);
});

test('the orders as a file have their carriers and tracking numbers', async () => {
  const orderId = await buyUnits(3);
  for (const [carrier, trackingNumber] of [
    ['UPS', '1Z1'],
    ['DHL', '00 2'],
  ])
    await send([{ orderId, quantity: 1 }], { carrier, trackingNumber });
  const { body } = await t.call<string>('GET', `/exports/orders.csv?ids=${orderId}`, { token: staff.token });
  const [names, cells] = String(body)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const cell = (name: string) => cells?.[names?.indexOf(name) ?? -1];
  expect([cell('sentQuantity'), cell('carriers'), cell('trackingNumbers')]).toEqual([
    '2',
    'UPS; DHL',
    '1Z1; 00 2',
  ]);
});

describe('the database', () => {
  const insertParts = (orderId: string, quantity: number, userId: string) => {
    const id = randomUUID();
    return t.asOwner(`insert into parcels (id, user_id, sent_at) values ('${id}', '${userId}', now());
      insert into parcel_orders (parcel_id, order_id, quantity) values ('${id}', '${orderId}', ${quantity})`);
  };

  it.each([
    [3, 'orders_send_what_was_ordered'],
    [2, 'orders_all_sent_are_shipped'],
  ])('forbids to count %i of 2 units as sent', async (quantity, constraint) => {
    await expect(insertParts(await buyUnits(2), quantity, ada.userId)).rejects.toThrow(constraint);
  });

  it('forbids a parcel of what is unpaid, or of somebody else’s', async () => {
    const unpaid = (await placeOrder(t, ada, toolId, 2))._id;
    await expect(insertParts(unpaid, 1, ada.userId)).rejects.toThrow('orders_sent_are_paid');
    await expect(insertParts(await buyUnits(2), 1, eve.userId)).rejects.toThrow(
      'a parcel holds orders of one buyer',
    );
  });
});

test('whatever is sent and taken back, an order’s parcels add up to what has left of it', async () => {
  const step = fc.oneof(
    fc.record({ send: fc.tuple(fc.nat(4), fc.nat(4)) }),
    fc.record({ undo: fc.nat(5) }),
    fc.constant({ ship: true }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const orderIds = [await buyUnits(5), await buyUnits(3)];
      const ordered = [5, 3];
      const sent: { id: string; units: number[] }[] = [];
      const left = (nth: number) =>
        (ordered[nth] ?? 0) - sent.reduce((sum, { units }) => sum + (units[nth] ?? 0), 0);
      for (const each of steps) {
        if ('send' in each) {
          const parts = each.send
            .map((quantity, nth) => ({ orderId: orderIds[nth] ?? '', quantity }))
            .filter(({ quantity }) => quantity > 0);
          const fits = parts.length > 0 && each.send.every((quantity, nth) => quantity <= left(nth));
          const { status, body } = await send(parts);
          expect(status === 201).toBe(fits);
          if (fits) sent.push({ id: body._id, units: each.send });
        } else if ('undo' in each) {
          const [taken] = sent.splice(each.undo, 1);
          if (taken) expect((await ask('DELETE', `/parcels/${taken.id}`)).status).toBe(200);
        } else {
          const units = [left(0), 0];
          await ask('PUT', `/manageorders/${orderIds[0]}`);
          const last = (await parcelsOf(orderIds[0] ?? '')).at(-1);
          if ((units[0] ?? 0) > 0 && last) sent.push({ id: last._id, units });
        }
        for (const [nth, orderId] of orderIds.entries()) {
          const order = await readOrder(t, ada, orderId);
          const expected = {
            sentQuantity: (ordered[nth] ?? 0) - left(nth),
            state: left(nth) ? 'paid' : 'shipped',
          };
          expect(order).toMatchObject(expected);
        }
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);
