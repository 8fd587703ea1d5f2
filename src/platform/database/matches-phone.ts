import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A phone number as people type it, with an extension or without; it has seven digits at least. */
const PHONE_NUMBER = /^[\s+(]*(?:\d[\s()./+\p{Pd}]*){7,20}(?:(?:;\s*ext\s*=|ext\b\.?|x|#)\s*\d{1,9}\s*)?$/iu;

/** Whether `column`, a phone number as somebody wrote it, is the one that `q` has: in whatever notation, and
 * from its last seven digits on. `undefined` where `q` is no phone number. `phone_key` has an index of its
 * last seven digits on each such column. */
export function matchesPhone(q: string, column: RawBuilder<unknown>): RawBuilder<SqlBool> | undefined {
  if (!PHONE_NUMBER.test(q.normalize('NFKC'))) return undefined;
  const [stored, asked] = [sql`phone_key(${column})`, sql`phone_key(${q})`];
  return sql<SqlBool>`(right(${stored}, 7) = right(${asked}, 7) and length(${asked}) >= 7
    and (right(${stored}, length(${asked})) = ${asked} or right(${asked}, length(${stored})) = ${stored}))`;
}
