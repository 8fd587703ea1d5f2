import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  runMigrations,
  type TaskList,
} from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../log.ts';

/** What a job does. Throwing puts it back, to be tried again after a growing pause. */
export type JobHandler = (payload: unknown) => Promise<void>;

/** A job that comes round by itself. */
export type PeriodicJob = { job: string; everyMinutes: number };

/** The workers that take jobs from the outbox, until stopped. */
export type JobRunner = { stop(): Promise<void> };

/** Sets up the job library's own tables. Run before the first `enqueue`. */
export async function prepareJobs(pool: pg.Pool, log: Log): Promise<void> {
  await runMigrations({ pgPool: pool, logger: toLibraryLogger(log) });
}

/**
 * Frees the jobs that a killed process left locked; the library itself would only after four hours. Call it only where
 * no other process works on the same database.
 */
export async function freeLostJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`select graphile_worker.force_unlock_workers(array(
    select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
}

/** Starts working off jobs in this process; several processes share them. `stop` lets those under way end. */
export async function startJobRunner(options: {
  pool: pg.Pool;
  handlers: Record<string, JobHandler>;
  periodic: PeriodicJob[];
  log: Log;
  concurrency?: number;
}): Promise<JobRunner> {
  const taskList: TaskList = {};
  for (const [job, handle] of Object.entries(options.handlers)) taskList[job] = (payload) => handle(payload);
  const runner = await run({
    pgPool: options.pool,
    taskList,
    concurrency: options.concurrency ?? 3,
    pollInterval: 2_000,
    noHandleSignals: true,
    parsedCronItems: toCronItems(options.periodic),
    logger: toLibraryLogger(options.log),
  });
  return { stop: () => runner.stop() };
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
