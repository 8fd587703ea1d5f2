import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#contracts/app-error.ts';
import { cacheResponses } from '#http/cache-responses.ts';
import { assertOneHost } from '#http/unreadable-request.ts';
import { createTestVersion } from '#tests/support/cache-version.ts';
import { servePages } from './pages.ts';

let app: FastifyInstance;
let rendered: string[];
let counted: string[];
let version: ReturnType<typeof createTestVersion>;
let heldBack: Promise<void> | undefined;
let mostOwn: number;
let policy: string;
let taken: { url: string; client: string; sent: string }[];

beforeEach(async () => {
  app = Fastify();
  rendered = [];
  counted = [];
  taken = [];
  version = createTestVersion();
  heldBack = undefined;
  mostOwn = 2;
  policy = "script-src 'self'";
  await app.register(assertOneHost);
  await app.register(cacheResponses, { version });
  await servePages(app, {
    shopName: () => 'Toolyard',
    origin: () => 'https://shop.example',
    async render(request, client) {
      rendered.push(request.url);
      const nth = rendered.length;
      await heldBack;
      const headers = { 'content-type': 'text/html', 'content-security-policy': policy };
      if (request.method !== 'POST') return new Response(`page ${nth}`, { headers });
      taken.push({ url: request.url, client, sent: await request.text() });
      return new Response('a page', { status: 401, headers });
    },
    countRendering({ url }) {
      counted.push(url);
      if (counted.length > mostOwn)
        throw new AppError('too_many_requests', 'Too many tries', { retryAfterSeconds: 7 });
    },
  });
});
afterEach(() => app.close());

const ask = async (url: string) => (await app.inject(url)).statusCode;

it('renders a shared page once for all visitors, and counts no client for it', async () => {
  for (let time = 0; time < 4; time += 1) expect(await ask('/tools')).toBe(200);
  expect(rendered).toEqual(['https://shop.example/tools']);
  expect(counted).toEqual([]);
});

it('renders an individual page once for simultaneous requests, and again after a change', async () => {
  mostOwn = 100;
  const all = () => Promise.all(Array.from({ length: 20 }, () => app.inject('/tools?q=saw')));
  expect(new Set((await all()).map(({ body }) => body))).toEqual(new Set(['page 1']));
  version.invalidate();
  expect(new Set((await all()).map(({ body }) => body))).toEqual(new Set(['page 2']));
});

it('sends the same bytes in every encoding', async () => {
  const inCoding = async (coding: string) =>
    (await app.inject({ url: '/', headers: { 'accept-encoding': coding } })).rawPayload;
  expect(gunzipSync(await inCoding('gzip')).toString()).toBe('page 1');
  expect(brotliDecompressSync(await inCoding('br')).toString()).toBe('page 1');
});

it('gives the same bytes another ETag under another policy', async () => {
  const etagOf = async (url: string) => (await app.inject(url)).headers.etag;
  const render = async (under: string) => {
    version.invalidate();
    rendered = [];
    policy = under;
    return etagOf('/');
  };
  expect(await render('a')).toBe(await render('a'));
  expect(await render('a')).not.toBe(await render('b'));
});

it('renders no more for a client who requests too many individual pages', async () => {
  expect([await ask('/tools?q=1'), await ask('/tools?q=2')]).toEqual([200, 200]);
  const refused = await app.inject('/tools?q=3');
  const { 'content-type': type, 'retry-after': wait } = refused.headers;
  expect([refused.statusCode, type, wait]).toEqual([429, 'text/html; charset=utf-8', '7']);
  expect(refused.body).toContain('Too many requests');
  expect(rendered).toEqual(['https://shop.example/tools?q=1', 'https://shop.example/tools?q=2']);
});

describe('for individual pages', () => {
  const askFor = (url: string, remoteAddress: string) =>
    app.inject({ url, remoteAddress }).then((reply) => reply);

  const floodFrom = (client: string, pages: number) =>
    Array.from({ length: pages }, (_, nth) => askFor(`/tools?q=${nth}-of-${client}`, client));
  const formFrom = (remoteAddress: string) =>
    app
      .inject({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=ada',
        remoteAddress,
      })
      .then((reply) => reply);

  it('renders a few at a time, fewer per client, in turn among clients', async () => {
    mostOwn = 1_000;
    const { promise, resolve } = Promise.withResolvers<void>();
    heldBack = promise;
    const floods = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].flatMap((client) => floodFrom(client, 50));
    const other = askFor('/tools?q=other', '192.0.2.9');
    await vi.waitFor(() => expect(rendered.length).toBeGreaterThan(7));
    expect(rendered).toHaveLength(8);
    resolve();
    await Promise.all([...floods, other]);
    expect(rendered).toHaveLength(151);
    expect(rendered.slice(8, 12)).toContain('https://shop.example/tools?q=other');
  });

  it('renders a page at once for a new client, while another has a hundred queued', async () => {
    mostOwn = 1_000;
    const { promise, resolve } = Promise.withResolvers<void>();
    heldBack = promise;
    const flood = floodFrom('192.0.2.1', 100);
    await vi.waitFor(() => expect(rendered).toHaveLength(3));
    const other = askFor('/tools?q=other', '192.0.2.2');
    await vi.waitFor(() => expect(rendered).toHaveLength(4));
    expect(rendered[3]).toBe('https://shop.example/tools?q=other');
    resolve();
    await Promise.all([...flood, other]);
  });

  it('renders form submissions in the same turns', async () => {
    mostOwn = 1_000;
    const { promise, resolve } = Promise.withResolvers<void>();
    heldBack = promise;
    const flood = Array.from({ length: 100 }, () => formFrom('192.0.2.1'));
    await vi.waitFor(() => expect(rendered).toHaveLength(3));
    const other = formFrom('192.0.2.2');
    await vi.waitFor(() => expect(rendered).toHaveLength(4));
    resolve();
    expect(new Set((await Promise.all([...flood, other])).map(({ statusCode }) => statusCode))).toEqual(
      new Set([401]),
    );
  });

  it('renders none for a client already told that the shop is busy', async () => {
    mostOwn = 100;
    const { promise, resolve } = Promise.withResolvers<void>();
    heldBack = promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const flood = Array.from({ length: 20 }, (_, nth) => askFor(`/tools?q=${nth}`, '192.0.2.1'));
    while (vi.getTimerCount() < 20) await new Promise(setImmediate);
    vi.runAllTimers();
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([503]));
    resolve();
    vi.useRealTimers();
    expect((await askFor('/tools?q=later', '192.0.2.1')).statusCode).toBe(200);
    expect(rendered).toHaveLength(4);
  });
});

it('answers busy, rather than send a page from before a change, while the new one is slow', async () => {
  expect((await app.inject('/tools')).body).toBe('page 1');
  version.invalidate();
  const { promise, resolve } = Promise.withResolvers<void>();
  heldBack = promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let time = 0; time < 2; time += 1) {
    const asked = app.inject('/tools').then((reply) => reply);
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
    vi.runAllTimers();
    const meanwhile = await asked;
    expect([meanwhile.statusCode, meanwhile.headers['retry-after']]).toEqual([503, '2']);
  }
  resolve();
  const { body, headers } = await app.inject('/tools');
  expect(body).toBe('page 2');
  // No headers of the busy page that the first client got.
  expect([headers['retry-after'], headers['content-length']]).toEqual([undefined, '6']);
  expect(rendered).toHaveLength(2);
});

describe('a submitted form', () => {
  const post = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/login?from=%2Ftools',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: 'email=ada%40shop.example',
      remoteAddress: '203.0.113.9',
    });

  it('reaches its page on behalf of the client, and its answer is never cached', async () => {
    const reply = await post({ origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' });
    const { statusCode, body, headers } = reply;
    expect([statusCode, body, headers['cache-control']]).toEqual([401, 'a page', 'no-store']);
    const url = 'https://shop.example/login?from=%2Ftools';
    expect(taken).toEqual([{ url, client: '203.0.113.9', sent: 'email=ada%40shop.example' }]);
    expect(counted).toEqual(['/login?from=%2Ftools']);
  });

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'is refused when %j sent it',
    async (from) => {
      expect((await post(from)).statusCode).toBe(403);
      expect(taken).toEqual([]);
    },
  );
});
