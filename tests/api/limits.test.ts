import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { recordAudit } from '#features/audit/record-audit.ts';
import { makeApiKey as newApiKey } from '#features/users/api-key.ts';
import { runAsActor } from '#platform/actor.ts';
import { createReadLimiter, TooManyHits } from '#platform/database/rate-limiter.ts';
import { PASSWORD, signIn, signUp } from '#tests/support/accounts.ts';
import { makeApiKey } from '#tests/support/api-keys.ts';
import { orderBody } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const MINUTE_MS = 60_000;
const TEN_MINUTES_MS = 10 * MINUTE_MS;

const t = setUpShop({
  SHOP_RATE_LIMIT:
    'signedIn=3/10m,orders=2/10m,intents=2/10m,reviews=2/10m,uploads=2/10m,exports=2/10m,writes=2/10m,contact=2/10m,reads=30/1m',
  TRUST_PROXY: '127.0.0.1',
});

/** Every test starts in new windows, which end long after it. */
beforeEach(() => t.clock.advance(TEN_MINUTES_MS - (t.clock.now().getTime() % TEN_MINUTES_MS)));

const id = '0198c0de-0000-7000-8000-000000000000';
const calls: [string, string, string, unknown][] = [
  ['orders', 'POST', '/orders', {}],
  ['orders', 'PUT', `/orders/${id}`, {}],
  ['orders', 'DELETE', `/orders/${id}`, undefined],
  ['intents', 'POST', '/create-payment-intent', {}],
  ['intents', 'PATCH', `/orders/${id}`, {}],
  ['reviews', 'POST', '/review', {}],
  ['uploads', 'POST', '/image', {}],
  ['writes', 'PATCH', '/user/somebody@example.com', {}],
  ['writes', 'POST', '/tool', {}],
  ['writes', 'DELETE', `/tool/${id}`, undefined],
  ['writes', 'PUT', `/manageorders/${id}`, undefined],
];

it.each(calls)('counts %s of one user: %s %s', async (_class, method, path, body) => {
  const user = await t.makeUser({ role: 'admin' });
  const other = await t.makeUser({ role: 'admin' });
  const send = (token: string) => t.call(method, path, { token, body });
  for (let time = 0; time < 2; time += 1) expect((await send(user.token)).status).not.toBe(429);
  const refused = await send(user.token);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ error: { code: 'too_many_requests' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await send(other.token)).status).not.toBe(429);
});

it('changes nothing in a call above the limit', async () => {
  const buyer = await t.makeUser();
  const { id: toolId } = await t.makeTool();
  const place = () => t.call('POST', '/orders', { token: buyer.token, body: orderBody(toolId) });
  expect([(await place()).status, (await place()).status, (await place()).status]).toEqual([201, 201, 429]);
  const { placed } = await t.shop.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('placed'))
    .where('user_id', '=', buyer.userId)
    .executeTakeFirstOrThrow();
  expect(placed).toBe(2);
});

it('counts the orders of a batch, and those that staff place per customer', async () => {
  const [one, other, ...customers] = await Promise.all(Array.from({ length: 5 }, () => t.makeUser()));
  const [staff, colleague] = [await t.makeUser({ role: 'staff' }), await t.makeUser({ role: 'staff' })];
  const { id: toolId } = await t.makeTool();
  const { phone, address } = orderBody(toolId);
  const placeBatch = async (by: TestUser | undefined, orders: number, customer?: TestUser, key?: string) => {
    const lines = Array(orders).fill({ toolId, quantity: 1 });
    const body = { lines, phone, address, customer: customer?.email };
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    return (await t.call('POST', '/orders/batch', { token: by?.token ?? '', body, headers })).status;
  };
  expect(await placeBatch(one, 3)).toBe(429);
  expect([await placeBatch(other, 2), await placeBatch(other, 1)]).toEqual([201, 429]);
  for (const customer of customers.slice(0, 2)) expect(await placeBatch(staff, 2, customer)).toBe(201);
  const third = await t.makeUser({ role: 'staff' });
  for (let time = 0; time < 2; time += 1)
    expect(await placeBatch(third, 2, customers[0], 'sent again')).toBe(201);
  const path = `/customers/${customers[2]?.email}/orders`;
  const placeOne = () => t.call('POST', path, { token: colleague.token, body: orderBody(toolId) });
  expect([(await placeOne()).status, (await placeOne()).status]).toEqual([201, 201]);
  expect(await placeBatch(colleague, 1, customers[2])).toBe(429);
});

it('trusts a configured proxy about the client', async () => {
  const read = (client: string) => t.call('GET', '/review', { headers: { 'x-forwarded-for': client } });
  const statuses = await Promise.all(Array.from({ length: 40 }, () => read('203.0.113.9')));
  expect(statuses.filter(({ status }) => status === 200)).toHaveLength(30);
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await read('203.0.113.10')).status).toBe(200);
  expect((await read('198.51.100.1, 203.0.113.9')).status).toBe(429);
});

it('counts unknown API keys per address, and known ones apart', async () => {
  const user = await t.makeUser();
  const { key } = await makeApiKey(t, user, { scopes: ['orders:read'] });
  const ask = (token: string) =>
    t.call('GET', `/orders?email=${user.email}`, { token, headers: { 'x-forwarded-for': '203.0.113.12' } });
  const replies = await Promise.all(Array.from({ length: 40 }, () => ask(newApiKey().key)));
  const statuses = replies.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(30).fill(401), ...Array(10).fill(429)]);
  expect((await ask(key)).status).toBe(200);
});

it('never limits health checks, webhooks and pictures', async () => {
  const client = { 'x-forwarded-for': '203.0.113.11' };
  const paths = ['/healthz', '/readyz', '/pictures/none.webp'];
  for (const path of paths) {
    const replies = await Promise.all(
      Array.from({ length: 35 }, () => t.call('GET', path, { headers: client })),
    );
    expect(replies.filter(({ status }) => status === 429)).toEqual([]);
  }
});

it('counts reads per client in each window', () => {
  const limiter = createReadLimiter(t.clock, { limit: 10, windowSeconds: 60 });
  for (let time = 0; time < 10; time += 1) limiter.take('a client');
  expect(() => limiter.take('a client')).toThrow(TooManyHits);
  expect(() => limiter.take('another')).not.toThrow();
  t.clock.advance(MINUTE_MS);
  expect(() => limiter.take('a client')).not.toThrow();
});

it('counts one person’s calls together, whatever key or session they come by', async () => {
  const user = await t.makeUser({ role: 'staff' });
  const other = await t.makeUser({ role: 'staff' });
  const read = async (token: string) => (await t.call('GET', '/waiting', { token })).status;
  const write = async (token: string) => (await t.call('PUT', `/manageorders/${id}`, { token })).status;
  const scopes = ['orders:write', 'reports:read'];
  const [one = '', second = '', third = ''] = await insertKeys(user, scopes, 3);
  const [others = ''] = await insertKeys(other, scopes, 1);
  expect([await write(one), await write(second)]).toEqual([404, 404]);
  expect([await write(one), await write(third), await write(user.token)]).toEqual([429, 429, 429]);
  expect([await write(others), await write(other.token)]).toEqual([404, 404]);
  for (let time = 0; time < 15; time += 1) expect([await read(one), await read(second)]).toEqual([200, 200]);
  expect([await read(one), await read(third), await read(user.token)]).toEqual([429, 429, 429]);
  expect([await read(others), await read(other.token)]).toEqual([200, 200]);
});

it('counts what protects others by the person: reviews and payments by new keys are no more', async () => {
  const user = await t.makeUser();
  const keys = await insertKeys(user, ['orders:write', 'reviews:write'], 4);
  for (const path of ['/review', '/create-payment-intent']) {
    const statuses: number[] = [];
    for (const token of keys) statuses.push((await t.call('POST', path, { token, body: {} })).status);
    expect([path, ...statuses]).toEqual([path, 400, 400, 429, 429]);
  }
});

it('counts right passwords too, by account, and no wrong ones with them', async () => {
  const { email } = await signUp(t);
  const other = await signUp(t);
  for (let time = 0; time < 4; time += 1) expect((await signIn(t, email, 'a wrong guess')).status).toBe(401);
  const statuses: number[] = [];
  for (let time = 0; time < 4; time += 1) statuses.push((await signIn(t, email, PASSWORD)).status);
  // Signing up has signed in once.
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await signIn(t, other.email, PASSWORD)).status).toBe(200);
  t.clock.advance(TEN_MINUTES_MS);
  expect((await signIn(t, email, PASSWORD)).status).toBe(200);
});

it('counts files that are exported, which the audit trail records, by the person', async () => {
  const user = await t.makeUser({ role: 'admin' });
  const { key } = await makeApiKey(t, user, { scopes: ['tools:read', 'invoices:read'] });
  const from = async (path: string, token: string) => (await t.call('GET', path, { token })).status;
  expect([
    await from('/exports/tools.csv', user.token),
    await from('/exports/invoices.csv', key),
    await from('/exports/tools.csv', key),
    await from('/exports/tools.csv', user.token),
  ]).toEqual([200, 200, 429, 429]);
  const { exported } = await t.shop.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('exported'))
    .where('actor_id', '=', user.userId)
    .where('action', '=', 'exported')
    .executeTakeFirstOrThrow();
  expect(exported).toBe(2);
});

it('records nothing in the trail from a call that only the limit of reads bounds', async () => {
  const record = (isOnlyRead: boolean) =>
    runAsActor({ actor: 'user', isOnlyRead }, () =>
      recordAudit(t.shop, t.shop.db, { action: 'exported', details: { kind: 'tools' } }),
    );
  await expect(record(true)).rejects.toThrow('a call that counts as a read cannot be audited as exported');
  await expect(record(false)).resolves.toBeUndefined();
});

/** Adds keys without the calls that would count. */
async function insertKeys(owner: TestUser, scopes: string[], count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => newApiKey());
  const rows = keys.map(({ hash, lastFour }, index) => ({
    ...{ id: randomUUID(), user_id: owner.userId, place: index + 1, name: `Key ${index}`, scopes, hash },
    ...{ addresses: [], last_four: lastFour, created_at: t.clock.now(), expires_at: null },
  }));
  await t.shop.db.insertInto('api_keys').values(rows).execute();
  return keys.map(({ key }) => key);
}
