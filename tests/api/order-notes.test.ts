import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { StaffNote } from '#contracts/staff-note.ts';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { placeOrder } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const ada = setUp(() => t.makeUser());
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const place = async () => (await placeOrder(t, ada, (await t.makeTool()).id))._id;
const add = (id: string, note: unknown, token = admin.token) =>
  t.call<{ insertedId: string } & ErrorReply>('POST', `/orders/${id}/notes`, { token, body: { note } });
const list = (id: string, token = admin.token) =>
  t.call<StaffNote[] & ErrorReply>('GET', `/orders/${id}/notes`, { token });

it('stores notes of staff about an order, with author and time, and counts them in the list', async () => {
  const [id, other] = [await place(), await place()];
  await add(id, ' Rang: leave it\nat the gate. ');
  await add(id, 'Done.');
  const { body } = await list(id);
  expect(body.map(({ note, authorEmail }) => [note, authorEmail])).toEqual([
    ['Rang: leave it\nat the gate.', admin.email],
    ['Done.', admin.email],
  ]);
  expect((await list(other)).body).toEqual([]);
  const orders = await t.call<DeskOrder[]>('GET', '/manageorders', { token: admin.token });
  const counts = new Map(orders.body.map(({ _id, noteCount }) => [_id, noteCount]));
  expect([counts.get(id), counts.get(other)]).toEqual([2, 0]);
  const trail = await t.call<AuditEvent[]>('GET', `/orders/${id}/audit`, { token: admin.token });
  expect(trail.body.map(({ action }) => action)).toEqual([
    'order_placed',
    'order_note_added',
    'order_note_added',
  ]);
});

it('hides notes from the buyer in every answer about the order', async () => {
  const id = await place();
  await add(id, 'Pays late, zzsecret.');
  const paths = [`/orders/${id}`, `/orders?email=${ada.email}`, `/orders/${id}/notes`, `/orders/${id}/audit`];
  for (const path of paths) {
    const reply = await t.call('GET', path, { token: ada.token });
    expect(JSON.stringify(reply.body)).not.toMatch(/zzsecret|noteCount|order_note/);
  }
  expect((await list(id, ada.token)).status).toBe(403);
  expect((await add(id, 'Mine.', ada.token)).status).toBe(403);
});

it.each([[undefined], [''], [' '], ['x'.repeat(1001)], [7], ['a\u0000']])('refuses %j', async (note) => {
  const id = await place();
  const { status, body } = await add(id, note);
  expect([status, body.error.field]).toEqual([400, 'note']);
  expect((await list(id)).body).toEqual([]);
});

it('answers for an unknown order', async () => {
  expect([(await add(randomUUID(), 'Who?')).status, (await list(randomUUID())).status]).toEqual([404, 404]);
  expect([(await add('7', 'Who?')).status, (await list('7')).status]).toEqual([400, 400]);
});

it('accepts a hundred notes on an order and no more, even concurrently', { tags: ['sweep'] }, async () => {
  const id = await place();
  for (let nth = 0; nth < 98; nth++) await add(id, `Note ${nth}`);
  expect(tally(await times(5, (nth) => add(id, `At once ${nth}`)))).toEqual({ 200: 2, 409: 3 });
  expect((await list(id)).body).toHaveLength(100);
});
