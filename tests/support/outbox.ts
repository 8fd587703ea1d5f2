import { sql } from 'kysely';
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { AppContext } from '#features/app-context.ts';
import type { Database } from '#platform/database/database.ts';
import { doJob, GIVEN_UP } from '#platform/jobs/jobs.ts';
import { jobHandlers, knownJobs } from '#server/shop/job-handlers.ts';

type WaitingJob = Pick<
  JobWithMetadata<Record<string, unknown>>,
  'id' | 'name' | 'data' | 'state' | 'singletonKey' | 'retryCount' | 'startAfter' | 'output' | 'sourceName'
>;

/** The job library on a database, to inspect its queues and run its jobs by hand. */
export function outboxOf(db: Database): PgBoss {
  const openTelemetry = { enabled: false };
  return new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false, openTelemetry });
}

/** The unfinished jobs, including those given up, the oldest of each kind first. One statement covers all
 * kinds; the library would query each kind separately, finished jobs included. */
export async function jobsOf(db: Database, names = [...knownJobs.names, GIVEN_UP]): Promise<WaitingJob[]> {
  const { rows } = await sql<WaitingJob>`
    select id, name, data, state, output, singleton_key as "singletonKey", source_name as "sourceName",
      retry_count as "retryCount", start_after as "startAfter"
    from pgboss.job where name = any (${names}) and state in ('created', 'retry', 'active')
    order by array_position(${names}::text[], name), created_on, id`.execute(db);
  return rows;
}

/** Deletes all jobs. */
export async function forgetJobs(db: Database): Promise<void> {
  await sql`delete from pgboss.job where name = any (${[...knownJobs.names, GIVEN_UP]})`.execute(db);
}

/** Runs every job that is due by the shop's clock, and every job that follows from it, once each. A failed
 * job is rescheduled for later. */
export async function runDueJobs(shop: AppContext, ...kinds: string[]): Promise<void> {
  const boss = outboxOf(shop.db);
  const handlers = jobHandlers(shop);
  const tried = new Set<string>();
  for (;;) {
    const jobs = (await jobsOf(shop.db, kinds.length > 0 ? kinds : Object.keys(handlers))).filter(
      ({ id, state, startAfter }) => state !== 'active' && !tried.has(id) && startAfter <= shop.clock.now(),
    );
    if (jobs.length === 0) return;
    for (const { id, name } of jobs) {
      await boss.update(name, undefined, { id, startAfter: 0 });
      tried.add(id);
    }
    for (const [name, handle] of Object.entries(handlers)) {
      const batchSize = jobs.filter((job) => job.name === name).length;
      if (batchSize === 0) continue;
      const taken = await boss.fetch<object>(name, { batchSize, includeMetadata: true });
      for (const job of taken.toSorted((one, other) => +one.createdOn - +other.createdOn)) {
        const { status, output } = await doJob(shop.log, handle, job);
        await (status === 'completed' ? boss.complete(name, job.id) : boss.fail(name, job.id, output));
      }
    }
  }
}
