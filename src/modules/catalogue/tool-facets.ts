import { toPrice } from '#contracts/money.ts';
import { type Hits, MAX_COUNTED_HITS, type ToolFacets } from '#contracts/tool-search.ts';
import type { Database } from '#platform/database/database.ts';
import { searchWords } from './search-words.ts';
import type { ToolSearch } from './tool-search.ts';
import { findToolFacts, type ToolFacts } from './tool-store.ts';

/** Where a range of prices ends and the next begins, in minor units. */
const PRICE_EDGES = [0, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

const STARS = [4, 3, 2, 1];

type Filter = 'category' | 'brand' | 'price' | 'orderable' | 'rating';

/** Counts what a search finds, and what it would find with one filter changed. Prices are in `currency`. */
export async function countToolFacets(
  db: Database,
  search: ToolSearch,
  currency: string,
): Promise<ToolFacets> {
  const facts = await findToolFacts(db, search);
  const without = (filter?: Filter) => facts.filter((fact) => fits(fact, search, filter));
  const priced = without('price');
  const prices = priced.map(({ price_cents }) => price_cents);
  const price = (cents: number) => toPrice(cents, currency);
  return {
    total: hits(without().length),
    words: searchWords(search.q),
    corrected: null,
    categories: countValues(without('category').map(({ category }) => category)),
    brands: countValues(without('brand').map(({ brand }) => brand)),
    prices: prices.length > 0 ? { min: price(Math.min(...prices)), max: price(Math.max(...prices)) } : null,
    priceRanges: PRICE_EDGES.map((from, index) => {
      const to = PRICE_EDGES[index + 1];
      const within = prices.filter((cents) => cents >= from && (to === undefined || cents < to));
      return { from: price(from), to: to === undefined ? null : price(to - 1), ...hits(within.length) };
    }),
    orderable: hits(without('orderable').filter(({ orderable }) => orderable).length),
    ratings: STARS.map((atLeast) => ({
      atLeast,
      ...hits(without('rating').filter(({ rating_tenths }) => (rating_tenths ?? 0) >= atLeast * 10).length),
    })),
  };
}

function fits(fact: ToolFacts, search: ToolSearch, except?: Filter): boolean {
  const { category, brands, minCents = 0, maxCents = Number.POSITIVE_INFINITY, orderable, rating } = search;
  return (
    (except === 'category' || category === undefined || fact.category === category) &&
    (except === 'brand' || brands.length === 0 || brands.includes(fact.brand ?? '')) &&
    (except === 'price' || (fact.price_cents >= minCents && fact.price_cents <= maxCents)) &&
    (except === 'orderable' || !orderable || fact.orderable) &&
    (except === 'rating' || rating === undefined || (fact.rating_tenths ?? 0) >= rating * 10)
  );
}

function countValues(values: (string | null)[]): ToolFacets['categories'] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return sorted.map(([value, count]) => ({ value, ...hits(count) }));
}

function hits(count: number): Hits {
  return { count: Math.min(count, MAX_COUNTED_HITS), isExact: count <= MAX_COUNTED_HITS };
}
