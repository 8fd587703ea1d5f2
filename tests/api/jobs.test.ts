import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freeLostJobs } from '#platform/jobs/job-runner.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

let t: TestShop;
let pool: pg.Pool;

beforeAll(async () => {
  t = await startTestShop();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.shop.db);
  pool = new pg.Pool({ ...inject('databaseServer'), database: rows[0]?.name });
});

afterAll(async () => {
  await pool.end();
  await t.stop();
});

/** Works off what is due and answers what was done. */
async function workOff(): Promise<unknown[]> {
  const done: unknown[] = [];
  const logger = new Logger(() => () => undefined);
  const taskList = { note: async (payload: unknown) => void done.push(payload) };
  await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger });
  return done;
}

it('drops a job whose transaction is rolled back, and keeps one that commits', async () => {
  await t.shop.db
    .transaction()
    .execute(async (tx) => {
      await enqueue(tx, 'note', { from: 'rolled back' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await t.shop.db.transaction().execute((tx) => enqueue(tx, 'note', { from: 'committed' }));
  expect(await workOff()).toEqual([{ from: 'committed' }]);
});

it('takes up again what a killed process had begun', async () => {
  await enqueue(t.shop.db, 'note', { mail: 'half sent' });
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`);
  expect(await workOff()).toEqual([]);
  await freeLostJobs(pool);
  expect(await workOff()).toEqual([{ mail: 'half sent' }]);
});

it('replaces a job of the same key that has not begun', async () => {
  await enqueue(t.shop.db, 'note', { try: 1 }, { key: 'one' });
  await enqueue(t.shop.db, 'note', { try: 2 }, { key: 'one' });
  expect(await workOff()).toEqual([{ try: 2 }]);
});
