import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { DatabaseConnection } from '#platform/database/database.ts';
import { startJobRunner } from '#platform/jobs/job-runner.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { freeLostJobs, showAlive } from '#platform/jobs/lost-jobs.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

const ENDED = 'the workers have ended; others are started';

let t: TestShop;
let connection: DatabaseConnection;
let pool: pg.Pool;

beforeAll(async () => {
  t = await startTestShop();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.shop.db);
  connection = { ...inject('databaseServer'), database: rows[0]?.name ?? '' };
  pool = new pg.Pool(connection);
  pool.on('error', () => undefined);
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

/** How many advisory locks sessions hold in this database. */
async function sessionLocks(): Promise<number> {
  const { rows } = await pool.query<{ held: string }>(
    `select count(*) as held from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return Number(rows[0]?.held);
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
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect(await workOff()).toEqual([{ mail: 'half sent' }]);
});

it('leaves what a living process works on to it, and takes it up once that has died', async () => {
  const alive = showAlive(connection, { workersId: () => 'pool-a', onBreak: () => undefined });
  await until('the lock of the living', async () => (await sessionLocks()) === 1);
  await enqueue(t.shop.db, 'note', { mail: 'being sent' });
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-a'`);
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect(await workOff()).toEqual([]);

  await alive.close();
  await freeLostJobs(pool, { graceSeconds: 60 });
  expect(await workOff()).toEqual([]);
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect(await workOff()).toEqual([{ mail: 'being sent' }]);
});

it('starts other workers when those at work could not write down what they did', async () => {
  const done: unknown[] = [];
  const warned: string[] = [];
  const log = Object.create(t.shop.log, { warn: { value: (line: string) => void warned.push(line) } });
  const runner = await startJobRunner({
    pool,
    connection,
    periodic: [],
    log,
    handlers: { note: async (payload) => void done.push(payload) },
  });
  // Deleting a finished job fails for as long as this stands.
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$;
    create trigger refuse before delete on graphile_worker._private_jobs execute function refuse();`);
  await enqueue(t.shop.db, 'note', { number: 1 });
  await until('the end of the workers', async () => warned.includes(ENDED));
  expect(done).toEqual([{ number: 1 }]);
  await pool.query('drop trigger refuse on graphile_worker._private_jobs');
  await enqueue(t.shop.db, 'note', { number: 2 });
  await until('the second job', async () => done.length === 2);
  await runner.stop();
  expect(done).toEqual([{ number: 1 }, { number: 2 }]);
});

it('replaces a job of the same key that has not begun', async () => {
  await enqueue(t.shop.db, 'note', { try: 1 }, { key: 'one' });
  await enqueue(t.shop.db, 'note', { try: 2 }, { key: 'one' });
  expect(await workOff()).toEqual([{ try: 2 }]);
});
