import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storePicture } from '#features/pictures/store.ts';
import { cacheResponses } from '#http/cache-responses.ts';
import { assertOneHost } from '#http/unreadable-request.ts';
import type { CacheVersion } from '#platform/cache/cache-version.ts';
import { servePages } from '#server/pages/pages.ts';
import { buildApp } from '#server/shop/app.ts';
import { orderBody } from '#tests/support/buying.ts';
import { createTestVersion } from '#tests/support/cache-version.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

type Named = { name: string; _id: string };

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
let version: CacheVersion;
let app: FastifyInstance;
let origin: string;
let statements: number;
let rendered: string[];
let whileAsking: () => void = () => undefined;

const countStatements: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  async transformResult({ result }) {
    whileAsking();
    return result;
  },
};

beforeEach(async () => {
  await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).execute();
  await t.makeTool({ name: 'Awl' });
  version = createTestVersion();
  statements = 0;
  rendered = [];
  const db = t.shop.db.withPlugin(countStatements);
  app = await buildApp({ ...t.shop, cacheVersion: version, db }, async (scope) =>
    servePages(scope, {
      shopName: () => 'Toolyard',
      async render({ url }) {
        rendered.push(new URL(url).pathname);
        return new Response(`page ${rendered.length}`, { headers: { 'content-type': 'text/html' } });
      },
      origin: () => 'https://shop.example',
      countRendering: () => undefined,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });
const namesAt = async (path: string) => ((await (await get(path)).json()) as Named[]).map(({ name }) => name);

/** A reply's headers, except those that vary by the moment. */
function lastingHeaders(reply: Response) {
  const { date: _, ...headers } = Object.fromEntries(reply.headers);
  return headers;
}

it('counts the requests that are answered from the cache', async () => {
  for (let nth = 0; nth < 5; nth += 1) await fetch(`${origin}/tool?limit=7`);
  expect(app.kept.answered).toBe(4);
});

describe('a repeated answer', () => {
  it.each([
    ['/tool?limit=2', 'br, gzip'],
    ['/tool?limit=2', 'identity'],
    ['/review', 'gzip'],
    ['/', 'br'],
    ['/tools', 'identity'],
  ])('is the same in every header and byte, %s in %s', async (path, coding) => {
    for (let more = 0; more < 4; more += 1) await t.makeTool({ description: 'Long words. '.repeat(40) });
    const first = await get(path, { 'accept-encoding': coding });
    const asked = [statements, rendered.length];
    const second = await get(path, { 'accept-encoding': coding });
    expect([statements, rendered.length]).toEqual(asked);
    const text = await first.text();
    expect(await second.text()).toBe(text);
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = lastingHeaders(first);
    expect(lastingHeaders(second)).toMatchObject(headers);
    expect(second.headers.get('content-security-policy')).not.toBeNull();
  });

  it('is 304 if the client has it', async () => {
    for (const path of ['/tool', '/']) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const asked = [statements, rendered.length];
      const unchanged = await get(path, { 'if-none-match': etag });
      expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([
        304,
        '',
        etag,
      ]);
      expect([statements, rendered.length]).toEqual(asked);
    }
  });

  it('is the same until something changes', async () => {
    expect(await namesAt('/tool')).toEqual(['Awl']);
    await t.makeTool({ name: 'Gimlet' });
    expect(await namesAt('/tool')).toEqual(['Awl']);
    version.invalidate();
    expect(await namesAt('/tool')).toEqual(['Gimlet', 'Awl']);
  });

  it('has the same headers for HEAD, without the body', async () => {
    const { headers } = await get('/tool', { 'accept-encoding': 'identity' });
    const head = await fetch(`${origin}/tool`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'identity' },
    });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
    expect([head.headers.get('content-length'), await head.text()]).toEqual([
      headers.get('content-length'),
      '',
    ]);
  });

  it('is not cached for other methods, nor for one tool, whose stock must be right', async () => {
    const [tool] = (await (await get('/tool')).json()) as Named[];
    await get('/tool');
    const before = statements;
    for (let time = 0; time < 2; time += 1) await get(`/tool/${tool?._id}`);
    expect(statements).toBe(before + 2);
    expect((await fetch(`${origin}/tool`, { method: 'POST' })).status).toBe(401);
  });
});

it('queries the database once for simultaneous identical requests', async () => {
  await get('/tool?limit=5');
  const forOne = statements;
  version.invalidate();
  statements = 0;
  const replies = await Promise.all(Array.from({ length: 40 }, () => namesAt('/tool?limit=5')));
  expect(statements).toBe(forOne);
  expect(new Set(replies.flat())).toEqual(new Set(['Awl']));
});

it('queries the database once for simultaneous searches, and not again afterwards', async () => {
  await get('/tool?q=awl');
  const forOne = statements;
  version.invalidate();
  statements = 0;
  await Promise.all(Array.from({ length: 40 }, () => get('/tool?q=awl')));
  expect(statements).toBe(forOne);
  await get('/tool?q=awl');
  expect(statements).toBe(forOne);
});

it('does not treat an answer as fresh if something changes while it is made', async () => {
  whileAsking = () => {
    whileAsking = () => undefined;
    version.invalidate();
  };
  expect(await namesAt('/tool')).toEqual(['Awl']);
  await t.makeTool({ name: 'Gimlet' });
  expect(await namesAt('/tool')).toEqual(['Gimlet', 'Awl']);
});

it('shows an added or deleted tool, or a review, to its author at once', async () => {
  const admin = await t.makeUser({ role: 'admin' });
  const bytes = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  const { url: img } = await storePicture(t.shop, { userId: admin.userId, bytes, idempotencyKey: undefined });
  const write = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: body ? headers : { authorization: headers.authorization },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(reply.status).toBe(200);
    return (await reply.json()) as { insertedId: string };
  };
  expect(await namesAt('/tool')).toEqual(['Awl']);
  const figures = { min_order_quantity: 1, available_quantity: 1, price: 4 };
  const { insertedId } = await write('POST', '/tool', {
    name: 'Adze',
    description: 'Hews.',
    img,
    ...figures,
  });
  expect(await namesAt('/tool')).toEqual(['Adze', 'Awl']);
  await write('DELETE', `/tool/${insertedId}`);
  expect(await namesAt('/tool')).toEqual(['Awl']);
  expect(await (await get('/review')).json()).toEqual([]);
  await write('POST', '/review', { rate: 5, reviews: 'Sharp.' });
  expect(await (await get('/review')).json()).toMatchObject([{ reviews: 'Sharp.' }]);
});

it('shows reserved and released units at once, and changes nothing on a refusal', async () => {
  const buyer = await t.makeUser();
  const { id } = await t.makeTool({ name: 'Reamer', minOrderQuantity: 1, onHand: 9 });
  const write = async (method: string, path: string, body?: object) => {
    const type = body ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: `Bearer ${buyer.token}`, ...type };
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await reply.json()) as { insertedId: string; price: number };
  };
  const available = async () => {
    const [tool] = (await (await get('/tool?limit=1')).json()) as { available_quantity: number }[];
    return tool?.available_quantity;
  };
  const order = await write('POST', '/orders', orderBody(id, 2));
  const orderId = order.insertedId;
  expect(await available()).toBe(9);
  await write('POST', '/create-payment-intent', { orderId, price: order.price });
  expect(await available()).toBe(7);
  await write('DELETE', `/orders/${orderId}`);
  expect(await available()).toBe(9);
  const before = version.present;
  await write('DELETE', `/orders/${orderId}`);
  expect(version.present).toBe(before);
});

it('refuses to cache an answer that is not public', async () => {
  const api = Fastify();
  await api.register(assertOneHost);
  await api.register(cacheResponses, { version });
  const config = { access: 'user', keeps: 'until-change' } as const;
  expect(() => api.get('/own', { config }, async () => 'mine')).toThrow(
    'GET /own is not everybody’s to keep',
  );
});
