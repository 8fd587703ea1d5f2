import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveBuiltFiles } from './serve-built-files.ts';

const script = 'export const a = 1;';
let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'built-'));
  const files = {
    'assets/a-1.js': script,
    'assets/a-1.js.br': 'brotli',
    'assets/a-1.js.gz': 'gzip',
    'assets/b-2.css': 'a{}',
    'favicon.svg': '<svg/>',
    'icon.png': 'png',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  app = fastify();
  await serveBuiltFiles(app, folder);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (url: string, accepted = 'identity', method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': accepted } });

it.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['br;q=0', undefined, script],
])('serves the copy that the caller takes: %s', async (accepted, coding, body) => {
  const reply = await ask('/assets/a-1.js', accepted);
  expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, coding, body]);
  expect(reply.headers).toMatchObject({
    'content-type': 'text/javascript',
    'content-length': String(body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  for (const name of ['etag', 'last-modified', 'accept-ranges']) expect(reply.headers[name]).toBeUndefined();
  const head = await ask('/assets/a-1.js', accepted, 'HEAD');
  expect([head.body, head.headers['content-length']]).toEqual(['', String(body.length)]);
});

it.each([
  ['/assets/b-2.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=3600'],
  ['/icon.png', 'image/png', 'public, max-age=3600'],
])('serves what the build has not compressed as it is: %s', async (path, type, caching) => {
  const { statusCode, headers } = await ask(path, 'br');
  expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([200, type, caching]);
  expect(headers['content-encoding']).toBeUndefined();
});

it('serves nothing else', async () => {
  await writeFile(join(folder, 'later.js'), script);
  await rm(join(folder, 'icon.png'));
  for (const path of ['/later.js', '/icon.png', '/assets/a-1.js.br', '/assets', '/'])
    expect([path, (await ask(path)).statusCode]).toEqual([path, 404]);
});
