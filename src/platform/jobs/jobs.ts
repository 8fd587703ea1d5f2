import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';

/**
 * Writes a job into the outbox. Inside a transaction it exists only if that commits.
 * `runAt`: not before then. `key`: a job of the same key that has not begun is replaced. `maxTries`: with growing pauses.
 * `queue`: jobs of the same queue come one after the other.
 */
export async function enqueue(
  db: Database,
  job: string,
  payload: object,
  options: { runAt?: Date; key?: string; maxTries?: number; queue?: string } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${job}::text,
    payload => ${JSON.stringify(payload)}::json,
    queue_name => ${options.queue ?? null}::text,
    run_at => ${options.runAt ?? null}::timestamptz,
    job_key => ${options.key ?? null}::text,
    max_attempts => ${options.maxTries ?? 25}::int
  )`.execute(db);
}

/**
 * The insertion of a job with several payloads that nobody waits for: it wakes no worker, who all look by themselves every
 * other second. What wakes them is a `NOTIFY`, and transactions with one commit strictly one after the other (see "Notes"
 * at https://www.postgresql.org/docs/18/sql-notify.html). `job` is one of those that `prepareJobs` was told of. Written for
 * the table of graphile-worker 0.17, the way its own `add_jobs` fills it.
 */
export function quietJob(job: string, payloads: unknown[]): RawBuilder<unknown> {
  return sql`insert into graphile_worker._private_jobs (task_id, payload) values (
    (select id from graphile_worker._private_tasks where identifier = ${job}),
    ${JSON.stringify(payloads)}::json
  )`;
}
