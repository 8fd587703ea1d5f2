/** @module-tag sweep */
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type OpenDatabase, openDatabase } from '#platform/database/database.ts';
import { type JobHandler, startWorkers } from '#platform/jobs/jobs.ts';
import { makeOlderTables, prepareJobs } from '#platform/jobs/prepare-jobs.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import { createFreshDatabase, type FreshDatabase } from '#tests/support/fresh-database.ts';
import { forgetJobs, jobsOf, outboxOf } from '#tests/support/outbox.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';

const t = setUpShop();
let workers: OpenDatabase;

beforeAll(async () => {
  workers = openDatabase(t.app, { maxConnections: 2, onIdleError: () => undefined });
});
afterEach(() => forgetJobs(t.shop.db));
afterAll(() => workers?.close());

const JOB = 'refund-payment';

/** Starts workers of one job for the duration of the test. */
async function startWork(handle: JobHandler, pool = workers.pool) {
  const runner = await startWorkers({
    pool,
    log: t.shop.log,
    handlers: { [JOB]: handle },
    lookSeconds: 1,
  });
  onTestFinished(runner.stop);
  return runner;
}

/** Runs jobs, and records their payloads. */
async function startNoting(): Promise<unknown[]> {
  const done: unknown[] = [];
  await startWork(async (payload) => void done.push(payload));
  return done;
}

const isEmpty = async () => (await jobsOf(t.shop.db)).length === 0;

it('drops a job whose transaction is rolled back, and keeps a committed one', async () => {
  const { db, jobs } = t.shop;
  await db
    .transaction()
    .execute(async (tx) => {
      await jobs.enqueue(tx, JOB, { from: 'rolled back' });
      await jobs.enqueue(tx, JOB, { from: 'rolled back' }, { key: 'one' });
      throw new Error('rolled back');
    })
    .catch(() => undefined);
  await db.transaction().execute((tx) => jobs.enqueue(tx, JOB, { from: 'committed' }));
  const done = await startNoting();
  await until('an empty outbox', isEmpty);
  expect(done).toEqual([{ from: 'committed' }]);
});

it('requeues only the failed job of those fetched together', async () => {
  const tried: unknown[] = [];
  for (const number of [1, 2, 3]) await t.shop.jobs.enqueue(t.shop.db, JOB, { number });
  await startWork(async (payload) => {
    tried.push(payload);
    if (tried.length === 2) throw new Error('not now');
  });
  await until('an empty outbox', isEmpty);
  expect(tried).toHaveLength(4);
  expect(tried).toEqual(expect.arrayContaining([1, 2, 3].map((number) => ({ number }))));
  expect(tried[3]).toEqual(tried[1]);
});

it('takes over the job of a killed process, and leaves a living one its own', {
  tags: ['sweep'],
}, async () => {
  await t.shop.jobs.enqueue(t.shop.db, JOB, { begunBy: 'one that is killed' });
  // Its first heartbeat would be due in five seconds.
  expect(await outboxOf(t.shop.db).fetch(JOB)).toHaveLength(1);
  const done = await startNoting();
  const living = Promise.withResolvers<void>();
  const begun: unknown[] = [];
  const other = openDatabase(t.app, { maxConnections: 2, onIdleError: () => undefined });
  onTestFinished(other.close);
  await startWorkers({
    pool: other.pool,
    log: t.shop.log,
    handlers: {
      'make-avif': async (payload) => {
        begun.push(payload);
        await living.promise;
      },
    },
    lookSeconds: 1,
  }).then(({ stop }) => onTestFinished(stop));
  await t.shop.jobs.enqueue(t.shop.db, 'make-avif', { url: 'slow' });
  await until('the job of the dead', async () => done.length === 1, 60_000);
  expect(done).toEqual([{ begunBy: 'one that is killed' }]);
  expect(await jobsOf(t.shop.db, ['make-avif'])).toMatchObject([{ state: 'active', retryCount: 0 }]);
  living.resolve();
  await until('an empty outbox', isEmpty);
  expect(begun).toEqual([{ url: 'slow' }]);
});

it('continues once the database is back', async () => {
  const done: unknown[] = [];
  let isCut = false;
  await startWork(async (payload) => {
    done.push(payload);
    if (isCut) return;
    isCut = true;
    await t.asOwner(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  });
  await t.shop.jobs.enqueue(t.shop.db, JOB, { number: 1 });
  await until('the cut', async () => isCut);
  await until('the next job to be taken', () =>
    t.shop.jobs.enqueue(t.shop.db, JOB, { number: 2 }).then(
      () => true,
      () => false,
    ),
  );
  await until('an empty outbox', () => isEmpty().catch(() => false), 60_000);
  expect(new Set(done.map((payload) => JSON.stringify(payload)))).toEqual(
    new Set(['{"number":1}', '{"number":2}']),
  );
});

it('replaces an unstarted job of the same key, and reschedules it', async () => {
  const { db, jobs } = t.shop;
  const later = new Date(Date.now() + 3_600_000);
  await jobs.enqueue(db, JOB, { try: 1 }, { key: 'one', runAt: later });
  await Promise.all([2, 2, 2].map((nth) => jobs.enqueue(db, JOB, { try: nth }, { key: 'one' })));
  const done = await startNoting();
  await until('an empty outbox', isEmpty);
  expect(done).toEqual([{ try: 2 }]);
});

it('migrates jobs queued before this library, and loses none', async () => {
  const database: FreshDatabase = await createFreshDatabase();
  onTestFinished(database.drop);
  const owner = openDatabase(database.connection, { onIdleError: () => undefined });
  onTestFinished(owner.close);
  await makeOlderTables(owner);
  await database.asOwner(`
    insert into graphile_worker._private_tasks (id, identifier) values (1, 'send-mail'), (2, 'release-hold'), (3, 'unheard-of');
    insert into graphile_worker._private_jobs (task_id, payload, run_at, attempts, key, locked_at) values
      (1, '[{"mail": "order-placed", "orderId": "a"}, {"mail": "order-placed", "orderId": "b"}]', now(), 0, null, null),
      (1, '{"mail": "order-placed", "orderId": "c"}', now(), 3, null, now()),
      (1, '{"mail": "order-placed", "orderId": "d"}', now(), 25, null, null),
      (2, '{"paymentId": "e"}', '2030-01-02T03:04:05Z', 0, 'release-hold:e', null),
      (3, '{}', now(), 0, null, null);`);
  await prepareJobs(owner, knownJobs, t.shop.log);
  await prepareJobs(owner, knownJobs, t.shop.log);
  const carried = await jobsOf(owner.db);
  const mail = (orderId: string) => ({ mail: 'order-placed', orderId });
  const dataOf = (job: string) => new Set(carried.filter(({ name }) => name === job).map(({ data }) => data));
  expect(dataOf('send-mail')).toEqual(new Set([mail('a'), mail('b'), mail('c')]));
  expect(carried.find(({ name }) => name === 'release-hold')).toMatchObject({
    data: { paymentId: 'e' },
    singletonKey: 'release-hold:e',
    startAfter: new Date('2030-01-02T03:04:05Z'),
  });
  expect(dataOf('given-up')).toEqual(new Set([mail('d'), {}]));
  expect(carried).toHaveLength(6);
  expect(await database.asOwner(`select to_regnamespace('graphile_worker') as old`)).toEqual([{ old: null }]);
});
