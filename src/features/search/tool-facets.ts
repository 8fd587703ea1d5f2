import { type RawBuilder, sql } from 'kysely';
import { toPrice } from '#contracts/money.ts';
import { type Hits, MAX_COUNTED_HITS, type ToolFacets } from '#features/catalogue/contract.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { findPlaces, type TaxonPlace } from '#features/categories/store.ts';
import type { Database } from '#platform/database/database.ts';
import {
  countHits,
  countOfCards,
  type FilterName,
  findsTools,
  fittingTools,
  type ToolSearch,
  toolFilters,
  withCalledNames,
} from './find-tools.ts';
import { understandWords } from './understand-words.ts';

/** Boundaries of the price ranges, in minor units. */
const PRICE_EDGES = [0, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

/** The columns that each facet counts by; price ranges are numbered from 1. `top` is the category, or that
 * which it is under. */
const columns = {
  category: ['category', 'top'],
  brand: ['brand'],
  price: ['range'],
  orderable: ['orderable'],
  rating: ['stars'],
} satisfies Partial<Record<FilterName, string[]>>;
type Facet = keyof typeof columns;
type Column = (typeof columns)[Facet][number];

type Question = { db: Database; search: ToolSearch; words: string };

/** A specification is offered if at least two tools, and a tenth of them, have a number for it and the
 * numbers differ; the most frequent ones come first. */
const FEWEST_WITH_NUMBERS = 2;
const SHARE_WITH_NUMBERS = 0.1;
const MOST_SPECIFICATIONS = 6;

/** Number of cards with a value in a column, and of their `tools` with it, and their price range; 'total' covers
 * all tools. For a specification, the range of its numbers instead of prices. */
type Count = {
  column: Column | 'total' | 'specification';
  value: string;
  count: number;
  tools: number;
  min: number;
  max: number;
};

const isSet = (search: ToolSearch, name: FilterName) => toolFilters[name](search) !== undefined;

/** Counts what a search finds, and what it would find with one filter changed. Above the counting limit a
 * sample is counted, so that the real counts are higher. */
export async function countToolFacets(
  db: Database,
  asked: ToolSearch,
  currency: string,
): Promise<ToolFacets> {
  const search = await withCalledNames(db, asked);
  const {
    anywhere,
    met,
    corrected,
    successor = null,
  } = await understandWords(db, search.q, findsTools(db, search));
  const question = { db, search, words: anywhere };
  const facets = Object.keys(columns) as Facet[];
  const unset = facets.filter((name) => !isSet(search, name));
  const all = await countFacets(question, unset, { specifications: offered(question) });
  const of = (name: Facet) => (isSet(search, name) ? countFacets(question, [name], { except: name }) : all);
  const [category, brand, price, orderable, rating] = await Promise.all([
    of('category'),
    of('brand'),
    of('price'),
    of('orderable'),
    of('rating'),
  ]);
  const [total, categories, brands, specifications] = await Promise.all([
    isComplete(all) ? hits(all, totalOf(all)) : countHits(db, anywhere, search),
    listValues(question, 'category', category, search.category ? [search.category] : []),
    listValues(question, 'brand', brand, search.brand ?? []),
    listSpecifications(question, all),
  ]);
  const shown = (cents: number) => toPrice(cents, currency);
  const priced = price.find(({ column, count }) => column === 'total' && count > 0);
  const sum = (counts: Count[], column: Column, isMeant: (value: string) => boolean) => {
    const meant = valuesOf(counts, column).filter(({ value }) => isMeant(value));
    return hits(
      counts,
      meant.reduce((all, { count }) => all + count, 0),
    );
  };
  return {
    total,
    words: met,
    corrected,
    successor,
    category: search.category || null,
    categories,
    brands,
    prices: priced ? { min: shown(priced.min), max: shown(priced.max) } : null,
    priceRanges: PRICE_EDGES.map((from, nth) => {
      const to = PRICE_EDGES[nth + 1];
      const inRange = sum(price, 'range', (range) => range === String(nth + 1));
      return { from: shown(from), to: to === undefined ? null : shown(to - 1), ...inRange };
    }),
    orderable: sum(orderable, 'orderable', (value) => value === 'true'),
    ratings: [4, 3, 2, 1].map((atLeast) => ({
      atLeast,
      ...sum(rating, 'stars', (stars) => Number(stars) >= atLeast),
    })),
    specifications,
  };
}

/** Counts the cards of one set of tools by several facets in one pass, up to one tool above the counting limit.
 * A family counts once for each value that its tools have, and by the rating of the best rated. */
async function countFacets(
  { db, search, words }: Question,
  facets: Facet[],
  { except, specifications }: { except?: Facet; specifications?: RawBuilder<unknown> | undefined },
): Promise<Count[]> {
  const tools = fittingTools(db, words, search, except)
    .select(['id', 'family_id', 'category', 'brand', 'price_cents', 'rating_tenths', 'orderable'])
    .limit(MAX_COUNTED_HITS + 1);
  const names = facets.flatMap((facet): Column[] => columns[facet]);
  const which = names.map((name) => `case when grouping(${name}) = 0 then '${name}' end`);
  const values = names.map((name) => `${name}::text`);
  const sets = ['(family_id)', ...names.map((name) => `(${name}, family_id)`)];
  const { rows } = await sql<Count>`
    with hits as materialized (${tools}),
      best as (select family_id, max(rating_tenths) as rating_tenths from hits where family_id is not null group by family_id),
      facts as (
        select hits.family_id, category, coalesce(parent.name, category) as top, brand,
          width_bucket(price_cents, array[${sql.raw(PRICE_EDGES.join(', '))}]) as range,
          coalesce(best.rating_tenths, hits.rating_tenths) / 10 as stars, orderable, price_cents
        from hits left join best on best.family_id = hits.family_id
          left join categories child on child.name = category left join categories parent on parent.id = child.parent_id),
      cards as (
        select coalesce(${sql.raw([...which, "'total'"].join(', '))}) as column,
          coalesce(${sql.raw([...values, "''"].join(', '))}) as value, family_id,
          count(*) as tools, min(price_cents) as min, max(price_cents) as max
        from facts group by grouping sets (${sql.raw(sets.join(', '))}))
    select "column", value, ${countOfCards} as count, sum(tools)::integer as tools,
      min(min)::double precision as min, max(max)::double precision as max
    from cards group by "column", value
    ${specifications ? sql`union all (${specifications})` : sql``}`.execute(db);
  return rows;
}

/** Counts the hits' numeric specifications. */
const numbersOfHits = (which: RawBuilder<unknown>) => sql`
  select 'specification', label as value, ${countOfCards} as count, sum(tools)::integer as tools, min(min), max(max)
  from (
    select label, family_id, count(*) as tools, min(number), max(number)
    from hits join tool_specifications on tool_id = hits.id where number is not null and ${which}
    group by label, family_id) cards
  group by label`;

/** The specifications to offer ranges for, except those already filtered by; none for the whole catalogue,
 * where numbers are not meaningful. */
function offered({ search, words }: Question): RawBuilder<unknown> | undefined {
  if (words === '' && !search.category && !search.brand?.length) return undefined;
  const labels = (search.spec ?? []).map(({ label }) => label);
  return sql`${numbersOfHits(sql`label <> all (${labels}::text[])`)}
    having min(min) < max(max) and sum(tools) >= greatest(${FEWEST_WITH_NUMBERS}::integer,
      ${SHARE_WITH_NUMBERS}::double precision * (select count(*) from hits))
    order by sum(tools) desc, label collate "C" limit ${MOST_SPECIFICATIONS}`;
}

/** Lists the specifications to offer ranges for, most frequent first, and those filtered by, counted without
 * their own range. */
async function listSpecifications(question: Question, all: Count[]): Promise<ToolFacets['specifications']> {
  const { spec = [] } = question.search;
  const asked = [...new Set(spec.map(({ label }) => label))].map(async (asking) => {
    const search = { ...question.search, spec: spec.filter(({ label }) => label !== asking) };
    const numbers = numbersOfHits(sql`label = ${asking}`);
    const counts = await countFacets({ ...question, search }, [], { specifications: numbers });
    const found = counts.find(({ column }) => column === 'specification');
    const { count = 0, tools = 0, min = null, max = null } = found ?? {};
    return { label: asking, min, max, tools, ...hits(counts, count) };
  });
  const others = all.filter(({ column }) => column === 'specification');
  return [
    ...others.map(({ value, count, tools, min, max }) => ({
      label: value,
      min,
      max,
      tools,
      ...hits(all, count),
    })),
    ...(await Promise.all(asked)),
  ]
    .toSorted((one, other) => other.tools - one.tools || (one.label < other.label ? -1 : 1))
    .map(({ tools: _, ...each }) => each);
}

const inAll = (counts: Count[]) => counts.find(({ column }) => column === 'total');

const totalOf = (counts: Count[]) => inAll(counts)?.count ?? 0;

const isComplete = (counts: Count[]) => (inAll(counts)?.tools ?? 0) <= MAX_COUNTED_HITS;

const valuesOf = (counts: Count[], name: Column) =>
  counts.filter(({ column, value }) => column === name && value !== '');

/** Counts of a completely counted set are exact; otherwise there is at least one more hit. */
function hits(counts: Count[], count: number): Hits {
  if (isComplete(counts)) return { count, isExact: true };
  return { count: Math.max(0, Math.min(count - 1, MAX_COUNTED_HITS)), isExact: false };
}

/** Lists a facet's values in the shop's order, then unordered ones by frequency; subcategories follow their
 * category, whose count includes them. Includes chosen values without hits and, if only a sample was counted,
 * values that occur only outside it. */
async function listValues(
  { db, search, words }: Question,
  name: 'category' | 'brand',
  counts: Count[],
  chosen: string[],
): Promise<ToolFacets['categories']> {
  const places = new Map((await findPlaces(db, name)).map((place) => [place.name, place]));
  const parentOf = (value: string) => places.get(value)?.parent ?? undefined;
  const children =
    name === 'category' ? valuesOf(counts, 'category').filter(({ value }) => parentOf(value)) : [];
  const met = [...valuesOf(counts, name === 'category' ? 'top' : name), ...children];
  const filters = Object.keys(toolFilters) as FilterName[];
  const isAll = words === '' && filters.every((each) => each === name || !isSet(search, each));
  const others = isAll && !isComplete(counts) ? await allValues(db, name) : [];
  const parents = [...chosen, ...others].map(parentOf).filter((parent) => parent !== undefined);
  const known = new Set(met.map(({ value }) => value));
  const missing = [...new Set([...chosen, ...others, ...parents])].filter((value) => !known.has(value));
  const counted = missing.map(async (value) => {
    const below = [...places.values()].filter(({ parent }) => parent === value);
    const covered = [value, ...below.map((child) => child.name)];
    const one = name === 'category' ? { ...search, category: value, covered } : { ...search, brand: [value] };
    return { value, ...(await countHits(db, words, one)) };
  });
  const values = [
    ...met.map(({ value, count }) => ({ value, ...hits(counts, count) })),
    ...(await Promise.all(counted)),
  ];
  values.sort(
    (one, other) => comparePlaces(places.get(one.value), places.get(other.value)) || compareHits(one, other),
  );
  const under = (parent: string | undefined) => values.filter(({ value }) => parentOf(value) === parent);
  return under(undefined).flatMap((top) => [
    top,
    ...under(top.value).map((child) => ({ ...child, parent: top.value })),
  ]);
}

type Value = ToolFacets['brands'][number];

const comparePlaces = (one?: TaxonPlace, other?: TaxonPlace) =>
  (one?.position ?? Number.MAX_SAFE_INTEGER) - (other?.position ?? Number.MAX_SAFE_INTEGER);

const compareHits = (one: Value, other: Value) =>
  other.count - one.count || (one.value < other.value ? -1 : 1);

/** Lists every value of a facet, by a loose scan of its index. */
async function allValues(db: Database, name: 'category' | 'brand'): Promise<string[]> {
  const [column, inShop] = [sql.ref(name), sql`tools where ${isForSale}`];
  const { rows } = await sql<{ value: string }>`
    with recursive each as (
      (select ${column} as value from ${inShop} and ${column} > '' order by ${column} limit 1)
      union all
      select (select ${column} from ${inShop} and ${column} > each.value order by ${column} limit 1)
      from each where each.value is not null)
    select value from each where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}
