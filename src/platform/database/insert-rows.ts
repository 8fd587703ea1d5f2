import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/**
 * The insertion of rows, one at least, that all name the same columns. They go as one parameter, so that the statement is
 * the same for any number of them, and PostgreSQL can keep it.
 */
export function insertRows<Table extends keyof Tables>(
  table: Table,
  rows: Insertable<Tables[Table]>[],
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  return sql`insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;
}
