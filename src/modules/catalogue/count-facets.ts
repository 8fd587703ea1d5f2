import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MAX_COUNTED_HITS } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import { countedSpans, hasTerms } from './find-hits.ts';
import type { TermCounts } from './term-counts.ts';
import type { FilterName, TermQuery } from './term-query.ts';

/** Where a range of prices ends and the next begins, in minor units. */
export const PRICE_EDGES = [0, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

/** How many of a set of tools have which value: category and brand by id, ratings by whole stars. */
export type FacetCounts = {
  total: number;
  /** Whether the whole set was counted. */
  isWhole: boolean;
  categories: Map<number, number>;
  brands: Map<number, number>;
  /** By the index in `PRICE_EDGES` that they begin at. */
  priceRanges: Map<number, number>;
  ratings: Map<number, number>;
  orderable: number;
  prices: { min: number; max: number } | null;
};

type FacetQuestion = { query: TermQuery; where: RawBuilder<SqlBool>; facets: FilterName[] };

const nothingCounted = (): FacetCounts => ({
  ...{ total: 0, isWhole: true, orderable: 0, prices: null },
  ...{ categories: new Map(), brands: new Map(), priceRanges: new Map(), ratings: new Map() },
});

const columns: Record<FilterName, string> = {
  category: 'category_id',
  brand: 'brand_id',
  price: 'price_range',
  orderable: 'orderable',
  rating: 'stars',
};

/** Counts one set of tools by some facets, from the newest on, up to one more than hits are counted. */
export async function countFacets(
  db: Database,
  counts: TermCounts,
  { query, where, facets }: FacetQuestion,
): Promise<FacetCounts> {
  const most = MAX_COUNTED_HITS + 1;
  const found = nothingCounted();
  const spans = query.text === '' ? [{ terms: undefined }] : countedSpans(counts, query);
  for (const span of spans) {
    const set = sql`
      select category_id, brand_id, price_cents, rating, orderable from tool_search
      where ${hasTerms(query, span)} and ${where} limit ${most - found.total}`;
    for (const row of await countSet(db, set, facets)) addCount(found, row);
    if (found.total >= most) return { ...found, isWhole: false };
  }
  return found;
}

type CountRow = {
  facet: string;
  value: number | null;
  count: number;
  cheapest: number | null;
  dearest: number | null;
};

/** Counts the rows of a set, all at once by each facet. */
async function countSet(db: Database, set: RawBuilder<unknown>, facets: FilterName[]): Promise<CountRow[]> {
  const names = facets.map((facet) => columns[facet]);
  const sets = sql.raw(['()', ...names.map((name) => `(${name})`)].join(', '));
  const name = sql.raw(
    names.length === 0
      ? "'total'"
      : `case ${names.map((each) => `when grouping(${each}) = 0 then '${each}'`).join(' ')} else 'total' end`,
  );
  const value = sql.raw(
    names.length === 0 ? 'null::integer' : `coalesce(${names.map((each) => `${each}::integer`).join(', ')})`,
  );
  const edges = sql.raw(`array[${PRICE_EDGES.join(', ')}]`);
  const { rows } = await sql<CountRow>`
    with hits as materialized (${set}), facts as (
      select category_id, brand_id, width_bucket(price_cents, ${edges}) as price_range, rating / 10 as stars, orderable,
        price_cents from hits)
    select ${name} as facet, ${value} as value, count(*)::integer as count, min(price_cents) as cheapest,
      max(price_cents) as dearest
    from facts group by grouping sets (${sets})`.execute(db);
  return rows;
}

function addCount(found: FacetCounts, { facet, value, count, cheapest, dearest }: CountRow): void {
  const add = (counts: Map<number, number>, key: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  if (facet === 'total') {
    found.total += count;
    if (cheapest === null || dearest === null) return;
    const { min, max } = found.prices ?? { min: cheapest, max: dearest };
    found.prices = { min: Math.min(min, cheapest), max: Math.max(max, dearest) };
  }
  if (value === null) return;
  if (facet === 'category_id' && value > 0) add(found.categories, value);
  if (facet === 'brand_id' && value > 0) add(found.brands, value);
  if (facet === 'price_range') add(found.priceRanges, value - 1);
  if (facet === 'stars') add(found.ratings, value);
  if (facet === 'orderable' && value === 1) found.orderable += count;
}

/**
 * Counts the whole catalogue: what does not change with an order, by the counters that each new tool keeps; the rest up to one
 * more than hits are counted.
 */
export async function countCatalogue(db: Database): Promise<FacetCounts> {
  const most = MAX_COUNTED_HITS + 1;
  const [terms, rest, rated] = await Promise.all([
    sql<{ id: number; term: string; tools: number }>`
      select id, term, tools from tool_terms where term > '=' and term < '>' and tools > 0`.execute(db),
    sql<{ orderable: number; min: number | null; max: number | null }>`
      select (select count(*)::integer from (select from tool_search where orderable limit ${most}) found) as orderable,
        (select min(price_cents) from tool_search) as min, (select max(price_cents) from tool_search) as max`.execute(
      db,
    ),
    sql<{ stars: number; count: number }>`
      select rating / 10 as stars, count(*)::integer as count from (
        select rating from tool_search where rating > 0 order by rating desc, number desc limit ${most}) best
      group by stars`.execute(db),
  ]);
  const found = nothingCounted();
  for (const { id, term, tools } of terms.rows) {
    if (term.startsWith('=c')) found.categories.set(id, tools);
    if (term.startsWith('=b')) found.brands.set(id, tools);
    if (!term.startsWith('=p')) continue;
    const range = rangeOfStep(term);
    found.priceRanges.set(range, (found.priceRanges.get(range) ?? 0) + tools);
    found.total += tools;
  }
  const { orderable = 0, min = null, max = null } = rest.rows[0] ?? {};
  found.ratings = new Map(rated.rows.map(({ stars, count }) => [stars, count]));
  return { ...found, orderable, prices: min === null || max === null ? null : { min, max } };
}

/** The range that a step of prices lies in; every edge begins a step. */
function rangeOfStep(term: string): number {
  const cents = Number(term.slice(3)) * 10 ** (Number(term[2]) - 2);
  return PRICE_EDGES.findLastIndex((edge) => cents >= edge);
}
