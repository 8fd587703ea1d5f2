import { expect, test } from 'vitest';
import { type Waiting, waitingSchema } from '#features/overview/waiting-contract.ts';
import { GIVEN_UP } from '#platform/jobs/jobs.ts';
import { buy } from '#tests/support/buying.ts';
import { outboxOf } from '#tests/support/outbox.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner' }));

async function count({ token } = admin): Promise<Waiting> {
  const { status, body } = await t.call('GET', '/waiting', { token });
  expect(status).toBe(200);
  return waitingSchema.parse(body);
}

const nothing = {
  toShip: 0,
  shipSoon: 0,
  refundsDue: 0,
  quotes: 0,
  returns: 0,
  transfers: 0,
  messages: 0,
  exemptions: 0,
  lowStock: 0,
  failedTasks: 0,
  webhooksOff: 0,
};

test('counts what waits for staff, until somebody has dealt with it', async () => {
  const tool = await t.makeTool({ onHand: 500 });
  expect(await count()).toEqual(nothing);

  const order = await buy(t, ada, tool.id);
  const message = { name: 'Cora', email: 'cora@example.com', phone: '+1 555 010 0142', message: 'Hello?' };
  const { body: sent } = await t.call<{ insertedId: string }>('POST', '/contact', { body: message });
  await t.call('POST', `/tool/${tool.id}/stock`, {
    token: admin.token,
    body: { kind: 'adjusted', quantity: -498, reason: 'Rust' },
  });
  expect(await count()).toEqual({ ...nothing, toShip: 1, messages: 1, lowStock: 1 });

  await t.call('PUT', `/manageorders/${order._id}`, { token: staff.token });
  await t.call('POST', `/contact/${sent.insertedId}/close`, { token: staff.token });
  await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token });
  expect(await count()).toEqual(nothing);
});

test('counts no further than 100 of a kind', async () => {
  const from = { name: 'Cora', email: 'cora@example.com', phone: '1', message: 'Hello?' };
  const messages = Array.from({ length: 130 }, () => ({ id: crypto.randomUUID(), ...from }));
  await t.shop.db.insertInto('contact_messages').values(messages).execute();
  expect((await count()).messages).toBe(100);
  await t.shop.db.deleteFrom('contact_messages').execute();
});

test('counts the tasks that failed in the last week, for admins only', async () => {
  const boss = outboxOf(t.shop.db);
  await boss.send(GIVEN_UP, { mail: 'payment-received' });
  await boss.send(GIVEN_UP, { mail: 'payment-received' });
  expect((await count()).failedTasks).toBe(2);
  expect((await count(staff)).failedTasks).toBeNull();
});

test('counts the webhook endpoints that the shop has turned off, for admins only', async () => {
  const endpoint = (off_reason: string | null, deleted_at: Date | null = null) => ({
    ...{ id: crypto.randomUUID(), url: 'https://erp.example.com/', events: ['tool.changed'], deleted_at },
    ...{ off_reason, off_at: off_reason === null ? null : new Date(), created_at: new Date() },
  });
  const endpoints = [null, 'by_hand', 'gone', 'failing'].map((reason) => endpoint(reason));
  await t.shop.db
    .insertInto('webhook_endpoints')
    .values([...endpoints, endpoint('gone', new Date())])
    .execute();
  expect((await count()).webhooksOff).toBe(2);
  expect((await count(staff)).webhooksOff).toBeNull();
});

test.each([
  ['nobody', () => ({}), 401],
  ['a buyer', () => ({ token: ada.token }), 403],
])('is refused to %s', async (_who, asker, status) => {
  expect(await t.call('GET', '/waiting', asker())).toMatchObject({ status });
});
