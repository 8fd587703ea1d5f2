import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { buildApp } from '#server/shop/app.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'contact=1/10m' });
let app: Awaited<ReturnType<typeof buildApp>>;
let lines: string[] = [];
/** Does not advance, so no minute ends within a test. */
let now: Date;

beforeAll(async () => {
  now = t.clock.now();
  const log = createLog('debug', { write: (line) => lines.push(line) });
  app = await buildApp({ ...t.shop, log, clock: { now: () => now } });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app?.close());
afterEach(() => {
  lines = [];
});

/** Calls the shop whose log is checked; returns the status. */
async function call(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<number> {
  const { port } = app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await reply.arrayBuffer();
  return reply.status;
}

const refused = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'refused')
    .map(({ code, call, client, userId }) => ({ code, call, client, userId }));

it.each([
  [
    'a token that is none',
    'GET',
    '/user/ada@home.example',
    { token: 'x.y.z' },
    401,
    'not_signed_in',
    'GET /user/:email',
  ],
  [
    'a wrong password',
    'POST',
    '/api/auth/sign-in/email',
    { body: { email: 'ada@home.example', password: 'a guess' } },
    401,
    'not_signed_in',
    'POST /api/auth/sign-in/email',
  ],
  [
    'a webhook without a signature',
    'POST',
    '/webhooks/payment',
    { body: {} },
    400,
    'invalid_input',
    'POST /webhooks/payment',
  ],
  [
    'input that is none',
    'POST',
    '/contact',
    { body: { name: 'Ada' } },
    400,
    'invalid_input',
    'POST /contact',
  ],
  ['a call too many', 'POST', '/contact', { body: {} }, 429, 'too_many_requests', 'POST /contact'],
] as const)('reports %s, but not what was sent', async (_what, method, path, options, status, code, name) => {
  expect(await call(method, path, options)).toBe(status);
  expect(refused()).toEqual([{ code, call: name, client: '127.0.0.1', userId: undefined }]);
  expect(lines.join()).not.toMatch(/ada@home|a guess|x\.y\.z/i);
});

it('names the user whose request is refused', async () => {
  const { userId, token } = await t.makeUser();
  expect(await call('GET', '/user', { token })).toBe(403);
  expect(refused()).toEqual([{ code: 'not_allowed', call: 'GET /user', client: '127.0.0.1', userId }]);
  const trail = await t.asOwner(`select details from audit_events where actor_id = '${userId}'`);
  expect(trail).toEqual([{ details: { code: 'not_allowed', call: 'GET /user' } }]);
});

it('logs a repeated refusal once a minute', async () => {
  const again = () => call('GET', '/orders?email=ada@home.example');
  await Promise.all(Array.from({ length: 20 }, again));
  expect(refused()).toHaveLength(1);
  now = new Date(now.getTime() + 60_000);
  await again();
  expect(refused()).toHaveLength(2);
});

it.each([
  ['a sign-in', 'POST /api/auth/sign-in/email'],
  ['a payment report', 'POST /webhooks/payment'],
])('logs only one debugging line for %s that is broken off', async (_what, call) => {
  const { port } = app.server.address() as AddressInfo;
  const head = `${call} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 1000`;
  const socket = connect(port, '127.0.0.1');
  socket.write(`${head}\r\n\r\n{"half":`, () => socket.destroy());
  await until('a line', async () => lines.length > 0);
  const told = lines.map((line) => JSON.parse(line));
  expect(told).toEqual([
    { level: 20, time: told[0]?.time, reqId: told[0]?.reqId, call, msg: 'broken off by the client' },
  ]);
});
