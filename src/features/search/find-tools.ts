import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, currencyDigits, toCents } from '#contracts/money.ts';
import { type Hits, MAX_COUNTED_HITS, type ToolFilter, type ToolSort } from '#features/catalogue/contract.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import type { SpecificationRange } from '#features/catalogue/rules.ts';
import { findToolsById, type ToolRow } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { findChildren, findNames } from '#features/categories/store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
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

export type FittingTools = ReturnType<typeof fittingTools>;

const MOST = MAX_COUNTED_HITS + 1;

/** What a list shows and counts: tools, or cards, of which a family has one. */
type Listed = 'tools' | 'cards';

/** How many tools fit, up to one above the counting limit; and how many of what is listed they are. Above the
 * limit there may be more of the latter, too. */
type Counted = { tools: number; listed: number };

/** Counts tools, up to one above the counting limit. */
async function countTools(db: Database, tools: FittingTools): Promise<number> {
  const { count } = await db
    .selectFrom(tools.select('id').limit(MOST).as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the cards in rows that count `tools` by family, those without one together. */
export const countOfCards = sql`sum(case when family_id is null then tools else 1 end)::integer`;

/** Counts tools likewise, and their cards: of the whole catalogue all of them. */
async function countCards(db: Database, tools: FittingTools, isAll: boolean): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select coalesce(sum(tools), 0)::integer as tools, coalesce(${countOfCards}, 0) as listed from (
      select family_id, count(*) as tools from (${tools.select('family_id').limit(MOST)}) counted
      group by family_id) cards`.execute(db);
  const [counted = { tools: 0, listed: 0 }] = rows;
  if (counted.tools < MOST || !isAll) return counted;
  const single = await countTools(db, tools.where('family_id', 'is', null));
  const { families } = await db
    .selectFrom('families')
    .where(({ exists }) => exists(tools.where(sql<SqlBool>`family_id = families.id`).select('tools.id')))
    .select((eb) => eb.fn.countAll<number>().as('families'))
    .executeTakeFirstOrThrow();
  return { tools: MOST, listed: Math.min(single + families, MOST) };
}

async function count(db: Database, tools: FittingTools, listed: Listed, isAll: boolean): Promise<Counted> {
  if (listed === 'cards') return countCards(db, tools, isAll);
  const all = await countTools(db, tools);
  return { tools: all, listed: all };
}

/** Returns the ids of a family's tools that a search finds; `undefined` if it asks for nothing. */
export async function findFittingMembers(
  db: Database,
  familyId: string,
  asked: ToolSearch,
): Promise<Set<string> | undefined> {
  const search = await withCalledNames(db, asked);
  const { anywhere } = await understandWords(db, search.q, findsTools(db, search));
  if (findsAll(anywhere, search)) return undefined;
  const rows = await fittingTools(db, anywhere, search)
    .where('family_id', '=', familyId)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a search finds the whole catalogue. */
const findsAll = (words: string, search: ToolSearch) =>
  words === '' && Object.values(toolFilters).every((filter) => filter(search) === undefined);

/** Converts counts to how many hits are known of. */
function toHits({ tools, listed }: Counted, isAll: boolean): Hits {
  const isExact = tools < MOST || (isAll && listed < MOST);
  return { count: isExact ? listed : listed - 1, isExact };
}

/** Counts the cards that a search finds with some words (a `tsquery`). */
export async function countHits(db: Database, words: string, search: ToolSearch): Promise<Hits> {
  const isAll = findsAll(words, search);
  return toHits(await countCards(db, fittingTools(db, words, search), isAll), isAll);
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

/** A page of a list: sorted by default if no `sort` is given. */
export type ListPage = { sort: ToolSort | undefined; limit: number; cursor: string | undefined };

/** Returns one page of the tools that a search finds. @throws AppError `invalid_input` for a cursor of
 * another sort order */
export async function listTools(db: Database, asked: ToolSearch, page: ListPage): Promise<RowsPage<ToolRow>> {
  const { ids, nextCursor, total, isMoreThanTotal } = await findPage(db, asked, page, 'tools');
  return { rows: await findToolsById(db, ids), nextCursor, total, isMoreThanTotal };
}

/** Finds one page of cards likewise: of each family, the first of its tools that fit, in the order of the list.
 * Also returns their families, and the query that all tools that fit are found by. */
export const findCards = (db: Database, asked: ToolSearch, page: ListPage) =>
  findPage(db, asked, page, 'cards');

async function findPage(db: Database, asked: ToolSearch, page: ListPage, listed: Listed) {
  const search = await withCalledNames(db, asked);
  const sort = sortOf(search, page.sort);
  const after = page.cursor === undefined ? undefined : readToolCursor(sort, page.cursor);
  const { tiers, anywhere } = await understandWords(db, search.q, findsTools(db, search));
  const fitting = fittingTools(db, anywhere, search);
  const wanted = { sort, after, limit: page.limit + 1, listed };
  const isAll = findsAll(anywhere, search);
  const { hits, counted } =
    sort === 'relevance'
      ? await findRelevant(db, search, tiers, fitting, wanted)
      : // Searches with filters only are counted in their indexes. With words, counting reads the rows, so it
        // is done together with the page.
        await findHits(db, fitting, {
          ...wanted,
          isAll,
          isMany: (after?.counted.tools ?? (anywhere === '' ? await countTools(db, fitting) : 0)) >= MOST,
        });
  const shown = hits.slice(0, page.limit);
  const last = shown.at(-1);
  const known = toHits(counted, isAll);
  return {
    ids: shown.map(({ id }) => id),
    families: shown.flatMap(({ family_id }) => family_id ?? []),
    fitting,
    nextCursor: hits.length > page.limit && last ? writeToolCursor(sort, { ...last, counted }) : undefined,
    total: known.count,
    isMoreThanTotal: !known.isExact,
  };
}

function sortOf({ q }: ToolSearch, sort: ToolSort | undefined): ToolSort {
  const hasWords = searchWords(q).length > 0;
  if (sort === undefined) return hasWords ? 'relevance' : 'newest';
  return sort === 'relevance' && !hasWords ? 'newest' : sort;
}

/** A tool found, and its sort key: price in cents, rating in tenths, tier of relevance; 0 for the newest. Of a
 * card also the family, if it has one. */
type Hit = Omit<ToolPlace, 'counted'> & { family_id?: string | null };

/** A page of hits: `limit` in sort order, following `after`. */
type HitsPage = { sort: ToolSort; after: ToolPlace | undefined; limit: number; listed: Listed };

/** Returns hits by tier, newest first in each. A tool or card belongs to the first tier that it matches. */
async function findRelevant(
  db: Database,
  search: ToolSearch,
  tiers: string[],
  fitting: FittingTools,
  { after, limit, sort, listed }: HitsPage,
): Promise<{ hits: Hit[]; counted: Counted }> {
  const counted = after?.counted ?? (await count(db, fitting, listed, false));
  const isCounted = counted.tools < MOST;
  const wanted = after || !isCounted ? limit : Math.min(limit, counted.listed);
  const start = after?.key ?? 0;
  const hits: Hit[] = [];
  for (let tier = start; tier < tiers.length && hits.length < wanted; tier += 1) {
    const words = tier === 0 ? tiers[0] : `${tiers[tier]} & !${tiers[tier - 1]}`;
    const page = { sort, after: tier === start ? after : undefined, limit: limit - hits.length, listed };
    let tools = fittingTools(db, words ?? '', search);
    if (listed === 'cards' && tier > 0) {
      const met = fittingTools(db, tiers[tier - 1] ?? '', search).where('family_id', 'is not', null);
      tools = tools.where(({ or, eb, not }) =>
        or([eb('family_id', 'is', null), not(eb('family_id', 'in', met.select('family_id')))]),
      );
    }
    const found = await findHits(db, tools, { ...page, isMany: !isCounted, counted });
    hits.push(...found.hits.map((hit) => ({ ...hit, key: tier })));
  }
  return { hits, counted };
}

/** Each has an index that includes the id. Sorting by age uses the id as the key, because ids ascend over
 * time. */
const keys: Partial<Record<ToolSort, RawBuilder<number>>> = {
  price: sql`price_cents`,
  '-price': sql`price_cents`,
  rating: ratingTenths,
};

/** An order of tools: by `key`, and by id. `isBehind` compares places in it. */
function orderOf(sort: ToolSort) {
  const key = keys[sort];
  // For equal prices the id follows the price's direction, so that an index on (price, id) is scanned in one
  // direction.
  const [way, side] = sort === 'price' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  return {
    key: key ?? sql<number>`0`,
    by: key ? sql`${key} ${way}, id ${way}` : sql`id ${way}`,
    byKey: sql`key ${way}, id ${way}`,
    isBehind: ({ key: number, id }: Hit) =>
      key
        ? sql<SqlBool>`(${key}, id) ${side} (${number}::integer, ${id}::uuid)`
        : sql<SqlBool>`id ${side} ${id}::uuid`,
    isKeyBehind: ({ key: number, id }: Hit) =>
      sql<SqlBool>`(key, id) ${side} (${number}::integer, ${id}::uuid)`,
  };
}

/** Returns the next hits in sort order, and how many there are in all. Few hits are materialized and sorted;
 * with more, the next ones are near along the sort index. For few hits the planner would also walk that
 * index, to its end if words and filters exclude each other, because it assumes that they are independent. */
async function findHits(
  db: Database,
  tools: FittingTools,
  page: HitsPage & { isMany: boolean; isAll?: boolean; counted?: Counted },
): Promise<{ hits: Hit[]; counted: Counted }> {
  const { listed, after, isAll = false, counted: known = after?.counted } = page;
  const few = page.isMany
    ? undefined
    : await (listed === 'cards' ? findFewCards : findFewTools)(db, tools, page);
  if (few && few.counted.tools < MOST) return { hits: few.hits, counted: known ?? few.counted };
  const [hits, counted] = await Promise.all([
    (listed === 'cards' ? findNextCards : findNextTools)(db, tools, page),
    known ?? few?.counted ?? count(db, tools, listed, isAll),
  ]);
  return { hits, counted };
}

type FewRow = Counted & (Hit | { id: null; key: null });

function readFew(rows: FewRow[]): { hits: Hit[]; counted: Counted } {
  const [{ tools, listed } = { tools: 0, listed: 0 }] = rows;
  return { hits: rows.filter((row): row is Hit & Counted => row.id !== null), counted: { tools, listed } };
}

async function findFewTools(db: Database, tools: FittingTools, { sort, after, limit }: HitsPage) {
  const { key, byKey, isBehind } = orderOf(sort);
  const left = (after ? tools.where(isBehind(after)) : tools).select(['id', key.as('key')]);
  const { rows } = await sql<FewRow>`
    with fitting as materialized (${left.limit(MOST)}),
      counted as (select count(*)::integer as tools from fitting)
    select tools, tools as listed, id, key from counted left join lateral (
      select id, key from fitting where tools < ${MOST} order by ${byKey} limit ${limit}) page on true`.execute(
    db,
  );
  return readFew(rows);
}

/** All cards are found for each page: which of a family's tools is its card may be on an earlier one. */
async function findFewCards(db: Database, tools: FittingTools, { sort, after, limit }: HitsPage) {
  const { key, byKey, isKeyBehind } = orderOf(sort);
  const { rows } = await sql<FewRow>`
    with fitting as materialized (${tools.select(['id', 'family_id', key.as('key')]).limit(MOST)}),
      counted as (select count(*)::integer as tools from fitting),
      cards as materialized (
        select id, family_id, key from fitting where family_id is null
        union all
        (select distinct on (family_id) id, family_id, key from fitting where family_id is not null order by family_id, ${byKey}))
    select tools, (select count(*)::integer from cards) as listed, id, family_id, key from counted left join lateral (
      select id, family_id, key from cards where tools < ${MOST} and ${after ? isKeyBehind(after) : sql`true`}
      order by ${byKey} limit ${limit}) page on true`.execute(db);
  return readFew(rows);
}

async function findNextTools(db: Database, tools: FittingTools, { sort, after, limit }: HitsPage) {
  const { key, by, isBehind } = orderOf(sort);
  const left = (after ? tools.where(isBehind(after)) : tools).select(['id', key.as('key')]);
  const { rows } = await sql<Hit>`${left} order by ${by} limit ${limit}`.execute(db);
  return rows;
}

/** Number of tools read at once, for each card wanted. */
const TOOLS_A_CARD = 2;

/** Walks along the sort index, past the other tools of families that have been met, of which each may have a
 * thousand, and of those that one stands for on an earlier page. */
async function findNextCards(
  db: Database,
  tools: FittingTools,
  { sort, after, limit }: HitsPage,
): Promise<Hit[]> {
  const { key, byKey, isBehind } = orderOf(sort);
  const earlier = after && tools.where(sql<SqlBool>`not ${isBehind(after)} and family_id = walked.family_id`);
  // Asked of one family after the other: as `not exists`, it reads all tools of earlier pages.
  const isNew = earlier ? sql`(${earlier.select('id').limit(1)}) is null` : sql`true`;
  const hits: Hit[] = [];
  const met = new Set<string>();
  const read = limit * TOOLS_A_CARD;
  for (let place: Hit | undefined = after; hits.length < limit; ) {
    const left = (place ? tools.where(isBehind(place)) : tools).select(['id', 'family_id', key.as('key')]);
    const { rows } = await sql<Hit & { family_id: string | null }>`
      select id, family_id, key from (${left}) walked
      where family_id is null or (not (family_id = ${anyOf([...met], 'uuid')}) and ${isNew})
      order by ${byKey} limit ${read}`.execute(db);
    for (const hit of rows) {
      if (hit.family_id !== null && met.has(hit.family_id)) continue;
      if (hit.family_id !== null) met.add(hit.family_id);
      hits.push(hit);
    }
    place = rows.at(-1);
    if (rows.length < read) break;
  }
  return hits.slice(0, limit);
}

/** Where a page continues: the last tool's sort key (price in cents, rating in tenths, tier of relevance; 0
 * for the newest), its id, and the counts of the first page, where `MAX_COUNTED_HITS` plus one means more. */
type ToolPlace = { key: number; id: string; counted: Counted };

const PLACE =
  /^([-a-z]+)\.(\d{1,10})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(\d{1,5})(?:\.(\d{1,5}))?$/;
const LARGEST = 2_147_483_647;

/** Encodes a place in a sorted list as a cursor. */
export function writeToolCursor(sort: ToolSort, { key, id, counted: { tools, listed } }: ToolPlace): string {
  const counts = listed === tools ? tools : `${tools}.${listed}`;
  return Buffer.from(`${sort}.${key}.${id}.${counts}`).toString('base64url');
}

/** Decodes a cursor of the same sort order. @throws AppError `invalid_input` for anything else */
export function readToolCursor(sort: ToolSort, cursor: string): ToolPlace {
  const read = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  const [, , key, id = '', tools, listed = tools] = read ?? [];
  const counted = { tools: Number(tools), listed: Number(listed) };
  const place = { key: Number(key), id, counted };
  const isInRange = place.key <= LARGEST && counted.tools <= MOST && counted.listed <= counted.tools;
  if (isInRange && writeToolCursor(sort, place) === cursor) return place;
  throw new AppError('invalid_input', requestTexts.badCursor, { field: 'cursor' });
}
