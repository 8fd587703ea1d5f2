import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendError } from './http-error.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';
import { createLoadWatch, shedLoad } from './shed-load.ts';

test('refuses new requests near the memory limit, and accepts them again when there is room', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const heap = { usedBytes: 100, limitBytes: 1024 ** 3 };
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler(sendError);
  await app.register(fp(async () => undefined, { name: 'response-cache' }));
  const figures = { nowMs: () => Date.now(), heap: () => heap, collect: () => undefined };
  await app.register(shedLoad, { log: app.log, figures });
  app.get('/page', { config: { access: 'public' } }, async () => 'a page');
  app.get('/healthz', { config: { access: 'public', limit: 'none' } }, async () => 'ok');
  app.get('/file.css', async () => 'a file');
  const ask = (url: string, remoteAddress = '203.0.113.9') => app.inject({ url, remoteAddress });

  expect((await ask('/page')).statusCode).toBe(200);
  heap.usedBytes = 0.9 * heap.limitBytes;
  vi.advanceTimersByTime(500);
  const refused = await ask('/page');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.json()).toMatchObject({ error: { code: 'unavailable' } });
  for (const url of ['/healthz', '/file.css']) expect((await ask(url)).statusCode).toBe(200);
  // The shop's in-process requests belong to a page that is already being served.
  expect((await ask('/page', IN_PROCESS_ADDRESS)).statusCode).toBe(200);
  heap.usedBytes = 100;
  vi.advanceTimersByTime(500);
  expect((await ask('/page')).statusCode).toBe(200);
});

const LIMIT = 1024 ** 3;

/** A watch over a process with figures from the test. `garbage` is the share that a collection frees. */
function watch() {
  const process = { nowMs: 0, live: 0.3, garbage: 0, collected: 0 };
  const changes: boolean[] = [];
  const load = createLoadWatch((isOverloaded) => changes.push(isOverloaded), {
    nowMs: () => process.nowMs,
    heap: () => ({ usedBytes: (process.live + process.garbage) * LIMIT, limitBytes: LIMIT }),
    collect() {
      process.collected += 1;
      process.garbage = 0;
    },
  });
  onTestFinished(() => load.stop());
  const lookAfter = (ms: number) => {
    process.nowMs += ms;
    load.look();
    return load.isOverloaded;
  };
  return { process, changes, lookAfter };
}

test('counts only memory that cannot be freed as overload, until it is freed', () => {
  const { process, changes, lookAfter } = watch();
  process.garbage = 0.6;
  expect(lookAfter(500)).toBe(false);
  expect(process.collected).toBe(1);
  process.live = 0.9;
  expect(lookAfter(500)).toBe(true);
  process.live = 0.5;
  process.garbage = 0.4;
  // Too soon for another collection.
  expect(lookAfter(500)).toBe(true);
  expect(lookAfter(10_000)).toBe(false);
  expect(process.collected).toBe(2);
  expect(changes).toEqual([true, false]);
});

test('ignores one long task, and treats a constantly late event loop as overload', () => {
  const { changes, lookAfter } = watch();
  expect(lookAfter(8_000)).toBe(false);
  expect(lookAfter(500)).toBe(false);
  const late = Array.from({ length: 5 }, () => lookAfter(1_700));
  expect(late).toEqual([false, false, false, false, true]);
  expect(lookAfter(600)).toBe(false);
  expect(changes).toEqual([true, false]);
});
