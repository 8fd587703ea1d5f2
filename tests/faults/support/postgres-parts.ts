import pg from 'pg';
import type { EmbeddedPostgres } from '#embedded-postgres';
import { postmasterPid } from '#embedded-postgres/testing';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import { openDatabase } from '#platform/database/database.ts';
import { grantToAppRole, migrate } from '#platform/database/migrate.ts';
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts';
import { createLog } from '#platform/log.ts';
import { knownJobs } from '#server/shop/job-handlers.ts';
import { descendantsOf } from './process-tree.ts';

/** Creates the shop's tables. */
export async function makeTables({
  connection,
  appConnection,
}: Pick<EmbeddedPostgres, 'connection' | 'appConnection'>): Promise<void> {
  const owner = openDatabase(connection, { onIdleError: () => undefined });
  await migrate(owner.db);
  await prepareJobs(owner, knownJobs, createLog('silent'));
  await grantToAppRole(owner.db, appConnection.user);
  await owner.close();
}

/** Runs one statement as the superuser, outside the shop's database. */
export async function runAsSuperuser(
  connection: DatabaseConnection,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(toClientConfig({ ...connection, user: 'postgres', database: 'postgres' }));
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Signals every process of an embedded PostgreSQL except its watchdog. */
export async function signalPostgres(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterPid(dataDir);
  const children = descendantsOf(postmaster).map(({ pid }) => pid);
  for (const pid of [postmaster, ...children]) signalIfThere(pid, signal);
}

/** Signals a process, which may have ended since it was looked up. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
