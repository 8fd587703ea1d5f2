import { sql } from 'kysely';
import { toPrice } from '#contracts/money.ts';
import { type Hits, MAX_COUNTED_HITS, type ToolFacets } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import { countCatalogue, countFacets, type FacetCounts, PRICE_EDGES } from './count-facets.ts';
import { countMatches, matches } from './find-hits.ts';
import { readTermCounts, type TermCounts } from './term-counts.ts';
import { allOf, type FilterName, filterQuery, type TermQuery, wordsQuery } from './term-query.ts';
import { hasPriceRange, type ToolSearch } from './tool-search.ts';
import { understandWords } from './understand-words.ts';

const STARS = [4, 3, 2, 1];

const filterNames: readonly FilterName[] = ['category', 'brand', 'price', 'orderable', 'rating'];

/** A search whose words are understood. */
type Question = { db: Database; search: ToolSearch; words: TermQuery; counts: TermCounts };

/**
 * Counts what a search finds, and what it would find with one filter changed. Prices are in `currency`. Where there are more
 * hits than are counted, the newest of them stand for the rest: of each value there are then more than was counted.
 */
export async function countToolFacets(
  db: Database,
  search: ToolSearch,
  currency: string,
): Promise<ToolFacets> {
  const [understood, counts] = await Promise.all([
    understandWords(db, search.q),
    readTermCounts(db, search, { hasPrices: hasPriceRange(search) }),
  ]);
  const { words, met, corrected } = understood;
  const query = words.length > 0 ? wordsQuery(words, '', counts.newest) : { text: '', share: 1, misses: 0 };
  const question = { db, search, words: query, counts };
  const all = await countWithout(
    question,
    undefined,
    filterNames.filter((name) => !isSet(search, name)),
  );
  const of = async (name: FilterName) => (isSet(search, name) ? countWithout(question, name, [name]) : all);
  const [category, brand, price, orderable, rating] = await Promise.all([
    of('category'),
    of('brand'),
    of('price'),
    of('orderable'),
    of('rating'),
  ]);
  const [categories, brands] = await Promise.all([
    nameValues(question, 'category', category, search.category === undefined ? [] : [search.category]),
    nameValues(question, 'brand', brand, search.brands),
  ]);
  const shown = (cents: number) => toPrice(cents, currency);
  return {
    total: hits(all, all.total),
    words: met,
    corrected,
    categories,
    brands,
    prices: price.prices && { min: shown(price.prices.min), max: shown(price.prices.max) },
    priceRanges: PRICE_EDGES.map((from, range) => {
      const to = PRICE_EDGES[range + 1];
      const count = price.priceRanges.get(range) ?? 0;
      return { from: shown(from), to: to === undefined ? null : shown(to - 1), ...hits(price, count) };
    }),
    orderable: hits(orderable, orderable.orderable),
    ratings: STARS.map((atLeast) => ({ atLeast, ...hits(rating, countRated(rating, atLeast)) })),
  };
}

function isSet(search: ToolSearch, name: FilterName): boolean {
  if (name === 'price') return hasPriceRange(search);
  if (name === 'brand') return search.brands.length > 0;
  return name === 'orderable' ? search.orderable : search[name] !== undefined;
}

function countWithout(
  { db, search, words, counts }: Question,
  except: FilterName | undefined,
  facets: FilterName[],
): Promise<FacetCounts> {
  if (words.text === '' && filterNames.every((name) => name === except || !isSet(search, name))) {
    return countCatalogue(db);
  }
  const query = allOf([words, filterQuery(search, counts.countOf, counts.newest, except)]);
  return countFacets(db, counts, { query, where: matches(search, except), facets });
}

/** A count of a set that was counted to its end is exact up to the limit; of another there is at least one more. */
function hits({ isWhole }: FacetCounts, count: number): Hits {
  if (isWhole && count <= MAX_COUNTED_HITS) return { count, isExact: true };
  return { count: Math.max(0, Math.min(count - 1, MAX_COUNTED_HITS)), isExact: false };
}

function countRated({ ratings }: FacetCounts, atLeast: number): number {
  return [...ratings].reduce((sum, [stars, count]) => (stars >= atLeast ? sum + count : sum), 0);
}

/** The values of a facet by name, the commonest first. The chosen ones are among them even where none was met. */
async function nameValues(
  question: Question,
  name: 'category' | 'brand',
  counts: FacetCounts,
  chosen: string[],
): Promise<ToolFacets['categories']> {
  const { db } = question;
  const sign = name === 'category' ? '=c' : '=b';
  const byId = name === 'category' ? counts.categories : counts.brands;
  const { rows } = await sql<{ id: number; value: string }>`
    select id, substr(term, 3) as value from tool_terms where id = any (${[...byId.keys()]}::integer[])
      and starts_with(term, ${sign})`.execute(db);
  const found = rows.map(({ id, value }) => ({ value, count: byId.get(id) ?? 0 }));
  found.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  const values = found.map(({ value, count }) => ({ value, ...hits(counts, count) }));
  const missing = chosen.filter((value) => !values.some((each) => each.value === value));
  const counted = missing.map(async (value) => ({ value, ...(await countChosen(question, name, value)) }));
  return [...values, ...(await Promise.all(counted))];
}

/** How many hits have one value. */
async function countChosen(
  { db, search, words, counts }: Question,
  name: 'category' | 'brand',
  value: string,
): Promise<Hits> {
  const one = name === 'category' ? { ...search, category: value } : { ...search, brands: [value] };
  const query = allOf([words, filterQuery(one, counts.countOf, counts.newest)]);
  const count = await countMatches(db, counts, query, matches(one));
  return { count: Math.min(count, MAX_COUNTED_HITS), isExact: count <= MAX_COUNTED_HITS };
}
