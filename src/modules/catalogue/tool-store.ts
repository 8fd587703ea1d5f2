import { sql } from 'kysely';
import { MAX_COUNTED_HITS, type ToolSort } from '#contracts/tool-search.ts';
import { anyOf } from '#platform/database/any-of.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { RowsPage } from '#platform/database/keyset.ts';
import { matches } from './find-hits.ts';
import { findPage } from './find-page.ts';
import type { PictureRow } from './picture-store.ts';
import { searchWords } from './search-words.ts';
import { readTermCounts } from './term-counts.ts';
import { allOf, filterQuery, type TermQuery, wordsQuery } from './term-query.ts';
import { readToolCursor, writeToolCursor } from './tool-cursor.ts';
import { hasPriceRange, type ToolSearch } from './tool-search.ts';
import { type UnderstoodWord, understandWords } from './understand-words.ts';

/** A tool in the shop, with its picture. */
export type ToolRow = {
  id: string;
  name: string;
  description: string;
  img: string;
  price_cents: number;
  min_order_quantity: number;
  available_quantity: number;
  category: string | null;
  brand: string | null;
  rating_tenths: number | null;
  rating_count: number;
} & Omit<PictureRow, 'url'>;

/** A tool to be added. */
export type NewToolRow = {
  id: string;
  name: string;
  description: string;
  img: string;
  price_cents: number;
  min_order_quantity: number;
  on_hand: number;
  category: string | null;
  brand: string | null;
};

/** Which stretch of the tools that a search finds, in which order. */
export type ToolPage = { sort: ToolSort | undefined; limit: number; cursor: string | undefined };

/**
 * One page of the tools that a search finds.
 * @throws Refusal `invalid_input` for a cursor that was not given out for this order.
 */
export async function listTools(
  db: Database,
  search: ToolSearch,
  { limit, cursor, ...page }: ToolPage,
): Promise<RowsPage<ToolRow>> {
  const sort = sortOf(search, page.sort);
  const after = cursor === undefined ? undefined : readToolCursor(sort, cursor);
  const [{ words }, counts] = await Promise.all([
    understandWords(db, search.q),
    readTermCounts(db, search, { hasPrices: hasPriceRange(search) }),
  ]);
  const filter = filterQuery(search, counts.countOf, counts.newest);
  const tiers = tiersOf(words, sort, counts.newest).map((tier) => allOf([tier, filter]));
  const filterUnpriced = filterQuery(search, counts.countOf, counts.newest, 'price');
  const unpriced = allOf([wordsQuery(words, '', counts.newest), filterUnpriced]);
  const { minCents, maxCents, orderable } = search;
  const where = matches(search);
  const question = { tiers, unpriced, minCents, maxCents, orderable, where, limit: limit + 1, after };
  const { hits, counted } = await findPage(db, counts, sort, question);
  const shown = hits.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: await findNumbered(
      db,
      shown.map(({ number }) => number),
    ),
    nextCursor: hits.length > limit && last ? writeToolCursor(sort, { ...last, counted }) : undefined,
    total: Math.min(counted, MAX_COUNTED_HITS),
    isMoreThanTotal: counted > MAX_COUNTED_HITS,
  };
}

function sortOf({ q }: ToolSearch, sort: ToolSort | undefined): ToolSort {
  const hasWords = searchWords(q).length > 0;
  if (sort === undefined) return hasWords ? 'relevance' : 'newest';
  return sort === 'relevance' && !hasWords ? 'newest' : sort;
}

/**
 * The questions to the terms, the likeliest first, each of them wider than the one before: all words in the name as they
 * are, all in the name, in name, brand or category, anywhere. Where relevance does not matter, the last alone.
 */
function tiersOf(words: UnderstoodWord[], sort: ToolSort, all: number): TermQuery[] {
  if (words.length === 0) return [{ text: '', share: 1, misses: 0 }];
  const anywhere = wordsQuery(words, '', all);
  if (sort !== 'relevance') return [anywhere];
  const isGuessed = words.some(({ ways, exact }) => exact.length < ways.length);
  const exact = isGuessed ? [wordsQuery(words, '!', all, 'exact')] : [];
  return [...exact, wordsQuery(words, '!', all), wordsQuery(words, '@', all), anywhere];
}

/** The tools of some numbers, in that order. One that has just left the shop is left out. */
async function findNumbered(db: Database, numbers: number[]): Promise<ToolRow[]> {
  if (numbers.length === 0) return [];
  const rows = await toolsInShop(db)
    .select('tools.number')
    .where('tools.number', '=', sql<number>`any (${numbers}::integer[])`)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return numbers.map((number) => byNumber.get(number)).filter((row) => row !== undefined);
}

/** The tools of some ids, in that order. One that has just left the shop is left out. */
export async function findToolsById(db: Database, ids: string[]): Promise<ToolRow[]> {
  const rows = await toolsInShop(db).where('tools.id', '=', anyOf<string>(ids, 'uuid')).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Finds a tool that is in the shop. */
export function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  return toolsInShop(db).where('tools.id', '=', id).executeTakeFirst();
}

/** Adds tools. Their `img` must be pictures that are recorded. */
export async function insertTools(tx: DatabaseTransaction, tools: NewToolRow[]): Promise<void> {
  await tx.insertInto('tools').values(tools).execute();
}

/** Whether the shop has never had a tool. */
export async function hasNeverHadTools(db: Database): Promise<boolean> {
  const row = await db.selectFrom('tools').select('id').limit(1).executeTakeFirst();
  return row === undefined;
}

function toolsInShop(db: Database) {
  return db
    .selectFrom('tools')
    .innerJoin('pictures', 'pictures.url', 'tools.img')
    .select([
      'tools.id',
      'tools.name',
      'tools.description',
      'tools.img',
      'tools.price_cents',
      'tools.min_order_quantity',
      'tools.available_quantity',
      'tools.category',
      'tools.brand',
      'tools.rating_tenths',
      'tools.rating_count',
      'pictures.width',
      'pictures.height',
      'pictures.colour',
      'pictures.webp_srcset',
      'pictures.avif_srcset',
    ])
    .where('tools.deleted_at', 'is', null);
}
