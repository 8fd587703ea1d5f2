import type { CompiledQuery, QueryResult } from 'kysely';
import type pg from 'pg';
import type { Database } from './database.ts';

/** What a compiled query comes from. */
type Compilable<Row> = { compile(): CompiledQuery<Row> };

/** The statements that are worth keeping, by their text. Few: each is written out in a store. */
const names = new Map<string, string>();

/**
 * Runs a query that PostgreSQL is to parse and plan once per connection. For statements that run all the time, always with
 * the same text, and that name their columns: one that selects `*` fails once a migration has added one.
 */
export function executePrepared<Row>(db: Database, query: Compilable<Row>): Promise<QueryResult<Row>> {
  const compiled = query.compile();
  if (!names.has(compiled.sql)) names.set(compiled.sql, `kept ${names.size}`);
  return db.executeQuery(compiled);
}

/** Lets a connection send the statements of `executePrepared` by their names. */
export function keepStatements(client: pg.PoolClient): void {
  const query: (...args: unknown[]) => unknown = client.query.bind(client);
  const queryByName = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values });
  };
  Object.assign(client, { query: queryByName });
}
