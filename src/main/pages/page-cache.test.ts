import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestEra } from '#tests/support/catalogue-era.ts';
import { BadlyRendered, type CachedPage, createPageCache, type RenderedPage } from './page-cache.ts';

let era: ReturnType<typeof createTestEra>;
beforeEach(() => {
  era = createTestEra();
});

const headers = { 'content-security-policy': "script-src 'self'" };

const page = (text: string): RenderedPage => ({ bytes: Buffer.from(text), headers });
const textOf = (cached: CachedPage) => cached.body.identity.toString();
const failing = (status: number) => () => Promise.reject(new BadlyRendered(new Response('', { status })));
const noDatabase = failing(503);

it('renders a cold page once for many askers, and again after a change', async () => {
  const cache = createPageCache(era);
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return page(`rendering ${renderings}`);
  };
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', render)));
  expect(renderings).toBe(1);
  expect(new Set(pages).size).toBe(1);
  era.end();
  const again = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', render)));
  expect(renderings).toBe(2);
  expect(new Set(again.map(textOf))).toEqual(new Set(['rendering 2']));
});

it('keeps the same bytes in every coding, and the headers that go with them', async () => {
  const cached = await createPageCache(era).get('/', async () => page('<title>Tools</title>'));
  expect(cached.body.identity.toString()).toBe('<title>Tools</title>');
  expect(gunzipSync(cached.body.gzip)).toEqual(cached.body.identity);
  expect(brotliDecompressSync(cached.body.br)).toEqual(cached.body.identity);
  expect(cached.headers).toEqual(headers);
});

it('tells the same bytes under another policy apart', async () => {
  const etagUnder = async (policy: string) => {
    const rendered = { ...page('the same'), headers: { 'content-security-policy': policy } };
    return (await createPageCache(era).get('/', async () => rendered)).etag;
  };
  expect(await etagUnder('a')).toBe(await etagUnder('a'));
  expect(await etagUnder('a')).not.toBe(await etagUnder('b'));
});

it('does not take a page as new whose rendering began before a change', async () => {
  const cache = createPageCache(era);
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  const outdated = cache.get('/', () => promise);
  era.end();
  resolve(page('old'));
  expect(textOf(await outdated)).toBe('old');
  expect(textOf(await cache.get('/', async () => page('new')))).toBe('new');
});

it('does not fall back to an older page that is late', async () => {
  const cache = createPageCache(era);
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  const outdated = cache.get('/', () => promise);
  era.end();
  expect(textOf(await cache.get('/', async () => page('new')))).toBe('new');
  resolve(page('old'));
  expect(textOf(await outdated)).toBe('old');
  expect(textOf(await cache.get('/', noDatabase))).toBe('new');
});

describe('after a change, with the database there', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('everybody waits for the new page, however long its rendering takes', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.end();
    const { promise, resolve } = Promise.withResolvers<RenderedPage>();
    const pages = [cache.get('/', () => promise), cache.get('/', () => promise)];
    await vi.advanceTimersByTimeAsync(60_000);
    pages.push(cache.get('/', () => promise));
    resolve(page('new'));
    vi.useRealTimers();
    expect((await Promise.all(pages)).map(textOf)).toEqual(['new', 'new', 'new']);
  });

  it('a page that is broken is no reason for an old one', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.end();
    await expect(cache.get('/', failing(500))).rejects.toThrow('rendered with status 500');
  });

  it('a rendering that fails after the next change is no reason for an old page', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.end();
    const { promise, reject } = Promise.withResolvers<RenderedPage>();
    const overtaken = cache.get('/', () => promise);
    era.end();
    const current = Promise.withResolvers<RenderedPage>();
    const next = cache.get('/', () => current.promise);
    reject(new BadlyRendered(new Response('', { status: 503 })));
    expect(textOf(await overtaken)).toBe('old');
    const afterwards = cache.get('/', () => current.promise);
    current.resolve(page('new'));
    vi.useRealTimers();
    expect((await Promise.all([next, afterwards])).map(textOf)).toEqual(['new', 'new']);
  });
});

describe('while pages cannot be rendered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('fails where there has never been a page, and tries again for the next who asks', async () => {
    const cache = createPageCache(era);
    await expect(cache.get('/', noDatabase)).rejects.toThrow('rendered with status 503');
    expect(textOf(await cache.get('/', async () => page('there')))).toBe('there');
  });

  it('serves the last page, and makes a new one as soon as that works', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.end();
    expect(textOf(await cache.get('/', noDatabase))).toBe('old');
    vi.advanceTimersByTime(1_000);
    expect(textOf(await cache.get('/', async () => page('new')))).toBe('new');
    expect(textOf(await cache.get('/', noDatabase))).toBe('new');
  });

  it('tries no more than once a second, but at once when a change is told', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.end();
    const render = vi.fn(noDatabase);
    for (let asked = 0; asked < 50; asked += 1) expect(textOf(await cache.get('/', render))).toBe('old');
    expect(render).toHaveBeenCalledTimes(1);
    era.end();
    expect(textOf(await cache.get('/', async () => page('new')))).toBe('new');
  });

  it('lets nobody wait longer than a second for a page that does not come', async () => {
    const cache = createPageCache(era);
    await cache.get('/', async () => page('old'));
    era.isHeard = false;
    era.end();
    const { promise, resolve } = Promise.withResolvers<RenderedPage>();
    const render = vi.fn(() => promise);
    const first = cache.get('/', render);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(textOf(await first)).toBe('old');
    const second = cache.get('/', render);
    await vi.advanceTimersByTimeAsync(0);
    expect(textOf(await second)).toBe('old');
    expect(render).toHaveBeenCalledTimes(1);
    resolve(page('new'));
    vi.useRealTimers();
    await expect.poll(async () => textOf(await cache.get('/', render))).toBe('new');
    expect(render).toHaveBeenCalledTimes(1);
  });
});
