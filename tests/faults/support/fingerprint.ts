import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Returns a hash of every table of the database: equal before and after means that nothing was changed. */
export async function fingerprint(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ print: string }>`
      select count(*) || ' rows, ' || coalesce(md5(string_agg(md5(row::text), '' order by md5(row::text))), '') as print
      from ${sql.raw(name)} as row`.execute(db);
    prints[name] = rows[0]?.print ?? '';
  }
  return prints;
}
