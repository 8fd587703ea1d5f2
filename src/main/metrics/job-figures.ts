import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** How the outbox stands, over all processes. */
export type JobFigures = { due: number; later: number; givenUp: number; oldestDueSeconds: number };

/** Counts the jobs of the outbox. @throws the database's error */
export async function readJobFigures(db: Database): Promise<JobFigures> {
  const { rows } = await sql<JobFigures>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts < max_attempts and run_at > now())::int as later,
      count(*) filter (where attempts >= max_attempts)::int as "givenUp",
      coalesce(extract(epoch from now() - min(run_at)
        filter (where attempts < max_attempts and run_at <= now()))::float8, 0) as "oldestDueSeconds"
    from graphile_worker._private_jobs`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('counting gave no row');
  return figures;
}
