/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { AuditEvent } from '#features/audit/contract.ts';
import { placeOrder, readOrder } from '#tests/support/buying.ts';
import { openPackingTable, UNDO_MS } from '#tests/support/parcels.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const eve = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const packing = setUp(() => openPackingTable(t, { buyer: ada, staff }));

describe('DELETE /parcels/{id}', () => {
  it('undoes a parcel, whose email is never sent', async () => {
    const [one, other] = [await packing.buyUnits(1), await packing.buyUnits(4)];
    await packing.emailsAfter(UNDO_MS);
    const { body: kept } = await packing.send([{ orderId: other, quantity: 1 }]);
    const { body } = await packing.send([
      { orderId: one, quantity: 1 },
      { orderId: other, quantity: 3 },
    ]);
    expect((await packing.ask('DELETE', `/parcels/${body._id}`)).body).toEqual({ deletedCount: 1 });
    const after = [await readOrder(t, ada, one), await readOrder(t, ada, other)];
    expect(after.map(({ state, sentQuantity, shippedAt }) => [state, sentQuantity, shippedAt])).toEqual([
      ['paid', 0, null],
      ['paid', 1, null],
    ]);
    expect(await packing.parcelsOf(other)).toEqual([kept]);
    expect((await packing.ask('DELETE', `/parcels/${body._id}`)).status).toBe(404);
    const subjects = (await packing.emailsAfter(UNDO_MS + 500)).map(({ subject }) => subject);
    expect(subjects).toEqual([`Part of order ${after[1]?.number} is on its way: Bow saw`]);
    const trail = await packing.ask<AuditEvent[]>('GET', `/orders/${other}/audit`);
    expect(trail.body.slice(-3).map(({ action }) => action)).toEqual([
      'parcel_sent',
      'order_shipped',
      'order_unshipped',
    ]);
  });

  it('is refused after ten seconds', async () => {
    const orderId = await packing.buyUnits(2);
    const { body } = await packing.send([{ orderId, quantity: 1 }]);
    t.clock.advance(UNDO_MS);
    const late = await packing.ask('DELETE', `/parcels/${body._id}`);
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
    expect(await packing.parcelsOf(orderId)).toHaveLength(1);
  });

  it('is run by the desk’s undo for everything in the last parcel', async () => {
    const [one, other] = [await packing.buyUnits(1), await packing.buyUnits(2)];
    await packing.send([
      { orderId: one, quantity: 1 },
      { orderId: other, quantity: 2 },
    ]);
    const undone = await packing.ask<unknown>('POST', '/shipments/undo', { orderIds: [one, other] });
    const sent = [one, other].map((orderId) => ({ orderId, sentQuantity: 0 }));
    expect(undone.body).toEqual([
      { orderId: one, modifiedCount: 1, error: null, sent: expect.arrayContaining(sent) },
      { orderId: other, modifiedCount: 0, error: null, sent: [] },
    ]);
    expect((await readOrder(t, ada, other)).sentQuantity).toBe(0);
  });
});

describe('PATCH /parcels/{id}', () => {
  it('adds a tracking number, and emails it once the parcel has been announced', async () => {
    const orderId = await packing.buyUnits(1);
    await packing.emailsAfter(UNDO_MS);
    const { body } = await packing.send([{ orderId, quantity: 1 }]);
    const change = (fields: unknown) => packing.ask('PATCH', `/parcels/${body._id}`, fields);
    const untold = await change({ carrier: 'FedEx', trackingNumber: '77' });
    const url = 'https://www.fedex.com/fedextrack/?trknbr=';
    expect(untold.body).toEqual({ ...body, carrier: 'FedEx', trackingNumber: '77', trackingUrl: `${url}77` });
    const [only, ...none] = await packing.emailsAfter(UNDO_MS + 500);
    expect(only?.text).toContain(`${url}77`);
    expect(none).toEqual([]);

    expect((await change({ trackingNumber: '77' })).status).toBe(200);
    expect((await change({ trackingNumber: '78' })).body.carrier).toBe('FedEx');
    expect((await change({ trackingNumber: '79/1' })).body.trackingUrl).toBe(`${url}79%2F1`);
    const told = await packing.emailsAfter(0);
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Tracking number for order TY-'),
    ]);
    expect(told[0]?.text).toContain(`${url}79%2F1`);
    expect((await change({ carrier: null, trackingNumber: null })).body).toEqual(body);
    expect(await packing.emailsAfter(0)).toEqual([]);
    const trail = await packing.ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`);
    expect(trail.body.filter(({ action }) => action === 'parcel_changed')).toHaveLength(4);
  });

  it('refuses unknown carriers and parcels', async () => {
    const { body } = await packing.send([{ orderId: await packing.buyUnits(1), quantity: 1 }]);
    expect((await packing.ask('PATCH', `/parcels/${randomUUID()}`, {})).status).toBe(404);
    const pigeon = await packing.ask('PATCH', `/parcels/${body._id}`, { carrier: 'Pigeon' });
    expect([pigeon.status, pigeon.body.error.field]).toEqual([400, 'carrier']);
    expect((await packing.ask('PATCH', '/parcels/7', {})).status).toBe(400);
  });
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
  ])('forbids counting %i of 2 units as shipped', async (quantity, constraint) => {
    await expect(insertParts(await packing.buyUnits(2), quantity, ada.userId)).rejects.toThrow(constraint);
  });

  it('forbids a parcel of an unpaid or another buyer’s order', async () => {
    const unpaid = (await placeOrder(t, ada, packing.toolId, 2))._id;
    await expect(insertParts(unpaid, 1, ada.userId)).rejects.toThrow('orders_sent_are_paid');
    await expect(insertParts(await packing.buyUnits(2), 1, eve.userId)).rejects.toThrow(
      'a parcel holds orders of one buyer',
    );
  });
});

test('keeps the sum of an order’s parcels equal to what was sent, in any sequence', async () => {
  const step = fc.oneof(
    fc.record({ send: fc.tuple(fc.nat(4), fc.nat(4)) }),
    fc.record({ undo: fc.nat(5) }),
    fc.constant({ ship: true }),
  );
  // What is left is shipped twice within ten seconds, since the part packed first was undone between.
  const packedAndUndone: ({ send: [number, number] } | { undo: number } | { ship: boolean })[] = [
    { send: [1, 0] },
    { ship: true },
    { undo: 0 },
    { ship: true },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const orderIds = [await packing.buyUnits(5), await packing.buyUnits(3)];
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
          const { status, body } = await packing.send(parts);
          expect(status === 201).toBe(fits);
          if (fits) sent.push({ id: body._id, units: each.send });
        } else if ('undo' in each) {
          const [taken] = sent.splice(each.undo, 1);
          if (taken) expect((await packing.ask('DELETE', `/parcels/${taken.id}`)).status).toBe(200);
        } else {
          const units = [left(0), 0];
          expect((await packing.ask('PUT', `/manageorders/${orderIds[0]}`)).status).toBe(200);
          const last = (await packing.parcelsOf(orderIds[0] ?? '')).at(-1);
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
    { numRuns: roundsOf(12), examples: [[packedAndUndone]] },
  );
}, 60_000);
