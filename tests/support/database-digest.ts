import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Tables that may change although a call is refused: counters of attempts, and the audit trail that records
 * the refusal. */
const COUNTED = ['public.read_counts', 'public.rate_limits', 'public.audit_events'];

/** A checksum of every table, by name: an equal sum means that nothing was written to it. */
export type DatabaseDigest = Record<string, string | null>;

/** Creates a function that computes a checksum of every table. Each row has the transaction that wrote it
 * (`xmin`), so that no row is read as a whole. */
export async function createDatabaseDigest(db: Database): Promise<() => Promise<DatabaseDigest>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and nspname not in ('pg_catalog', 'information_schema')`.execute(db);
  const sums = rows
    .filter(({ name }) => !COUNTED.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ':' || sum(xmin::text::bigint) as sum from ${name}`,
    );
  const digest = sql.raw<{ name: string; sum: string | null }>(sums.join(' union all '));
  return async () => Object.fromEntries((await digest.execute(db)).rows.map(({ name, sum }) => [name, sum]));
}

/** The tables whose content has changed. */
export const changedTables = (before: DatabaseDigest, after: DatabaseDigest): string[] =>
  Object.keys(after).filter((name) => after[name] !== before[name]);
