import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, currencyDigits, toCents } from '#contracts/money.ts';
import { MAX_COUNTED_HITS, type ToolFilter, type ToolSort } from '#features/catalogue/contract.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import type { SpecificationRange } from '#features/catalogue/rules.ts';
import { findToolsById, type ToolRow } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { findChildren, findNames } from '#features/categories/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { RowsPage } from '#platform/database/keyset-pagination.ts';
import { requestTexts } from '#texts/errors.ts';
import { searchWords } from './search-words.ts';
import { understandWords } from './understand-words.ts';

/** Filters of a tool search. Prices are in minor units; `covered` has the category and its subcategories. */
export type ToolSearch = Omit<ToolFilter, 'min_price' | 'max_price'> & {
  covered?: string[] | undefined;
  minCents?: Cents | undefined;
  maxCents?: Cents | undefined;
};

/** Converts the query parameters. @throws AppError `invalid_input` for a price with more decimals than
 * `currency` has */
export function toToolSearch({ min_price, max_price, ...filter }: ToolFilter, currency: string): ToolSearch {
  const centsOf = (field: string, price: number | undefined) => {
    const cents = price === undefined ? undefined : toCents(price, currency);
    if (price === undefined || cents !== undefined) return cents;
    const problem = toolErrorTexts.decimals(field, currencyDigits(currency));
    throw new AppError('invalid_input', problem, { field });
  };
  return {
    ...filter,
    minCents: centsOf('min_price', min_price),
    maxCents: centsOf('max_price', max_price),
  };
}

const ratingTenths = sql<number>`coalesce(rating_tenths, 0)`;

const hasRange = ({ label, from, to }: SpecificationRange) => sql`tools.id in (
  select tool_id from tool_specifications where label = ${label} and number is not null and number
    between ${from ?? Number.NEGATIVE_INFINITY}::double precision and ${to ?? Number.POSITIVE_INFINITY}::double precision)`;

/** Conditions of a search besides its words; `undefined` if a filter is not set. */
export const toolFilters = {
  category: ({ category, covered = [category ?? ''] }) =>
    category ? sql`category in (${sql.join(covered)})` : undefined,
  brand: ({ brand = [] }) => (brand.length > 0 ? sql`brand in (${sql.join(brand)})` : undefined),
  price: ({ minCents, maxCents }) =>
    (minCents ?? maxCents) === undefined
      ? undefined
      : sql`price_cents between ${minCents ?? 0}::bigint and ${maxCents ?? Number.MAX_SAFE_INTEGER}::bigint`,
  orderable: ({ orderable }) => (orderable ? sql`orderable` : undefined),
  rating: ({ rating }) => (rating === undefined ? undefined : sql`${ratingTenths} >= ${rating * 10}`),
  specifications: ({ spec = [] }) => (spec.length > 0 ? sql.join(spec.map(hasRange), sql` and `) : undefined),
} satisfies Record<string, (search: ToolSearch) => RawBuilder<unknown> | undefined>;

export type FilterName = keyof typeof toolFilters;

/** The tools for sale that match `words` (a `tsquery`, '' for any) and the filters of a search, optionally
 * except one. */
export function fittingTools(db: Database, words: string, search: ToolSearch, except?: FilterName) {
  let tools = db.selectFrom('tools').where(isForSale);
  if (words !== '') tools = tools.where(sql<SqlBool>`words @@ ${words}::tsquery`);
  for (const [name, filter] of Object.entries(toolFilters)) {
    const condition = name === except ? undefined : filter(search);
    if (condition) tools = tools.where(sql<SqlBool>`${condition}`);
  }
  return tools;
}

type FittingTools = ReturnType<typeof fittingTools>;

const MOST = MAX_COUNTED_HITS + 1;

/** Counts tools, up to one above the counting limit. */
export async function countTools(db: Database, tools: FittingTools): Promise<number> {
  const { count } = await db
    .selectFrom(tools.select('id').limit(MOST).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns a function that checks whether a search finds any tool with other words (a `tsquery`). */
export const findsTools = (db: Database, search: ToolSearch) => async (words: string) =>
  (await fittingTools(db, words, search).select('id').limit(1).executeTakeFirst()) !== undefined;

/** Replaces the category and brands of a search by the shop's spelling of them, and adds the
 * subcategories. */
export async function withCalledNames(db: Database, search: ToolSearch): Promise<ToolSearch> {
  const { category = '', brand = [] } = search;
  const [categories, brands] = await Promise.all([
    category ? findNames(db, 'category', [category]) : undefined,
    brand.length > 0 ? findNames(db, 'brand', brand) : undefined,
  ]);
  const called = categories?.get(category) ?? category;
  return {
    ...search,
    ...(categories && { category: called, covered: [called, ...(await findChildren(db, called))] }),
    ...(brands && { brand: [...new Set(brand.map((name) => brands.get(name) ?? name))] }),
  };
}

/** Returns one page of the tools that a search finds. @throws AppError `invalid_input` for a cursor of
 * another sort order */
export async function listTools(
  db: Database,
  asked: ToolSearch,
  page: { sort: ToolSort | undefined; limit: number; cursor: string | undefined },
): Promise<RowsPage<ToolRow>> {
  const search = await withCalledNames(db, asked);
  const sort = sortOf(search, page.sort);
  const after = page.cursor === undefined ? undefined : readToolCursor(sort, page.cursor);
  const { tiers, anywhere } = await understandWords(db, search.q, findsTools(db, search));
  const tools = fittingTools(db, anywhere, search);
  // Searches with filters only are counted in their indexes. With words, counting reads the rows, so it is
  // done together with the page.
  const isCountedFirst = anywhere === '' || sort === 'relevance';
  const known = after?.counted ?? (isCountedFirst ? await countTools(db, tools) : undefined);
  const wanted = { sort, after, limit: page.limit + 1, counted: known };
  const { hits, counted } =
    sort === 'relevance' && known !== undefined
      ? { hits: await findRelevant(db, search, tiers, { ...wanted, counted: known }), counted: known }
      : await findHits(db, tools, wanted);
  const shown = hits.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    rows: await findToolsById(
      db,
      shown.map(({ id }) => id),
    ),
    nextCursor: hits.length > page.limit && last ? writeToolCursor(sort, { ...last, counted }) : undefined,
    total: Math.min(counted, MAX_COUNTED_HITS),
    isMoreThanTotal: counted > MAX_COUNTED_HITS,
  };
}

function sortOf({ q }: ToolSearch, sort: ToolSort | undefined): ToolSort {
  const hasWords = searchWords(q).length > 0;
  if (sort === undefined) return hasWords ? 'relevance' : 'newest';
  return sort === 'relevance' && !hasWords ? 'newest' : sort;
}

/** A tool found, and its sort key: price in cents, rating in tenths, tier of relevance; 0 for the newest. */
type Hit = Omit<ToolPlace, 'counted'>;

/** A page of hits: `limit` in sort order, following `after`. `counted` is the total, if known. */
type HitsPage = { sort: ToolSort; after: ToolPlace | undefined; limit: number; counted: number | undefined };

/** Returns hits by tier, newest first in each. A tool belongs to the first tier that it matches. */
async function findRelevant(
  db: Database,
  search: ToolSearch,
  tiers: string[],
  { after, limit, sort, counted }: HitsPage & { counted: number },
): Promise<Hit[]> {
  const wanted = after ? limit : Math.min(limit, counted);
  const start = after?.key ?? 0;
  const hits: Hit[] = [];
  for (let tier = start; tier < tiers.length && hits.length < wanted; tier += 1) {
    const words = tier === 0 ? tiers[0] : `${tiers[tier]} & !${tiers[tier - 1]}`;
    const page = { sort, after: tier === start ? after : undefined, limit: limit - hits.length, counted };
    const found = await findHits(db, fittingTools(db, words ?? '', search), page);
    hits.push(...found.hits.map(({ id }) => ({ key: tier, id })));
  }
  return hits;
}

/** Each has an index that includes the id. Sorting by age uses the id as the key, because ids ascend over
 * time. */
const keys: Partial<Record<ToolSort, RawBuilder<number>>> = {
  price: sql`price_cents`,
  '-price': sql`price_cents`,
  rating: ratingTenths,
};

/** Returns the next tools in sort order, and their number up to one above the counting limit. Few hits are
 * materialized and sorted; with more, the next ones are near along the sort index. For few hits the planner
 * would also walk that index, to its end if words and filters exclude each other, because it assumes that
 * they are independent. */
async function findHits(
  db: Database,
  tools: FittingTools,
  { sort, after, limit, counted }: HitsPage,
): Promise<{ hits: Hit[]; counted: number }> {
  const key = keys[sort];
  // For equal prices the id follows the price's direction, so that an index on (price, id) is scanned in one
  // direction.
  const [way, side] = sort === 'price' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const place = key ? sql`(${key}, id)` : sql`id`;
  const from = after && (key ? sql`(${after.key}::integer, ${after.id}::uuid)` : sql`${after.id}::uuid`);
  const next = (from ? tools.where(sql<SqlBool>`${place} ${side} ${from}`) : tools).select([
    'id',
    (key ?? sql<number>`0`).as('key'),
  ]);
  if (counted === undefined || counted < MOST) {
    const { rows } = await sql<{ left: number } & (Hit | { id: null; key: null })>`
      with fitting as materialized (${next.limit(MOST)}),
        counted as (select count(*)::integer as "left" from fitting)
      select "left", id, key from counted left join lateral (
        select id, key from fitting where "left" < ${MOST} order by key ${way}, id ${way} limit ${limit}) page on true`.execute(
      db,
    );
    const left = rows[0]?.left ?? 0;
    const hits = rows.filter((row): row is Hit & { left: number } => row.id !== null);
    if (left < MOST) return { hits, counted: counted ?? left };
  }
  const order = key ? sql`${key} ${way}, id ${way}` : sql`id ${way}`;
  const { rows } = await sql<Hit>`${next} order by ${order} limit ${limit}`.execute(db);
  return { hits: rows, counted: counted ?? MOST };
}

/** Where a page continues: the last tool's sort key (price in cents, rating in tenths, tier of relevance; 0
 * for the newest), its id, and the count of the first page, where `MAX_COUNTED_HITS` plus one means more. */
type ToolPlace = { key: number; id: string; counted: number };

const PLACE = /^([-a-z]+)\.(\d{1,10})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,5})$/;
const LARGEST = 2_147_483_647;

/** Encodes a place in a sorted list as a cursor. */
export function writeToolCursor(sort: ToolSort, { key, id, counted }: ToolPlace): string {
  return Buffer.from(`${sort}.${key}.${id}.${counted}`).toString('base64url');
}

/** Decodes a cursor of the same sort order. @throws AppError `invalid_input` for anything else */
export function readToolCursor(sort: ToolSort, cursor: string): ToolPlace {
  const read = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, , key, id = '', counted] = read ?? [];
  const place = { key: Number(key), id, counted: Number(counted) };
  const isInRange = place.key <= LARGEST && place.counted <= MAX_COUNTED_HITS + 1;
  if (isInRange && writeToolCursor(sort, place) === cursor) return place;
  throw new AppError('invalid_input', requestTexts.badCursor, { field: 'cursor' });
}
