import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MAX_COUNTED_HITS } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import { newestSpans, type Span } from './spans.ts';
import type { TermCounts } from './term-counts.ts';
import type { FilterName, TermQuery } from './term-query.ts';
import type { ToolSearch } from './tool-search.ts';

/** A tool that was found: its number, and what it is sorted by. */
export type Hit = { number: number; key: number };

/** What every row must fulfil, as far as the terms do not say it exactly. */
export function matches(search: ToolSearch, except?: FilterName): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql`true`];
  const { minCents, maxCents, orderable } = search;
  // `+ 0` keeps the planner from other indexes than the one of terms: those would be walked for each of many.
  if (except !== 'price' && minCents !== undefined) conditions.push(sql`price_cents + 0 >= ${minCents}`);
  if (except !== 'price' && maxCents !== undefined) conditions.push(sql`price_cents + 0 <= ${maxCents}`);
  if (except !== 'orderable' && orderable) conditions.push(sql`orderable`);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** What has the terms of a query within a span. */
export function hasTerms({ text }: Pick<TermQuery, 'text'>, { terms }: Span): RawBuilder<SqlBool> {
  const both = [text, terms].filter(Boolean).join(' & ');
  return both === '' ? sql`true` : sql`terms_of(number, price_cents, rating) @@ ${both}::tsquery`;
}

/** Spans to count in: until it is clear that there are more, every tool has to be looked at anyway, so they are few and long. */
export function countedSpans(counts: TermCounts, { share }: TermQuery): Iterable<Span> {
  const most = MAX_COUNTED_HITS + 1;
  // All that a span holds is looked up, however few are still missing.
  return newestSpans(counts, counts.newest, { share, wanted: 0.6 * most, atOnce: 2 * most, growth: 1.5 });
}

/** Counts the tools that fit, up to one more than are counted; those that have the terms are looked for from the newest on. */
export async function countMatches(
  db: Database,
  counts: TermCounts,
  query: TermQuery,
  where: RawBuilder<SqlBool>,
): Promise<number> {
  const most = MAX_COUNTED_HITS + 1;
  let total = 0;
  const spans = query.text === '' ? [{ terms: undefined }] : countedSpans(counts, query);
  for (const span of spans) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (
        select from tool_search where ${hasTerms(query, span)} and ${where} limit ${most - total}) hits`.execute(
      db,
    );
    total += rows[0]?.count ?? 0;
    if (total >= most) break;
  }
  return total;
}
