import { sql } from 'kysely';
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
