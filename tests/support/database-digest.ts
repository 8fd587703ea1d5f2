import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What may change though a call is refused: counted tries, and the trail that tells of the refusal. */
const COUNTED = ['public.read_counts', 'public.rate_limits', 'public.audit_events'];

/** Makes a function that sums every row of every table up in one text: the same text means that nothing changed. */
export async function createDatabaseDigest(db: Database): Promise<() => Promise<string>> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`.execute(db);
  const tables = rows.map(({ name }) => name).filter((name) => !COUNTED.includes(name));
  const sums = tables.map(
    (name) => `select md5(string_agg(row::text, '|' order by row::text)) as sum from ${name} as row`,
  );
  const digest = sql.raw<{ digest: string }>(
    `select string_agg(coalesce(sum, ''), ',') as digest from (${sums.join(' union all ')}) as sums`,
  );
  return async () => (await digest.execute(db)).rows[0]?.digest ?? '';
}
