/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { Parcel } from '#features/orders/parcel-contract.ts';
import type { Refund } from '#features/refunds/contract.ts';
import { buy, expectStatus, queuedMails, readOrder, readStock } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const saw = setUp(() => t.makeTool({ name: 'Bow saw', onHand: 10_000 }));

const ask = <Body>(method: string, path: string, body?: unknown) =>
  t.call<Body & ErrorReply>(method, path, { token: staff.token, body });
const send = (orderId: string, quantity: number) =>
  ask<Parcel>('POST', '/parcels', { orders: [{ orderId, quantity }] });
const refund = (orderId: string, quantity: number, restock = false) =>
  ask<Refund>('POST', `/orders/${orderId}/refunds`, { quantity, restock, reason: 'Sold out' });
const ship = (orderId: string) => ask<unknown>('PUT', `/manageorders/${orderId}`);
const undo = (parcelId: string) => ask<unknown>('DELETE', `/parcels/${parcelId}`);
const buyUnits = async (quantity: number) => (await buy(t, ada, saw.id, quantity))._id;
const trailOf = async (orderId: string) =>
  (await ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`)).body.map(({ action }) => action);

test('does not ship units refunded before they left: the rest is the whole order', async () => {
  const { onHand } = await readStock(t, saw.id);
  const orderId = await buyUnits(5);
  expectStatus(await refund(orderId, 2, true), 201);
  const { number, ...before } = await readOrder(t, ada, orderId);
  expect(before).toMatchObject({ state: 'paid', sentQuantity: 0, withdrawnQuantity: 2, refundedQuantity: 2 });
  expect((await send(orderId, 4)).body.error).toMatchObject({
    code: 'conflict',
    message: `Only 3 of order ${number} can still be shipped`,
  });
  expect((await ship(orderId)).body).toEqual({ modifiedCount: 1 });
  const whole = { state: 'shipped', sentQuantity: 3, withdrawnQuantity: 2, minQuantity: 5 };
  expect(await readOrder(t, ada, orderId)).toMatchObject(whole);
  expect((await readStock(t, saw.id)).onHand).toBe(onHand - 3);
  const [parcel] = (await ask<Parcel[]>('GET', `/orders/${orderId}/parcels`)).body;
  expect(parcel?.contents).toEqual([{ orderId, number, toolName: 'Bow saw', quantity: 3, ordered: 3 }]);
  t.clock.advance(10_500);
  await t.runJobs();
  const mails = await t.shop.db.selectFrom('mailbox.messages').select('subject').execute();
  expect(mails.map(({ subject }) => subject)).toContain(`Order ${number} is on its way: Bow saw`);
  const { body: csv } = await t.call<string>('GET', `/exports/orders.csv?ids=${orderId}`, {
    token: staff.token,
  });
  const [names, cells] = String(csv)
    .split('\r\n')
    .map((line) => line.split(','));
  expect(cells?.[names?.indexOf('sentQuantity') ?? -1]).toBe('3');
});

test('ships an order when its last unsent units are refunded, as of its last parcel', async () => {
  const orderId = await buyUnits(5);
  const { body: parcel } = await send(orderId, 2);
  expectStatus(await refund(orderId, 1), 201);
  expect(await readOrder(t, ada, orderId)).toMatchObject({ state: 'paid', withdrawnQuantity: 1 });
  t.clock.advance(3000);
  // One more than is left to send: that unit comes back from the buyer.
  expectStatus(await refund(orderId, 3), 201);
  const shipped = { state: 'shipped', shippedAt: parcel.sentAt, sentQuantity: 2, withdrawnQuantity: 3 };
  expect(await readOrder(t, ada, orderId)).toMatchObject(shipped);
  expect((await ship(orderId)).body).toEqual({ modifiedCount: 0 });
  expect(await trailOf(orderId)).toEqual(expect.arrayContaining(['parcel_sent', 'order_shipped']));
  const { number } = await readOrder(t, ada, orderId);
  const refused = await undo(parcel._id);
  expect([refused.status, refused.body.error.message]).toEqual([
    409,
    `This can no longer be undone: units of order ${number} were refunded after they shipped`,
  ]);

  const other = await buyUnits(3);
  const { body: last } = await send(other, 1);
  expectStatus(await refund(other, 2), 201);
  expectStatus(await undo(last._id), 200);
  const waiting = { state: 'paid', shippedAt: null, sentQuantity: 0, withdrawnQuantity: 2 };
  expect(await readOrder(t, ada, other)).toMatchObject(waiting);
  expect((await send(other, 2)).status).toBe(409);
  expect((await send(other, 1)).status).toBe(201);
});

test('does not subtract units refunded after they left from those to be sent', async () => {
  const orderId = await buyUnits(4);
  expectStatus(await ship(orderId), 200);
  expectStatus(await refund(orderId, 3, true), 201);
  const after = { state: 'shipped', sentQuantity: 4, withdrawnQuantity: 0, refundedQuantity: 3 };
  expect(await readOrder(t, ada, orderId)).toMatchObject(after);
  const undone = await ask<{ error: { code: string } }[]>('POST', '/shipments/undo', { orderIds: [orderId] });
  expect(undone.body[0]?.error.code).toBe('conflict');
  expect((await send(orderId, 1)).status).toBe(409);
});

describe('an order with all units refunded before any shipped', () => {
  test('is cancelled once, with everything paid and its credit notes', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const orderId = (await buy(t, ada, id, 3))._id;
    expectStatus(await refund(orderId, 1, true), 201);
    const last = expectStatus(await refund(orderId, 2), 201);
    expect(last).toMatchObject({ amount: 25, quantity: 2, restocked: 0 });
    expect(await readOrder(t, ada, orderId)).toMatchObject({
      state: 'cancelled',
      refundDue: 37.5,
      refundable: 0,
      sentQuantity: 0,
      withdrawnQuantity: 3,
    });
    // Units that staff did not put back are not on the shelf.
    expect((await readStock(t, id)).onHand).toBe(3);
    expect(await queuedMails(t, orderId)).toContain('order-cancelled');
    expect((await trailOf(orderId)).filter((action) => action === 'order_cancelled')).toHaveLength(1);
    const notes = await t.asOwner(`select id from invoices where kind = 'credit_note'
      and refund_id in (select id from refunds where order_id = '${orderId}')`);
    expect(notes).toHaveLength(2);
    expect((await ship(orderId)).status).toBe(409);
    expect((await send(orderId, 1)).status).toBe(409);
    expect((await refund(orderId, 1)).status).toBe(409);
  });
});

test.each([
  ['set withdrawn_quantity = 1, refunded_quantity = 1, sent_quantity = 2', 'orders_send_what_was_ordered'],
  ['set withdrawn_quantity = 1', 'orders_unsent_refunded_are_withdrawn'],
  ['set refunded_quantity = 1', 'orders_unsent_refunded_are_withdrawn'],
  [
    'set withdrawn_quantity = 2, refunded_quantity = 2, shipped_at = now()',
    'orders_withdrawn_whole_are_cancelled',
  ],
  ['set withdrawn_quantity = 1, refunded_quantity = 1, sent_quantity = 1', 'orders_all_sent_are_shipped'],
])('the database refuses to %s of 2 units', async (change, constraint) => {
  const orderId = await buyUnits(2);
  await expect(t.asOwner(`update orders ${change} where id = '${orderId}'`)).rejects.toThrow(constraint);
});

test('sends or withdraws each unit once, in any sequence of parcels, undos and refunds', async () => {
  const units = fc.integer({ min: 1, max: 4 });
  const step = fc.oneof(
    fc.record({ send: units }),
    fc.record({ refund: units, restock: fc.boolean() }),
    fc.record({ undo: fc.nat(3) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const ordered = 5;
      const orderId = await buyUnits(ordered);
      const parcels: { id: string; units: number }[] = [];
      let [refunded, withdrawn] = [0, 0];
      const sent = () => parcels.reduce((sum, parcel) => sum + parcel.units, 0);
      const left = () => ordered - withdrawn - sent();
      for (const each of steps) {
        if ('send' in each) {
          const fits = each.send <= left();
          const { status, body } = await send(orderId, each.send);
          expect(status === 201).toBe(fits);
          if (fits) parcels.push({ id: body._id, units: each.send });
        } else if ('refund' in each) {
          const fits = each.refund <= ordered - refunded;
          expect((await refund(orderId, each.refund, each.restock)).status === 201).toBe(fits);
          if (fits) withdrawn += Math.min(each.refund, left());
          if (fits) refunded += each.refund;
        } else {
          const parcel = parcels[each.undo];
          const fits = parcel !== undefined && refunded - withdrawn <= sent() - parcel.units;
          expect((await undo(parcel?.id ?? randomUUID())).status === 200).toBe(fits);
          if (fits) parcels.splice(each.undo, 1);
        }
        const state = left() > 0 ? 'paid' : sent() > 0 ? 'shipped' : 'cancelled';
        const expected = { state, sentQuantity: sent(), withdrawnQuantity: withdrawn };
        expect(await readOrder(t, ada, orderId)).toMatchObject(expected);
      }
    }),
    { numRuns: roundsOf(15) },
  );
}, 60_000);
