import Fastify from 'fastify';
import fp from 'fastify-plugin';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sendError } from './http-error.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';
import { shedLoad } from './shed-load.ts';

test('near the limit of its memory what is new is refused, and taken again when there is room', async () => {
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
  // What the shop asks itself belongs to a page under way.
  expect((await ask('/page', IN_PROCESS_ADDRESS)).statusCode).toBe(200);
  heap.usedBytes = 100;
  vi.advanceTimersByTime(500);
  expect((await ask('/page')).statusCode).toBe(200);
});
