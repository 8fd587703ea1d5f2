import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { dayIn } from '#contracts/time-zone.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { DeliveryAnswers, Parcel } from '#features/orders/parcel-contract.ts';
import { MAX_DELIVERIES } from '#features/orders/parcel-contract.ts';
import { readOrder } from '#tests/support/buying.ts';
import { openPackingTable, UNDO_MS } from '#tests/support/parcels.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const eve = setUp(() => t.makeUser());
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const packing = setUp(() => openPackingTable(t, { buyer: ada, staff }));

const DAY_MS = 86_400_000;
const zone = async () => (await t.shop.details.read()).region.zone;
const today = async () => dayIn(t.clock.now(), await zone());
const daysAgo = async (days: number) =>
  dayIn(new Date(t.clock.now().getTime() - days * DAY_MS), await zone());
/** Ships an order's unit, with a tracking number if given. */
async function sendParcel(more: Record<string, unknown> = {}, by = ada): Promise<Parcel> {
  const orderId = await packing.buyUnits(1, by);
  const { body } = await packing.send([{ orderId, quantity: 1 }], more);
  await packing.emailsAfter(UNDO_MS);
  return body;
}
/** Moves the time at which a parcel left two days back. */
async function sentEarlier(parcel: Parcel): Promise<Parcel> {
  await t.asOwner(`update parcels set sent_at = sent_at - interval '48 hours' where id = '${parcel._id}'`);
  const [moved] = await packing.parcelsOf(parcel.contents[0]?.orderId ?? '');
  return moved ?? parcel;
}
const change = (id: string, body: unknown) => packing.ask('PATCH', `/parcels/${id}`, body);
const record = async (...rows: [number: string, deliveredOn: string][]) =>
  packing.ask<DeliveryAnswers>('POST', '/parcels/delivered', {
    deliveries: rows.map(([number, deliveredOn]) => ({ package: number, deliveredOn })),
  });

describe('PATCH /parcels/{id} deliveredOn', () => {
  it('sets, corrects, and clears the day, for staff and the buyer, without an email', async () => {
    const parcel = await sentEarlier(await sendParcel());
    const orderId = parcel.contents[0]?.orderId ?? '';
    const day = await daysAgo(1);
    expect((await change(parcel._id, { deliveredOn: day })).body).toEqual({ ...parcel, deliveredOn: day });
    expect((await packing.parcelsOf(orderId)).map(({ deliveredOn }) => deliveredOn)).toEqual([day]);
    expect((await change(parcel._id, { carrier: 'UPS' })).body.deliveredOn).toBe(day);
    expect((await change(parcel._id, { deliveredOn: await today() })).body.deliveredOn).toBe(await today());
    expect((await change(parcel._id, { deliveredOn: null })).body.deliveredOn).toBeNull();
    expect(await packing.emailsAfter(UNDO_MS)).toEqual([]);
    const trail = await packing.ask<AuditEvent[]>('GET', `/orders/${orderId}/audit`);
    const told = trail.body.filter(({ action }) => action === 'parcel_delivered');
    expect(told.map(({ details }) => details)).toEqual(
      [day, await today(), null].map((deliveredOn) => ({ parcelId: parcel._id, deliveredOn })),
    );
  });

  it('refuses days before it left, in the future, and none at all, and changes nothing', async () => {
    const parcel = await sendParcel();
    const [before, after] = [await daysAgo(1), await daysAgo(-1)];
    for (const deliveredOn of [before, after, '2026-02-30', 'yesterday', 7, '']) {
      const { status, body } = await change(parcel._id, { deliveredOn, carrier: 'UPS' });
      expect([deliveredOn, status, body.error.field]).toEqual([deliveredOn, 400, 'deliveredOn']);
    }
    expect(await packing.parcelsOf(parcel.contents[0]?.orderId ?? '')).toEqual([parcel]);
    expect((await change(randomUUID(), { deliveredOn: await today() })).status).toBe(404);
  });

  it('is the database’s rule, too', async () => {
    const parcel = await sendParcel();
    const set = (day: string) =>
      t.asOwner(`update parcels set delivered_on = '${day}' where id = '${parcel._id}'`);
    await expect(set(await daysAgo(3))).rejects.toThrow('parcels_delivered_after_sent');
    await expect(set('soon')).rejects.toThrow();
  });

  it('keeps a delivered parcel from being joined by another order of its purchase', async () => {
    const parcel = await sendParcel();
    await t.asOwner(`update parcels set told_at = null where id = '${parcel._id}'`);
    await change(parcel._id, { deliveredOn: await today() });
    const other = await packing.buyUnits(1);
    await packing.ask('PUT', `/manageorders/${other}`, {});
    expect((await packing.parcelsOf(other))[0]?._id).not.toBe(parcel._id);
  });
});

describe('POST /parcels/delivered', () => {
  it('records what a carrier’s list names, row by row', async () => {
    const number = `1Z${randomUUID()}`.toUpperCase();
    const [tracked, plain] = [await sendParcel({ trackingNumber: number }), await sendParcel()];
    const [day, orderNumber] = [await today(), plain.contents[0]?.number ?? ''];
    const spaced = `${number.slice(0, 4)} ${number.slice(4)}`.toLowerCase();
    const { status, body } = await record(
      [spaced, day],
      [orderNumber.toLowerCase(), day],
      ['no-such-number', day],
      [number, await daysAgo(9)],
    );
    expect(status).toBe(200);
    expect(body.map(({ modifiedCount, error }) => [modifiedCount, error?.code ?? null])).toEqual([
      [1, null],
      [1, null],
      [0, 'not_found'],
      [0, 'invalid_input'],
    ]);
    for (const parcel of [tracked, plain])
      expect((await packing.parcelsOf(parcel.contents[0]?.orderId ?? ''))[0]?.deliveredOn).toBe(day);
  });

  it('sets all parcels of one buyer under one number, and refuses to guess between buyers', async () => {
    const number = randomUUID();
    const [one, two] = [
      await sentEarlier(await sendParcel({ trackingNumber: number })),
      await sentEarlier(await sendParcel({ trackingNumber: number })),
    ];
    expect((await record([number, await daysAgo(1)])).body).toEqual([
      { package: number, modifiedCount: 2, error: null },
    ]);
    await sendParcel({ trackingNumber: number }, eve);
    expect((await record([number, await today()])).body[0]?.error?.code).toBe('conflict');
    for (const parcel of [one, two])
      expect((await packing.parcelsOf(parcel.contents[0]?.orderId ?? ''))[0]?.deliveredOn).toBe(
        await daysAgo(1),
      );
  });

  it('asks for the tracking number of an order in several parcels', async () => {
    const orderId = await packing.buyUnits(2);
    await packing.send([{ orderId, quantity: 1 }]);
    await packing.send([{ orderId, quantity: 1 }]);
    const { number } = await readOrder(t, ada, orderId);
    expect((await record([number, await today()])).body[0]?.error).toMatchObject({ code: 'conflict' });
    expect((await packing.parcelsOf(orderId)).map(({ deliveredOn }) => deliveredOn)).toEqual([null, null]);
  });

  it('refuses no rows, too many, and malformed ones', async () => {
    const day = await today();
    for (const [deliveries, field] of [
      [[], 'deliveries'],
      [Array(MAX_DELIVERIES + 1).fill({ package: 'A', deliveredOn: day }), 'deliveries'],
      [[{ package: 'A', deliveredOn: 'x' }], 'deliveries.0.deliveredOn'],
      [[{ package: 'A'.repeat(61), deliveredOn: day }], 'deliveries.0.package'],
      ['A', 'deliveries'],
    ] as const) {
      const { status, body } = await packing.ask('POST', '/parcels/delivered', { deliveries });
      expect([status, body.error.field]).toEqual([400, field]);
    }
  });

  it('records a list of the maximum length of one carrier', async () => {
    const number = randomUUID();
    await sendParcel({ trackingNumber: number });
    const day = await today();
    const rows = Array.from({ length: MAX_DELIVERIES }, (): [string, string] => [number, day]);
    const { body } = await record(...rows);
    expect(body.filter(({ error }) => error === null)).toHaveLength(MAX_DELIVERIES);
  });
});
