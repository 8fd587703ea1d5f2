import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import { type JobRunner, prepareJobs, startJobRunner, toTaskList } from '#platform/jobs/job-runner.ts';
import { enqueue, quietJob } from '#platform/jobs/jobs.ts';
import { freeLostJobs, showAlive } from '#platform/jobs/lost-jobs.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';

let t: TestShop;
let connection: DatabaseConnection;
let pool: pg.Pool;

beforeAll(async () => {
  t = await startTestShop();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(t.shop.db);
  connection = { ...inject('databaseServer').owner, database: rows[0]?.name ?? '' };
  pool = new pg.Pool(toClientConfig(connection));
  pool.on('error', () => undefined);
});

afterAll(async () => {
  await pool.end();
  await t.stop();
});

const silent = new Logger(() => () => undefined);

/** Works off what is due and answers what was done. */
async function workOff(): Promise<unknown[]> {
  const done: unknown[] = [];
  const taskList = { note: async (payload: unknown) => void done.push(payload) };
  await runOnce({ pgPool: pool, taskList, noHandleSignals: true, logger: silent });
  return done;
}

/** Starts a runner that only notes down what there is to do. */
async function startNoting(): Promise<{ done: unknown[]; runner: JobRunner }> {
  const done: unknown[] = [];
  const runner = await startJobRunner({
    pool,
    connection,
    periodic: [],
    log: t.shop.log,
    handlers: { note: async (payload) => void done.push(payload) },
  });
  return { done, runner };
}

/** The advisory locks by which workers show that they live in this database. */
async function workerLocks(): Promise<unknown[]> {
  const { rows } = await pool.query<{ classid: number; objid: number }>(
    `select classid::bigint, objid::bigint from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ classid, objid }) => `${classid} ${objid}`);
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

it('puts back what failed of a job with several payloads, and nothing else', async () => {
  const tried: unknown[] = [];
  const note = async (payload: unknown) => {
    tried.push(payload);
    if (payload === 2 && tried.length < 4) throw new Error('not now');
  };
  await prepareJobs(pool, ['note'], t.shop.log);
  await quietJob('note', [1, 2, 3]).execute(t.shop.db);
  const run = () =>
    runOnce({ pgPool: pool, taskList: toTaskList({ note }), noHandleSignals: true, logger: silent });
  const left = async () => {
    await run();
    // The library answers before it has written down what failed.
    await until('the workers to let go', async () => {
      const { rowCount } = await pool.query('select from graphile_worker.jobs where locked_at is not null');
      return rowCount === 0;
    });
    return (await pool.query('select payload, attempts from graphile_worker._private_jobs')).rows;
  };
  expect(await left()).toEqual([{ payload: [2], attempts: 1 }]);
  expect(tried).toEqual([1, 2, 3]);
  await pool.query('update graphile_worker._private_jobs set run_at = now()');
  expect(await left()).toEqual([]);
  expect(tried).toEqual([1, 2, 3, 2]);
});

it('takes up again what a killed process had begun', async () => {
  await enqueue(t.shop.db, 'note', { mail: 'half sent' });
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed'`);
  expect(await workOff()).toEqual([]);
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect(await workOff()).toEqual([{ mail: 'half sent' }]);
});

it('frees a queue that was left locked with no job at work in it, and no other', async () => {
  const locked = () => pool.query('select locked_by from graphile_worker._private_job_queues order by 1');
  for (const queue of ['left', 'busy']) {
    await enqueue(t.shop.db, 'note', { queue }, { queue });
    await pool.query(
      `update graphile_worker._private_job_queues set locked_at = now(), locked_by = queue_name where queue_name = $1`,
      [queue],
    );
  }
  const alive = showAlive(connection, {
    workersId: () => 'busy',
    onBreak: () => undefined,
    onReopen: () => undefined,
  });
  await until('the lock of the living', async () => (await workerLocks()).length === 1);
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'busy'
    where payload->>'queue' = 'busy'`);
  await freeLostJobs(pool, { graceSeconds: 60 });
  expect((await locked()).rows).toEqual([{ locked_by: 'busy' }, { locked_by: 'left' }]);
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect((await locked()).rows).toEqual([{ locked_by: 'busy' }, { locked_by: null }]);
  expect(await workOff()).toEqual([{ queue: 'left' }]);
  await alive.close();
  await freeLostJobs(pool, { graceSeconds: 0 });
  expect(await workOff()).toEqual([{ queue: 'busy' }]);
});

it('leaves what a living process works on to it, and takes it up once that has died', async () => {
  const alive = showAlive(connection, {
    workersId: () => 'pool-a',
    onBreak: () => undefined,
    onReopen: () => undefined,
  });
  await until('the lock of the living', async () => (await workerLocks()).length === 1);
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

it('shows workers alive that start while the connection which shows them is being opened', async () => {
  let workersId: string | undefined;
  const alive = showAlive(connection, {
    workersId() {
      if (workersId === undefined) {
        queueMicrotask(() => {
          workersId = 'pool-b';
          alive.renew();
        });
      }
      return workersId;
    },
    onBreak: () => undefined,
    onReopen: () => undefined,
  });
  onTestFinished(() => alive.close());
  await until('the lock of the living', async () => (await workerLocks()).length === 1);
});

it('writes a job down as done once the database is back', async () => {
  const { done, runner } = await startNoting();
  // Deleting a finished job fails as at a shutdown, for as long as this stands.
  await t.asOwner(`
    create sequence refusals;
    grant usage on sequence refusals to public;
    create function refuse() returns trigger language plpgsql as $$ begin
      perform nextval('public.refusals');
      raise 'shutting down' using errcode = '57P01';
    end $$;
    create trigger refuse before delete on graphile_worker._private_jobs execute function refuse();`);
  await enqueue(t.shop.db, 'note', { number: 1 });
  await until('the first try to write it down', async () => {
    const [refusals] = await t.asOwner('select is_called from refusals');
    return refusals?.is_called === true;
  });
  await t.asOwner('drop trigger refuse on graphile_worker._private_jobs');
  await enqueue(t.shop.db, 'note', { number: 2 });
  await until('an empty outbox', async () => {
    const { rows } = await pool.query('select id from graphile_worker.jobs');
    return rows.length === 0;
  });
  await runner.stop();
  expect(done).toEqual([{ number: 1 }, { number: 2 }]);
});

it('gives its workers another name when their connection broke, so that no job stays with the old', async () => {
  const { done, runner } = await startNoting();
  await until('the workers to show that they live', async () => (await workerLocks()).length === 1);
  const [before] = await workerLocks();
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'toolyard workers' and datname = current_database()`,
  );
  await until('workers of another name', async () => {
    const [after] = await workerLocks();
    return after !== undefined && after !== before;
  });
  await enqueue(t.shop.db, 'note', { after: 'the break' });
  await until('the job', async () => done.length === 1);
  await runner.stop();
  expect(await workerLocks()).toEqual([]);
});

it('replaces a job of the same key that has not begun', async () => {
  await enqueue(t.shop.db, 'note', { try: 1 }, { key: 'one' });
  await enqueue(t.shop.db, 'note', { try: 2 }, { key: 'one' });
  expect(await workOff()).toEqual([{ try: 2 }]);
});
