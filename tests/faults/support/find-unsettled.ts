import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { findBrokenRules } from './broken-rules.ts';

/** What keeps the shop from being at rest: broken rules, and jobs that are due or were begun, mails among them. */
export async function findUnsettled(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string; task: string; attempts: number; locked: boolean }>`
    select id, task_identifier as task, attempts, locked_by is not null as locked from graphile_worker.jobs
    where run_at <= now() or attempts > 0`.execute(db);
  return [...(await findBrokenRules(db, { isSettled: true })), ...rows.map((job) => JSON.stringify(job))];
}
