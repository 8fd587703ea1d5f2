import { sql } from 'kysely';
import type pg from 'pg';
import {
  type ConstructorOptions,
  fromKysely,
  type JobResult,
  type JobWithMetadata,
  PgBoss,
  type QueueOptions,
} from 'pg-boss';
import { withTimeout } from '../concurrency.ts';
import { type Database, isDatabaseUnavailable } from '../database/database.ts';
import type { Log } from '../log.ts';

/** The queue of jobs whose last try failed; no worker takes jobs from it. */
export const GIVEN_UP = 'given-up';

export const FOR_EVER_SECONDS = 50 * 365 * 86_400;

/** Queue options: 25 tries with growing pauses, over about four days; a process without a heartbeat for 10
 * seconds is dead. */
export const queueOptions: QueueOptions = {
  retryLimit: 24,
  retryBackoff: true,
  retryDelay: 1,
  retryDelayMax: 9 * 3600,
  heartbeatSeconds: 10,
  // The library deletes jobs that have waited longer than this, and jobs completed longer ago.
  retentionSeconds: FOR_EVER_SECONDS,
  deleteAfterSeconds: 1,
};

const POLL_SECONDS = 1;
const LOOK_SECONDS = 5;
const TOGETHER = 8;
/** How much of a shutdown's 20 seconds running jobs may take; another process repeats those that are
 * not done then. */
const STOP_MS = 6_000;
const MOST_GIVEN_UP = 10_000;

export type JobTry = { isLast: boolean };

/** The work of a job. Throwing reschedules it after a growing pause, unless this was its last try. */
export type JobHandler = (payload: unknown, jobTry: JobTry) => Promise<void>;

export type PeriodicJob = { job: string; everyMinutes: number };

/** How many jobs of a kind wait, over all processes, and for how long the longest due one has. */
export type JobFigures = {
  kind: string;
  due: number;
  later: number;
  givenUp: number;
  oldestDueSeconds: number;
};

/** A job that was given up: its id in that queue, its original job, and for an email its kind. */
type GivenUpJob = { id: string; job: string; mail: string | undefined };

/** The workers that take jobs from the outbox. `stop` waits for running jobs. */
type JobRunner = { stop(): Promise<void> };

export type Jobs = {
  /** Reads the known queues. Before this, the first job of a kind needs a second connection to be queued. */
  open(): Promise<void>;
  /** The job exists only if the transaction commits. `key`: replaces a job of the same key that has not
   * begun. */
  enqueue(
    db: Database,
    job: string,
    payload: object,
    options?: { runAt?: Date | undefined; key?: string },
  ): Promise<void>;
  /** Lists the oldest jobs that were given up. */
  givenUp(): Promise<GivenUpJob[]>;
  /** Counts the jobs given up since a time, up to `most`. */
  countGivenUp(since: Date, most: number): Promise<number>;
  close(): Promise<void>;
};

/** Opens the outbox created by `prepareJobs`, without any network access yet. */
export function createJobs(pool: pg.Pool, log: Log): Jobs {
  const boss = openBoss(pool, log, { supervise: false, schedule: false });
  return {
    open: async () => void (await boss.start()),
    async enqueue(db, job, payload, { runAt, key } = {}) {
      const sent = { db: fromKysely(db), startAfter: runAt ?? 0 };
      if (key === undefined) await boss.send(job, payload, sent);
      else await boss.upsert(job, payload, { ...sent, singletonKey: key });
    },
    async givenUp() {
      const jobs = await boss.findJobs<{ mail?: string }>(GIVEN_UP, { queued: true, limit: MOST_GIVEN_UP });
      return jobs.map(({ id, data, sourceName }) => ({ id, job: sourceName ?? GIVEN_UP, mail: data?.mail }));
    },
    async countGivenUp(since, most) {
      const { rows } = await pool.query(
        `select count(*)::integer as jobs from (select from pgboss.job
          where name = $1 and state < 'active' and created_on >= $2 limit $3) given_up`,
        [GIVEN_UP, since, most],
      );
      return rows[0].jobs;
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** Creates the job library on one of the shop's pools: it may use the tables, but does not change them. */
export function openBoss(pool: pg.Pool, log: Log, options: Omit<ConstructorOptions, 'db'>): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
    ...options,
  });
  boss.on('error', (thrown: Error) => {
    // The library emits a copy, which is no longer an Error.
    const error = Object.assign(new Error(thrown.message), thrown);
    // Callers that need the database report its absence; each worker would repeat it every second.
    log[isDatabaseUnavailable(error) ? 'debug' : 'error']({ err: error }, 'the outbox could not be used');
  });
  boss.on('warning', ({ message }) => log.warn(message));
  return boss;
}

/** Starts the workers. `pool`: their own, so that no heartbeat waits behind requests; `oneByOne`: jobs that
 * run one at a time; `detached`: jobs whose work the shop's tables know, so that they are done once they
 * have begun and a slow one holds up no other. */
export async function startWorkers({
  pool,
  log,
  handlers,
  oneByOne = [],
  detached = [],
  lookSeconds = LOOK_SECONDS,
}: {
  pool: pg.Pool;
  log: Log;
  handlers: Record<string, JobHandler>;
  oneByOne?: string[];
  detached?: string[];
  lookSeconds?: number;
}): Promise<JobRunner> {
  const boss = openBoss(pool, log, {
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    // Completed jobs still hold their payload, so they are deleted soon.
    maintenanceIntervalSeconds: 60,
    // No job depends on another.
    flowIntervalSeconds: 3600,
  });
  await boss.start();
  const begun = new Set<Promise<unknown>>();
  const detach =
    (handle: JobHandler): JobHandler =>
    async (payload, jobTry) => {
      const work = handle(payload, jobTry)
        .catch((error) => log.warn({ err: error }, 'detached work failed'))
        .finally(() => begun.delete(work));
      begun.add(work);
    };
  for (const [job, handle] of Object.entries(handlers)) {
    const run = detached.includes(job) ? detach(handle) : handle;
    const options = {
      batchSize: oneByOne.includes(job) ? 1 : TOGETHER,
      pollingIntervalSeconds: POLL_SECONDS,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    await boss.work(job, options, (batch: JobWithMetadata[]) =>
      Promise.all(batch.map((each) => doJob(log, run, each))),
    );
  }
  return {
    async stop() {
      const stopping = boss.stop({ timeout: STOP_MS, close: false });
      await Promise.all([stopping, withTimeout(Promise.allSettled(begun), STOP_MS, () => [])]);
    },
  };
}

/** Runs one job and returns its result. */
export async function doJob(log: Log, handle: JobHandler, job: JobWithMetadata): Promise<JobResult> {
  const { id, name, data, retryCount, retryLimit } = job;
  try {
    await handle(data, { isLast: retryCount >= retryLimit });
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ err: error, job: name }, 'a job failed');
    return { id, status: 'failed', output: error };
  }
}

/** Counts the jobs of each kind that has any. */
export async function readJobFigures(db: Database): Promise<JobFigures[]> {
  // `not blocked` lets pg-boss's own index leave out the jobs that are done.
  const { rows } = await sql<JobFigures>`
    select coalesce(source_name, name) as kind,
      count(*) filter (where name <> ${GIVEN_UP} and start_after <= now())::integer as due,
      count(*) filter (where name <> ${GIVEN_UP} and start_after > now())::integer as later,
      count(*) filter (where name = ${GIVEN_UP})::integer as "givenUp",
      coalesce(extract(epoch from now() - min(start_after)
        filter (where name <> ${GIVEN_UP} and start_after <= now())), 0)::float8 as "oldestDueSeconds"
    from pgboss.job where state < 'active' and not blocked group by 1`.execute(db);
  return rows;
}
