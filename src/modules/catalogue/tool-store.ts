import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { MAX_COUNTED_HITS, type ToolSort } from '#contracts/tool-search.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { RowsPage } from '#platform/database/keyset.ts';
import type { PictureRow } from './picture-store.ts';
import { containsPattern, searchWords } from './search-words.ts';
import { readToolCursor, type ToolPlace, writeToolCursor } from './tool-cursor.ts';
import type { ToolSearch } from './tool-search.ts';

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
  const place = cursor === undefined ? undefined : readToolCursor(sort, cursor);
  const key = keyOf(sort, search);
  let query = toolsInShop(db)
    .select(key.as('place'))
    .where((eb) => eb.and(conditionsOf(search)))
    .orderBy(key, sort === '-price' || sort === 'rating' ? 'desc' : 'asc')
    .orderBy('tools.id', 'desc')
    .limit(limit + 1);
  if (place) query = query.where(isAfter(key, place, sort === '-price' || sort === 'rating'));
  const hits = db
    .selectFrom('tools')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(conditionsOf(search)))
    .limit(MAX_COUNTED_HITS + 1);
  const count = db.selectFrom(hits.as('hits')).select((eb) => eb.fn.countAll<number>().as('total'));
  const [rows, { total }] = await Promise.all([query.execute(), count.executeTakeFirstOrThrow()]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    nextCursor:
      rows.length > limit && last
        ? writeToolCursor(sort, { key: Number(last.place), id: last.id })
        : undefined,
    total: Math.min(total, MAX_COUNTED_HITS),
    isMoreThanTotal: total > MAX_COUNTED_HITS,
  };
}

function sortOf({ q }: ToolSearch, sort: ToolSort | undefined): ToolSort {
  const hasWords = searchWords(q).length > 0;
  if (sort === undefined) return hasWords ? 'relevance' : 'newest';
  return sort === 'relevance' && !hasWords ? 'newest' : sort;
}

function keyOf(sort: ToolSort, search: ToolSearch): RawBuilder<number> {
  if (sort === 'price' || sort === '-price') return sql<number>`tools.price_cents`;
  if (sort === 'rating') return sql<number>`coalesce(tools.rating_tenths, 0)`;
  if (sort === 'newest') return sql<number>`0::bigint`;
  const inAll = (text: string) =>
    sql.join(
      searchWords(search.q).map((word) => sql`${sql.raw(text)} ilike ${containsPattern(word)}`),
      sql` and `,
    );
  return sql<number>`case when ${inAll('tools.name')} then 1
    when ${inAll("concat_ws(' ', tools.name, tools.brand, tools.category)")} then 2 else 3 end`;
}

function isAfter(key: RawBuilder<number>, place: ToolPlace, keyFalls: boolean): Expression<SqlBool> {
  const further = keyFalls ? sql`${key} < ${place.key}` : sql`${key} > ${place.key}`;
  return sql<SqlBool>`(${further} or (${key} = ${place.key} and tools.id < ${place.id}))`;
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

/** What a tool must fulfil, by the filter that says so. */
function conditionsOf(search: ToolSearch): Expression<SqlBool>[] {
  const { category, brands, minCents, maxCents, orderable, rating } = search;
  const conditions = searchWords(search.q).map(
    (word) =>
      sql<SqlBool>`concat_ws(' ', tools.name, tools.brand, tools.category, tools.description) ilike ${containsPattern(word)}`,
  );
  if (category !== undefined) conditions.push(sql`tools.category = ${category}`);
  if (brands.length > 0) conditions.push(sql`tools.brand = any(${brands})`);
  if (minCents !== undefined) conditions.push(sql`tools.price_cents >= ${minCents}`);
  if (maxCents !== undefined) conditions.push(sql`tools.price_cents <= ${maxCents}`);
  if (orderable) conditions.push(sql`tools.orderable`);
  if (rating !== undefined) conditions.push(sql`tools.rating_tenths >= ${rating * 10}`);
  return conditions;
}

/** What the tools are that a search finds, as far as the counts go. */
export type ToolFacts = {
  category: string | null;
  brand: string | null;
  price_cents: number;
  rating_tenths: number | null;
  orderable: boolean;
};

/** Finds what counts are made of: every tool that fits the words. */
export function findToolFacts(db: Database, search: ToolSearch): Promise<ToolFacts[]> {
  const { q } = search;
  const words = {
    q,
    category: undefined,
    brands: [],
    minCents: undefined,
    maxCents: undefined,
    orderable: false,
    rating: undefined,
  };
  return db
    .selectFrom('tools')
    .select(['category', 'brand', 'price_cents', 'rating_tenths', 'orderable'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(conditionsOf(words)))
    .execute();
}
