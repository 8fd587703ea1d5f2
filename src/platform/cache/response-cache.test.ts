import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseSilent } from '#platform/database/database.ts';
import { createTestVersion } from '#tests/support/cache-version.ts';
import { type Answer, createResponseCache, type ResponseCache } from './response-cache.ts';

type Page = Answer & { text: string };

let version: ReturnType<typeof createTestVersion>;
let cache: ResponseCache<Page>;
beforeEach(() => {
  version = createTestVersion();
  cache = createResponseCache<Page>(version);
});

const page = (text: string): Page => ({ outcome: 'good', bytes: 1, text });
const noDatabase = async (): Promise<Page> => ({ outcome: 'away', bytes: 0, text: 'busy' });
const broken = async (): Promise<Page> => ({ outcome: 'other', bytes: 0, text: 'broken' });
const until = { until: 'change', mayBeOld: true } as const;

const get = async (make: () => Promise<Page>, keeping: Parameters<typeof cache.get>[1] = until) =>
  (await cache.get('/', keeping, make)).text;
const getPage = (text: string) => get(async () => page(text));

it('makes a missing answer once for many requests, and again after a change', async () => {
  const make = vi.fn(async () => page(`making ${make.mock.calls.length}`));
  const all = () => Promise.all(Array.from({ length: 20 }, () => get(make)));
  expect(new Set(await all())).toEqual(new Set(['making 1']));
  version.invalidate();
  expect(new Set(await all())).toEqual(new Set(['making 2']));
  expect(make).toHaveBeenCalledTimes(2);
});

it('shares an answer in the making even where it is not cached', async () => {
  const make = vi.fn(broken);
  await Promise.all([get(make), get(make)]);
  expect(make).toHaveBeenCalledTimes(1);
  const keeping = { until: 'next-asker', mayBeOld: true } as const;
  const stock = vi.fn(async () => page('7 left'));
  await Promise.all([get(stock, keeping), get(stock, keeping)]);
  expect(stock).toHaveBeenCalledTimes(1);
  await get(stock, keeping);
  expect(stock).toHaveBeenCalledTimes(2);
  expect(await get(noDatabase, keeping)).toBe('7 left');
});

it('shares nothing and calls nothing fresh without change notifications', async () => {
  cache = createResponseCache<Page>({ ...version, present: undefined });
  const make = vi.fn(async () => page('anew'));
  await Promise.all([get(make), get(make)]);
  await get(make);
  expect(make).toHaveBeenCalledTimes(3);
  expect(await get(noDatabase)).toBe('anew');
});

it('has a size limit, and evicts the least recently requested answer', async () => {
  cache = createResponseCache<Page>(version, 3);
  const ask = (key: string) => cache.get(key, until, async () => page(key));
  for (const key of ['a', 'b', 'c', 'a', 'd']) await ask(key);
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.fresh(key))).toEqual(['a', 'c', 'd']);
  await cache.get('large', until, async () => ({ ...page('large'), bytes: 4 }));
  expect(['a', 'c', 'd', 'large'].filter((key) => cache.fresh(key))).toEqual([]);
  await ask('a');
  expect(cache.fresh('a')).toMatchObject({ text: 'a' });
});

it('does not treat an answer as fresh if its making began before a change', async () => {
  const { promise, resolve } = Promise.withResolvers<Page>();
  const outdated = get(() => promise);
  version.invalidate();
  resolve(page('old'));
  expect(await outdated).toBe('old');
  expect(await getPage('new')).toBe('new');
});

it('does not fall back to an older answer that arrives late', async () => {
  const { promise, resolve } = Promise.withResolvers<Page>();
  const outdated = get(() => promise);
  version.invalidate();
  expect(await getPage('new')).toBe('new');
  resolve(page('old'));
  expect(await outdated).toBe('old');
  expect(await get(noDatabase)).toBe('new');
});

describe('after a change, with the database up', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    await getPage('old');
    version.invalidate();
  });
  afterEach(() => void vi.useRealTimers());

  it('makes all requests wait for the new answer, however long it takes', async () => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    const answers = [get(() => promise), get(() => promise)];
    await vi.advanceTimersByTimeAsync(60_000);
    answers.push(get(() => promise));
    resolve(page('new'));
    expect(await Promise.all(answers)).toEqual(['new', 'new', 'new']);
  });

  it('does not serve an old answer for a broken or missing page, then or later', async () => {
    expect(await get(broken)).toBe('broken');
    expect(await get(noDatabase)).toBe('busy');
  });

  it('does not serve an old answer when a new one fails after the next change', async () => {
    const { promise, resolve } = Promise.withResolvers<Page>();
    const overtaken = get(() => promise);
    version.invalidate();
    const current = Promise.withResolvers<Page>();
    const next = get(() => current.promise);
    resolve(await noDatabase());
    expect(await overtaken).toBe('old');
    const afterwards = get(() => current.promise);
    current.resolve(page('new'));
    expect(await Promise.all([next, afterwards])).toEqual(['new', 'new']);
  });
});

describe('while the database is down', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reports it when no answer is cached, and retries for the next request', async () => {
    expect(await get(noDatabase)).toBe('busy');
    expect(await getPage('there')).toBe('there');
  });

  it('serves the last answer, and makes a new one as soon as that works', async () => {
    await getPage('old');
    version.invalidate();
    expect(await get(noDatabase)).toBe('old');
    vi.advanceTimersByTime(1_000);
    expect(await getPage('new')).toBe('new');
    expect(await get(noDatabase)).toBe('new');
  });

  it('serves no old answer to a request that needs a fresh one', async () => {
    await getPage('old');
    version.invalidate();
    expect(await get(noDatabase, { until: 'change', mayBeOld: false })).toBe('busy');
  });

  it('retries at most once a second, but at once on a change notification', async () => {
    await getPage('old');
    version.invalidate();
    const make = vi.fn(noDatabase);
    for (let asked = 0; asked < 50; asked += 1) expect(await get(make)).toBe('old');
    expect(make).toHaveBeenCalledTimes(1);
    version.invalidate();
    expect(await getPage('new')).toBe('new');
  });

  it('makes no request wait longer than a second for an answer that does not come', async () => {
    await getPage('old');
    version.isSilent = true;
    version.invalidate();
    const { promise, resolve } = Promise.withResolvers<Page>();
    const make = vi.fn(() => promise);
    const first = get(make);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBe('old');
    const second = get(make);
    await vi.advanceTimersByTimeAsync(0);
    expect(await second).toBe('old');
    resolve(page('new'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await get(make)).toBe('new');
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('fails after a second if there is no older answer and the database says nothing', async () => {
    version.isSilent = true;
    const failure = get(() => new Promise(() => undefined)).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await failure).toBeInstanceOf(DatabaseSilent);
  });

  it('waits for a slow answer of a database that says something', async () => {
    await getPage('old');
    version.invalidate();
    const { promise, resolve } = Promise.withResolvers<Page>();
    const slow = get(() => promise);
    await vi.advanceTimersByTimeAsync(10_000);
    resolve(page('new'));
    expect(await slow).toBe('new');
  });
});
