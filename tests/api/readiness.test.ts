import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#platform/log.ts';
import { watchClock } from '#server/api/health.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';

const { statfs } = fs;
const room = { blocks: 1_000_000, bavail: 500_000 };

/** Replaces the disk's figures for every module. */
function replaceStatfs(replacement: object): void {
  Object.assign(fs, { statfs: replacement });
  syncBuiltinESMExports();
}

const t = setUpShop();
beforeAll(async () => {
  replaceStatfs(async () => ({ bsize: 4096, ...room }));
});
afterAll(async () => {
  replaceStatfs(statfs);
});

it('reports not ready while the disk is full', async () => {
  room.bavail = 1_000;
  const full = { error: { code: 'unavailable', message: 'The disk of the data folder is full or gone' } };
  expect(await t.call('GET', '/readyz')).toMatchObject({ status: 503, body: full });
  expect((await t.call('GET', '/healthz')).status).toBe(200);
  // A file system that reports no size.
  room.blocks = 0;
  expect((await t.call('GET', '/readyz')).status).toBe(200);
  Object.assign(room, { blocks: 1_000_000, bavail: 500_000 });
  expect((await t.call('GET', '/readyz')).status).toBe(200);
});

it('reports by how much the clocks of shop and database differ, as the log does', async () => {
  const lines: { level: number; msg: string; databaseAheadSeconds?: number }[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const clock = createTestClock();
  clock.advance(300_000);
  const watch = watchClock({ ...t.shop, clock, log });
  await until('a line', async () => lines.length > 0);
  watch.stop();
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      databaseAheadSeconds: -300,
      msg: 'the clocks of this machine and of the database differ',
    }),
  ]);
  t.clock.advance(300_000);
  expect((await t.call('GET', '/readyz')).body).toEqual({ status: 'ok', databaseAheadSeconds: -300 });
});
