import type { Cents } from '#contracts/money.ts';
import { priceBlocks, priceStep, priceTerm, widthOf } from './blocks.ts';
import type { ToolSearch } from './tool-search.ts';
import type { UnderstoodWord, WordWay } from './understand-words.ts';

/** Where a word is looked for: in the name, in name, brand or category, or anywhere. The sign before its terms. */
export type Field = '!' | '@' | '';

/**
 * A question to the index of terms (PostgreSQL's `tsquery` as text), and what share of all tools it may be met by. `misses`: what
 * share does not meet it, at the most; 1 where the counters say nothing.
 */
export type TermQuery = { text: string; share: number; misses?: number };

/** A term as `tsquery` takes it, whatever stands in it. */
export function quoteTerm(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Any of some terms. */
export function anyTerm(terms: string[]): string {
  return `(${terms.map(quoteTerm).join(' | ')})`;
}

/** A term that no tool has. */
const NOTHING = "'=nothing'";

const counted = { '!': 'names', '@': 'heads', '': 'tools' } as const;

/** Every word, by any of its ways, in a field. `all` is the number of all tools. */
export function wordsQuery(words: UnderstoodWord[], field: Field, all: number, only?: 'exact'): TermQuery {
  const groups = words.map((word) => waysQuery(only === 'exact' ? word.exact : word.ways, field, all));
  return allOf(groups);
}

function waysQuery(ways: WordWay[], field: Field, all: number): TermQuery {
  if (ways.length === 0) return { text: NOTHING, share: 0 };
  // Words that are met together are met so often at the most.
  const surest = Math.max(0, ...ways.map((way) => (way.words.length === 1 ? way[counted[field]] : 0)));
  const text = ways.map(({ words }) => `(${words.map((word) => quoteTerm(field + word)).join(' & ')})`);
  const tools = ways.reduce((sum, way) => sum + way[counted[field]], 0);
  const share = (count: number) => Math.min(1, count / Math.max(all, 1));
  return { text: `(${text.join(' | ')})`, share: share(tools), misses: 1 - share(surest) };
}

/**
 * All of some queries; without any, everything. Words come together more often than chance has it, so each further
 * one is taken to narrow less: the second by the root of its share, the third by the root of that.
 */
export function allOf(queries: TermQuery[]): TermQuery {
  const shares = queries.map(({ share }) => share).sort((one, other) => one - other);
  return {
    text: queries
      .map(({ text }) => text)
      .filter(Boolean)
      .join(' & '),
    share: shares.reduce((all, share, index) => all * share ** (1 / 2 ** index), 1),
    misses: Math.min(
      1,
      queries.reduce((sum, { misses = 1 }) => sum + misses, 0),
    ),
  };
}

/** What a search filters by, leaving out one filter. */
export type FilterName = 'category' | 'brand' | 'price' | 'orderable' | 'rating';

/** How many tools have a term, as far as it is counted. */
export type CountOf = (term: string) => number;

/** The filters that terms stand for. What they let through beside the right tools, `matches` in `find-hits.ts` takes out. */
export function filterQuery(
  search: ToolSearch,
  countOf: CountOf,
  all: number,
  except?: FilterName,
): TermQuery {
  const share = (terms: string[]) =>
    Math.min(1, terms.reduce((sum, term) => sum + countOf(term), 0) / Math.max(all, 1));
  const queries: TermQuery[] = [];
  if (search.category !== undefined && except !== 'category') {
    const terms = [`=c${search.category}`];
    queries.push({ text: anyTerm(terms), share: share(terms), misses: 1 - share(terms) });
  }
  if (search.brands.length > 0 && except !== 'brand') {
    const terms = search.brands.map((brand) => `=b${brand}`);
    queries.push({ text: anyTerm(terms), share: share(terms), misses: 1 - share(terms) });
  }
  if (search.rating !== undefined && except !== 'rating') {
    queries.push({ text: anyTerm([`=R${search.rating}`]), share: 0.1 });
  }
  const hasPrice = search.minCents !== undefined || search.maxCents !== undefined;
  if (hasPrice && except !== 'price') queries.push(priceQuery(search.minCents ?? 0, search.maxCents, share));
  return allOf(queries);
}

/** A range that lets so many through is left to `matches`. */
const NEARLY_ALL = 0.6;
/** A range is rounded to blocks of a quarter to an eighth of its length: the fewer there are, the quicker it is looked up. */
const QUARTER = 2;

function priceQuery(min: Cents, max: Cents | undefined, share: (terms: string[]) => number): TermQuery {
  const [first, last] = [priceStep(min), priceStep(max ?? Number.POSITIVE_INFINITY)];
  const steps = Array.from({ length: last - first + 1 }, (_, index) => priceTerm(first + index));
  const estimated = share(steps);
  // The outer steps may lie in the range in part only.
  const misses = 1 - share(steps.slice(min > 0 ? 1 : 0, max === undefined ? steps.length : -1));
  if (estimated > NEARLY_ALL) return { text: '', share: estimated, misses };
  const unit = 2 ** Math.max(0, widthOf(steps.length) - QUARTER);
  const blocks = priceBlocks(Math.floor(first / unit) * unit, Math.ceil((last + 1) / unit) * unit - 1);
  return { text: anyTerm(blocks), share: estimated, misses };
}
