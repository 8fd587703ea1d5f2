import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { MAX_COUNTED_HITS, type ToolSort } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import { LARGEST_CENTS } from './blocks.ts';
import { countMatches, type Hit, hasTerms } from './find-hits.ts';
import { areFew, newestSpans, type PriceRange, priceSpans, ratingSpans, type Span } from './spans.ts';
import type { TermCounts } from './term-counts.ts';
import { allOf, type TermQuery } from './term-query.ts';
import type { ToolPlace } from './tool-cursor.ts';
import type { ToolSearch } from './tool-search.ts';

/** Where a list goes on: after the tool with this key and number. */
type Place = Hit | undefined;

/**
 * What is looked for: the queries of the terms, the likeliest first (one, but for relevance), the same without the range of
 * prices, that range, and what else must hold.
 */
export type PageQuestion = {
  tiers: TermQuery[];
  unpriced: TermQuery;
  where: RawBuilder<SqlBool>;
  limit: number;
  after: ToolPlace | undefined;
} & Pick<ToolSearch, 'minCents' | 'maxCents' | 'orderable'>;

/** One stretch of a list in its order, fewer than `limit` when there are no more, and how many hits its first page has counted. */
type FoundPage = { hits: Hit[]; counted: number };

/** Finds a page: all hits are gathered where few are expected, else they are looked for in spans of the order. */
export async function findPage(
  db: Database,
  counts: TermCounts,
  sort: ToolSort,
  question: PageQuestion,
): Promise<FoundPage> {
  const [query = { text: '', share: 1 }] = question.tiers;
  const { after } = question;
  const isCountedAtOnce = !after && areFew(counts, { share: query.share, atOnce: COUNTED_AT_ONCE });
  if (query.text !== '' && sort !== 'relevance' && isCountedAtOnce)
    return gatherAll(db, sort, query, question);
  const [hits, counted] = await Promise.all([
    findHits(db, counts, sort, query, question),
    after?.counted ?? countHits(db, counts, question),
  ]);
  return { hits, counted };
}

/** Counts the hits, unless the counters of the terms tell already that there are more than are counted. */
async function countHits(
  db: Database,
  counts: TermCounts,
  { tiers, where, orderable }: PageQuestion,
): Promise<number> {
  const query = tiers.at(-1) ?? { text: '', share: 1 };
  const isTold = query.text !== '' && !orderable;
  const least = isTold ? (1 - (query.misses ?? 1)) * counts.newest : 0;
  return least > MAX_COUNTED_HITS + 1 ? MAX_COUNTED_HITS + 1 : countMatches(db, counts, query, where);
}

/** The first page needs the number of all hits anyway: up to here they are gathered for it. */
const COUNTED_AT_ONCE = 10_000;

function findHits(
  db: Database,
  counts: TermCounts,
  sort: ToolSort,
  query: TermQuery,
  question: PageQuestion,
): Promise<Hit[]> {
  if (query.text === '') return walkIndex(db, sort, question);
  if (sort === 'relevance') return findRelevant(db, counts, question);
  if (sort === 'rating') return findRated(db, counts, query, question);
  if (sort !== 'newest') return findPriced(db, counts, sort, query, question);
  const { after, limit } = question;
  const needs = { share: query.share, wanted: limit };
  return gather(db, sort, newestSpans(counts, after?.number ?? counts.newest, needs), query, question);
}

/** From so many of the newest hits it is told how dear the others are. */
const SAMPLED = 300;

/** The cheapest or the dearest first: in spans that are cut by the prices of the newest hits, where there are many. */
async function findPriced(
  db: Database,
  counts: TermCounts,
  sort: 'price' | '-price',
  query: TermQuery,
  question: PageQuestion,
): Promise<Hit[]> {
  const whole = [{ terms: undefined }];
  if (areFew(counts, query)) return gather(db, sort, whole, query, question);
  const { where, after, unpriced } = question;
  const needs = { share: query.share, wanted: SAMPLED / 2 };
  const [newest = { terms: undefined }] = newestSpans(counts, counts.newest, needs);
  const { rows } = await sql<{ price_cents: number }>`
    select price_cents from tool_search where ${hasTerms(query, newest)} and ${where} and ${isAfter(sort, after)}
    order by ${sql.raw(orders[sort])} limit ${2 * SAMPLED}`.execute(db);
  const sample = rows.map((row) => row.price_cents);
  return gather(db, sort, priceSpans(rangeOf(sort, question), sample), unpriced, question);
}

function rangeOf(
  sort: ToolSort,
  { after, minCents = 0, maxCents = LARGEST_CENTS }: PageQuestion,
): PriceRange {
  if (sort === 'price') return { from: after?.key ?? minCents, to: maxCents };
  return { from: after?.key ?? maxCents, to: minCents };
}

/** Gathers all hits, counts them, and cuts off the first page. */
async function gatherAll(
  db: Database,
  sort: ToolSort,
  query: TermQuery,
  { where, limit }: PageQuestion,
): Promise<FoundPage> {
  const { rows } = await sql<Hit & { counted: number }>`
    with hits as materialized (
      select number, price_cents, rating from tool_search where ${hasTerms(query, { terms: undefined })} and ${where})
    select number, ${sql.raw(keys[sort])} as key, (select count(*)::integer from hits) as counted
    from hits order by ${sql.raw(orders[sort])} limit ${limit}`.execute(db);
  const hits = rows.map(({ number, key }) => ({ number, key }));
  return { hits, counted: rows[0]?.counted ?? 0 };
}

// Prices that are the same go the other way than all else: an index on (price, number) is walked as a whole.
const keys = { relevance: '0', newest: '0', price: 'price_cents', '-price': 'price_cents', rating: 'rating' };
const orders = {
  relevance: 'number desc',
  newest: 'number desc',
  price: 'price_cents, number',
  '-price': 'price_cents desc, number desc',
  rating: 'rating desc, number desc',
};

/** Rows after a place in the order. `+ 0`: see `matches`. */
function isAfter(sort: ToolSort, after: Place): RawBuilder<SqlBool> {
  if (!after) return sql`true`;
  if (sort === 'newest' || sort === 'relevance') return sql`number + 0 < ${after.number}`;
  if (sort === 'price') return sql`(price_cents + 0, number + 0) > (${after.key}, ${after.number})`;
  const key = sql.ref(sort === 'rating' ? 'rating' : 'price_cents');
  return sql`(${key} + 0, number + 0) < (${after.key}, ${after.number})`;
}

/** Looks through spans, in the order of the list, until the page is full. */
async function gather(
  db: Database,
  sort: ToolSort,
  spans: Iterable<Span>,
  query: TermQuery,
  { where, after, limit }: Pick<PageQuestion, 'where' | 'limit'> & { after: Place },
): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const span of spans) {
    const { rows } = await sql<Hit>`
      with hits as materialized (
        select number, price_cents, rating from tool_search
        where ${hasTerms(query, span)} and ${where} and ${isAfter(sort, after)})
      select number, ${sql.raw(keys[sort])} as key from hits order by ${sql.raw(orders[sort])}
      limit ${limit - hits.length}`.execute(db);
    hits.push(...rows);
    if (hits.length >= limit) break;
  }
  return hits;
}

/** Tier after tier, the newest first in each. A tool belongs to the first tier whose query it fits. */
async function findRelevant(
  db: Database,
  counts: TermCounts,
  { tiers, after, ...question }: PageQuestion,
): Promise<Hit[]> {
  const hits: Hit[] = [];
  const start = after?.key ?? 0;
  for (const [tier, query] of tiers.entries()) {
    const before = tiers[tier - 1];
    if (tier < start || hits.length >= question.limit) continue;
    const only = before ? { text: `${query.text} & !(${before.text})`, share: query.share } : query;
    const goesOn = tier === start ? after : undefined;
    const limit = question.limit - hits.length;
    const needs = { share: query.share, wanted: limit };
    const spans = newestSpans(counts, goesOn?.number ?? counts.newest, needs);
    const found = await gather(db, 'newest', spans, only, { ...question, after: goesOn, limit });
    hits.push(...found.map(({ number }) => ({ number, key: tier })));
  }
  return hits;
}

const RATED_SHARE = 0.15;

/** The rated tools from the best on, then the others, the newest first. */
async function findRated(
  db: Database,
  counts: TermCounts,
  query: TermQuery,
  question: PageQuestion,
): Promise<Hit[]> {
  const { after, limit } = question;
  const needs = { share: query.share, wanted: limit };
  const hits: Hit[] = [];
  if (!after || after.key > 0) {
    const rated = allOf([query, { text: "'=R1'", share: RATED_SHARE }]);
    const spans = ratingSpans(counts, after, { ...needs, share: rated.share });
    hits.push(...(await gather(db, 'rating', spans, rated, question)));
  }
  if (hits.length >= limit) return hits;
  const goesOn = after?.key === 0 ? after : undefined;
  const unrated = allOf([query, { text: "'=r0'", share: 1 }]);
  const spans = newestSpans(counts, goesOn?.number ?? counts.newest, needs);
  const rest = { where: question.where, after: goesOn, limit: limit - hits.length };
  return [...hits, ...(await gather(db, 'newest', spans, unrated, rest))];
}

/** Without terms the order's own index is walked. */
async function walkIndex(
  db: Database,
  sort: ToolSort,
  { where, after, limit }: PageQuestion,
): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select number, ${sql.raw(keys[sort])} as key from tool_search
    where ${where} and ${isBeyond(sort, after)} order by ${sql.raw(orders[sort])} limit ${limit}`.execute(db);
  return rows;
}

function isBeyond(sort: ToolSort, after: Place): RawBuilder<SqlBool> {
  if (!after) return sql`true`;
  if (sort === 'newest' || sort === 'relevance') return sql`number < ${after.number}`;
  if (sort === 'price') return sql`(price_cents, number) > (${after.key}, ${after.number})`;
  const key = sql.ref(sort === 'rating' ? 'rating' : 'price_cents');
  return sql`(${key}, number) < (${after.key}, ${after.number})`;
}
