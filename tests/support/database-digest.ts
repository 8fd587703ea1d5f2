import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What may change though a call is refused: counted tries, and the trail that tells of the refusal. */
const COUNTED = ['public.read_counts', 'public.rate_limits', 'public.audit_events'];

/** Makes a function that sums every row of every table up in one text: the same text means that nothing was written. A row bears the
 * transaction that wrote it (`xmin`), so that no row needs to be read as a whole. */
export async function createDatabaseDigest(db: Database): Promise<() => Promise<string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !COUNTED.includes(name));
  const sums = tables.map(
    (name) => `select count(*) || ':' || coalesce(sum(xmin::text::bigint), 0) as sum from ${name}`,
  );
  const digest = sql.raw<{ digest: string }>(
    `select string_agg(sum, ',') as digest from (${sums.join(' union all ')}) as sums`,
  );
  return async () => (await digest.execute(db)).rows[0]?.digest ?? '';
}
