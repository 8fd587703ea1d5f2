import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Does `work` while no other process does what has the same name; PostgreSQL
 * frees the place of one that dies. */
export function withAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (holder) => {
    await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`.execute(holder);
    return releaseAfter(holder, name, work);
  });
}

/** Does `work` unless another process of the shop is at what goes by the same name: `undefined` then. */
export function tryAdvisoryLock<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (holder) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as "isOurs"`.execute(holder);
    return rows[0]?.isOurs ? releaseAfter(holder, name, work) : undefined;
  });
}

async function releaseAfter<Result>(holder: Database, name: string, work: () => Promise<Result>) {
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(holder);
  }
}
