import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createKeptReplies } from '#api/kept-replies.ts';
import { Refusal } from '#contracts/api-error.ts';
import { createTestEra } from '#tests/support/catalogue-era.ts';
import { createPageCache } from './page-cache.ts';
import { servePages } from './pages.ts';

let app: FastifyInstance;
let rendered: string[];
let counted: string[];
let era: ReturnType<typeof createTestEra>;
let heldBack: Promise<void> | undefined;
let mostOwn: number;

beforeEach(() => {
  app = Fastify();
  rendered = [];
  counted = [];
  era = createTestEra();
  heldBack = undefined;
  mostOwn = 2;
  servePages(app, {
    kept: { pages: createPageCache(era), replies: createKeptReplies(era) },
    origin: () => 'https://shop.example',
    async render({ url }) {
      rendered.push(url);
      const nth = rendered.length;
      await heldBack;
      return new Response(`page ${nth}`, { headers: { 'content-type': 'text/html' } });
    },
    countRendering({ url }) {
      counted.push(url);
      if (counted.length > mostOwn)
        throw new Refusal('too_many_requests', 'Too many tries', { retryAfterSeconds: 7 });
    },
  });
});
afterEach(() => app.close());

const ask = async (url: string) => (await app.inject(url)).statusCode;

it('renders what all visitors share once, and counts no asker for it', async () => {
  for (let time = 0; time < 4; time += 1) expect(await ask('/tools')).toBe(200);
  expect(rendered).toEqual(['https://shop.example/tools']);
  expect(counted).toEqual([]);
});

it('renders nothing more for an asker who asks for too many pages of their own', async () => {
  expect([await ask('/tools?q=1'), await ask('/tools?q=2')]).toEqual([200, 200]);
  const refused = await app.inject('/tools?q=3');
  const { 'content-type': type, 'retry-after': wait } = refused.headers;
  expect([refused.statusCode, type, wait]).toEqual([429, 'text/html; charset=utf-8', '7']);
  expect(refused.body).toContain('That was a lot of pages');
  expect(rendered).toEqual(['https://shop.example/tools?q=1', 'https://shop.example/tools?q=2']);
});

it('renders a few at a time of the pages that one alone wants, by turns among those who ask', async () => {
  mostOwn = 100;
  const { promise, resolve } = Promise.withResolvers<void>();
  heldBack = promise;
  const flood = Array.from({ length: 50 }, (_, nth) =>
    app.inject({ url: `/tools?q=${nth}`, remoteAddress: '192.0.2.1' }),
  );
  const other = app.inject({ url: '/tools?q=other', remoteAddress: '192.0.2.2' });
  await vi.waitFor(() => expect(rendered.length).toBeGreaterThan(7));
  expect(rendered).toHaveLength(8);
  resolve();
  await Promise.all([...flood, other]);
  expect(rendered).toHaveLength(51);
  expect(rendered.slice(8, 10)).toContain('https://shop.example/tools?q=other');
});

it('makes no page for a client that has a hundred under way, until one is theirs', async () => {
  mostOwn = 1_000;
  const { promise, resolve } = Promise.withResolvers<void>();
  heldBack = promise;
  const askFrom = (remoteAddress: string, nth: number) =>
    app.inject({ url: `/tools?q=${nth}`, remoteAddress });
  const flood = Array.from({ length: 100 }, (_, nth) => askFrom('192.0.2.1', nth));
  await vi.waitFor(() => expect(counted).toHaveLength(100));
  expect((await askFrom('192.0.2.1', 100)).statusCode).toBe(429);
  const other = askFrom('192.0.2.2', 101);
  resolve();
  for (const each of [...flood, other]) expect((await each).statusCode).toBe(200);
  expect((await askFrom('192.0.2.1', 102)).statusCode).toBe(200);
});

it('says that it is busy, rather than send a page from before a change, while the new one takes long', async () => {
  expect((await app.inject('/tools')).body).toBe('page 1');
  era.end();
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
  expect((await app.inject('/tools')).body).toBe('page 2');
  expect(rendered).toHaveLength(2);
});
