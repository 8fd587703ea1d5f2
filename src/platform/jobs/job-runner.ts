import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { DatabaseConnection } from '../database/connection.ts';
import type { Log } from '../log.ts';
import { freeLostJobs, showAlive } from './lost-jobs.ts';
import { createPatientPool } from './patient-pool.ts';

/** How often jobs of dead processes are looked for, and how long new workers may take to show that they live. */
const LOST_JOBS_EVERY_MS = 5_000;
const GRACE_SECONDS = 5;
const RESTART_MS = 1_000;

/** Which try of a job this is. */
export type JobTry = { isLast: boolean };

/** What a job does. Throwing puts it back, to be tried again after a growing pause, unless this was its last try. */
export type JobHandler = (payload: unknown, jobTry: JobTry) => Promise<void>;

/** A job that comes round by itself. */
export type PeriodicJob = { job: string; everyMinutes: number };

/** The workers that take jobs from the outbox, until stopped. */
export type JobRunner = { stop(): Promise<void> };

/** What the workers need. `connection`: to the database of `pool`, for one more of their own, which `name` is shown by. */
type JobRunnerOptions = {
  pool: pg.Pool;
  connection: DatabaseConnection;
  name?: string;
  handlers: Record<string, JobHandler>;
  periodic: PeriodicJob[];
  log: Log;
  concurrency?: number;
};

/** Sets up the job library's own tables, with the jobs that come as a `quietJob`. Run before the first `enqueue`. */
export async function prepareJobs(pool: pg.Pool, quietJobs: string[], log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: toLibraryLogger(log) });
  await pool.query(
    `insert into graphile_worker._private_tasks (identifier) select unnest($1::text[])
     on conflict do nothing`,
    [quietJobs],
  );
}

/**
 * Starts working off jobs in this process; several processes share them, and take up what one that died had begun.
 * `stop` lets jobs under way end.
 */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { pool, log } = options;
  let workersId: string | undefined;
  const alive = showAlive(options.connection, {
    name: options.name,
    workersId: () => workersId,
    onBreak: (error) => log.warn({ err: error }, 'the connection that shows the workers alive broke'),
    // A job that was being handed out at that moment is locked in their name, and none of them knows of it.
    onReopen: () => workers.replace(),
  });
  const rounds = setInterval(() => {
    freeLostJobs(pool, { graceSeconds: GRACE_SECONDS }).catch((error: unknown) => {
      log.warn({ err: error }, 'jobs of dead processes could not be looked for');
    });
  }, LOST_JOBS_EVERY_MS).unref();
  const workers = await startReplaceableWorkers(options, (id) => {
    workersId = id;
    alive.renew();
  });
  return {
    async stop() {
      clearInterval(rounds);
      await workers.stop();
      await alive.close();
    },
  };
}

/** Workers that can be replaced: each lets its job end, then others start under another id. */
async function startReplaceableWorkers(
  options: JobRunnerOptions,
  onStart: (workersId: string) => void,
): Promise<JobRunner & { replace(): void }> {
  let isStopped = false;
  let runner = await startWorkers(options, onStart);
  let changing = Promise.resolve();

  async function change(): Promise<void> {
    if (isStopped) return;
    await runner.stop();
    for (let isStarted = false; !isStarted && !isStopped; ) {
      isStarted = await startWorkers(options, onStart).then(
        (started) => {
          runner = started;
          return true;
        },
        (error: unknown) => {
          options.log.warn({ err: error }, 'the workers could not be started');
          return pause(RESTART_MS, false, { ref: false });
        },
      );
    }
  }

  return {
    replace() {
      changing = changing.then(change);
    },
    async stop() {
      isStopped = true;
      await changing;
      // Those that were being replaced have been stopped, and refuse to be so again.
      await runner.stop().catch(() => undefined);
    },
  };
}

/** The handlers as the library calls them; of a job with several payloads it puts those back that failed. */
export function toTaskList(handlers: Record<string, JobHandler>): TaskList {
  const tasks = Object.entries(handlers).map(([job, handle]): [string, Task] => [
    job,
    async (payload, { job: { attempts, max_attempts } }) => {
      const jobTry = { isLast: attempts >= max_attempts };
      return Array.isArray(payload) ? payload.map((each) => handle(each, jobTry)) : handle(payload, jobTry);
    },
  ]);
  return Object.fromEntries(tasks);
}

function startWorkers(
  { pool, handlers, periodic, log, concurrency }: JobRunnerOptions,
  onStart: (workersId: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onStart(workerPool.id));
  return run({
    pgPool: createPatientPool(pool),
    taskList: toTaskList(handlers),
    events,
    noHandleSignals: true,
    parsedCronItems: toCronItems(periodic),
    logger: toLibraryLogger(log),
    concurrency: concurrency ?? 3,
    pollInterval: 2_000,
  });
}

function toCronItems(periodic: PeriodicJob[]): ParsedCronItem[] {
  return parseCronItems(
    periodic.map(({ job, everyMinutes }) => ({
      task: job,
      match: `*/${everyMinutes} * * * *`,
      identifier: job,
    })),
  );
}

/** The library's own lines: its errors and warnings are ours to see, the rest is for debugging. */
function toLibraryLogger(log: Log): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
