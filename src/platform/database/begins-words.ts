import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether the column `words`, made by `list_words`, has a word that begins like each word of `q`. Nothing has one where `q`
 * has no letter and no digit.
 */
export function beginsWords(q: string): RawBuilder<SqlBool> {
  const begins = q.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  if (!begins) return sql<SqlBool>`false`;
  return sql<SqlBool>`words @@ ${begins.map((word) => `'${word}':*`).join(' & ')}::tsquery`;
}
