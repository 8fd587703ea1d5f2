import { type RawBuilder, sql } from 'kysely';

/** Any of several values of one of PostgreSQL's types, as one parameter: for `where(column, '=', …)`. */
export function anyOf<Value>(values: Value[], type: 'uuid' | 'text'): RawBuilder<Value> {
  return sql<Value>`any(${values}::${sql.raw(type)}[])`;
}
