import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createPageCache } from './page-cache.ts';

const html = Buffer.from('<!doctype html><title>Tools</title>');

it('renders a cold page once for many askers, and again after a change', async () => {
  const cache = createPageCache();
  let renderings = 0;
  const render = async () => {
    renderings += 1;
    return html;
  };
  const pages = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', render)));
  expect(renderings).toBe(1);
  expect(new Set(pages).size).toBe(1);
  cache.clear();
  await cache.get('/', render);
  expect(renderings).toBe(2);
});

it('keeps the same bytes in every coding', async () => {
  const page = await createPageCache().get('/', async () => html);
  expect(page.identity).toEqual(html);
  expect(gunzipSync(page.gzip)).toEqual(html);
  expect(brotliDecompressSync(page.br)).toEqual(html);
});

it('does not keep a page whose rendering began before a change', async () => {
  const cache = createPageCache();
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const stale = cache.get('/', () => promise);
  cache.clear();
  resolve(Buffer.from('old'));
  expect((await stale).identity.toString()).toBe('old');
  expect((await cache.get('/', async () => Buffer.from('new'))).identity.toString()).toBe('new');
});

it('tries again after a rendering that failed', async () => {
  const cache = createPageCache();
  await expect(cache.get('/', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect((await cache.get('/', async () => html)).identity).toEqual(html);
});
