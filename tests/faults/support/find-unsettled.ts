import type { Database } from '#platform/database/database.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { findBrokenRules } from './broken-rules.ts';

/** Returns what keeps the shop from being settled: broken rules, and due or started jobs, including mails.
 * `isSandbox`: see `findBrokenRules`. */
export async function findUnsettled(db: Database, { isSandbox = true } = {}): Promise<string[]> {
  const jobs = await jobsOf(db);
  const open = jobs.filter(({ state, startAfter }) => state !== 'created' || startAfter <= new Date());
  return [
    ...(await findBrokenRules(db, { isSettled: true, isSandbox })),
    ...open.map(({ id, name, state, retryCount }) => JSON.stringify({ id, name, state, retryCount })),
  ];
}
