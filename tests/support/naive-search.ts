import type { DemoTool } from './demo-tools.ts';
import type { SearchQuery } from './tool-search.ts';

/** The words of a text, in lower case. */
export const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
/** All the text by which a tool is found. */
export const textOf = ({ name, brand, category, description, specifications }: DemoTool) =>
  `${name} ${brand} ${category} ${description} ${specifications.flatMap((each) => Object.values(each)).join(' ')}`;

/** A tool's numeric value of a specification; `undefined` if it has none. */
function numberOf({ specifications }: DemoTool, label: string): number | undefined {
  const labelOf = (name: string, unit?: string) => (unit ? `${name}, ${unit}` : name);
  const found = specifications.find(({ name, unit }) => labelOf(name, unit) === label);
  return found && /^-?[0-9.]+$/.test(found.value) ? Number(found.value) : undefined;
}

function isInRange(tool: DemoTool, range: string): boolean {
  const [, label = '', from = '', to = ''] = /^(.+):(.*)\.\.(.*)$/.exec(range) ?? [];
  const number = numberOf(tool, label);
  return number !== undefined && number >= Number(from || '-1e9') && number <= Number(to || '1e9');
}

/** Whether a tool has all words, the last one possibly as a prefix: computed without the shop's code. */
function hasWords(tool: DemoTool, q: string): boolean {
  const has = wordsOf(textOf(tool));
  const asked = wordsOf(q);
  return asked.every((word, index) => {
    const isLast = index === asked.length - 1;
    return has.some((each) => each === word || each === `${word}s` || (isLast && each.startsWith(word)));
  });
}

/** A filter that has a facet. */
type Filter = 'category' | 'brand' | 'price' | 'orderable' | 'rating';

/** Whether a search finds a tool, ignoring the filter `except`: computed without the shop's code. */
export function isFound(tool: DemoTool, query: SearchQuery, except?: Filter): boolean {
  const {
    q = '',
    category,
    brand = [],
    min_price = '0',
    max_price = '1e9',
    orderable,
    rating = '0',
    spec = [],
  } = query;
  return (
    hasWords(tool, q) &&
    (except === 'category' || category === undefined || tool.category === category) &&
    (except === 'brand' || brand.length === 0 || brand.includes(tool.brand)) &&
    (except === 'price' || (tool.price >= Number(min_price) && tool.price <= Number(max_price))) &&
    (except === 'orderable' || orderable !== '1' || tool.availableQuantity >= tool.minOrderQuantity) &&
    (except === 'rating' || (tool.rating ?? 0) >= Number(rating)) &&
    spec.every((range) => isInRange(tool, range))
  );
}

/** Sorts tools of the demo as a search lists them. */
export function inOrder(demo: DemoTool[], tools: DemoTool[], sort: string): DemoTool[] {
  const place = new Map(demo.map(({ id }, index) => [id, index]));
  const byKey: Record<string, (tool: DemoTool) => number> = {
    price: ({ cents }) => cents,
    '-price': ({ cents }) => -cents,
    rating: ({ rating }) => -(rating ?? 0),
    newest: () => 0,
  };
  const key = byKey[sort] ?? (() => 0);
  // With the cheapest first, tools of the same price are in reverse order: one index serves both directions.
  const turn = sort === 'price' ? -1 : 1;
  return tools.toSorted(
    (one, other) => key(one) - key(other) || turn * ((place.get(one.id) ?? 0) - (place.get(other.id) ?? 0)),
  );
}

/** The facets of a search in the demo, counted one by one. */
export function naiveFacets(demo: DemoTool[], query: SearchQuery) {
  const without = (filter?: Filter) => demo.filter((tool) => isFound(tool, query, filter));
  const exact = (count: number) => ({ count, isExact: true });
  const values = (tools: DemoTool[], name: 'category' | 'brand', chosen: string[]) => {
    const all = [...new Set([...tools.map((tool) => tool[name]), ...chosen])];
    const counted = all.map((value) => ({
      value,
      ...exact(tools.filter((tool) => tool[name] === value).length),
    }));
    counted.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    return counted;
  };
  const prices = without('price').map(({ price }) => price);
  const edges = [0, 25, 50, 100, 250, 500, 1000];
  return {
    total: exact(without().length),
    corrected: null,
    categories: values(without('category'), 'category', query.category ? [query.category] : []),
    brands: values(without('brand'), 'brand', query.brand ?? []),
    prices: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
    priceRanges: edges.map((from, index) => {
      const end = edges[index + 1] ?? Number.POSITIVE_INFINITY;
      return {
        from,
        to: end === Number.POSITIVE_INFINITY ? null : Number((end - 0.01).toFixed(2)),
        ...exact(prices.filter((price) => price >= from && price < end).length),
      };
    }),
    orderable: exact(
      without('orderable').filter(
        ({ availableQuantity, minOrderQuantity }) => availableQuantity >= minOrderQuantity,
      ).length,
    ),
    ratings: [4, 3, 2, 1].map((atLeast) => ({
      atLeast,
      ...exact(without('rating').filter(({ rating }) => (rating ?? 0) >= atLeast).length),
    })),
    specifications: naiveSpecifications(demo, query),
  };
}

function naiveSpecifications(demo: DemoTool[], { spec = [], ...query }: SearchQuery) {
  const labelOf = (range: string) => range.replace(/:[^:]*$/, '');
  const count = (label: string, ranges: string[]) => {
    const tools = demo.filter((tool) => isFound(tool, { ...query, spec: ranges }));
    const numbers = tools.flatMap((tool) => numberOf(tool, label) ?? []);
    const ends = numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [null, null];
    return { label, min: ends[0], max: ends[1], count: numbers.length, isExact: true, of: tools.length };
  };
  const asked = [...new Set(spec.map(labelOf))];
  const known = demo.flatMap(({ specifications }) =>
    specifications.map(({ name, unit }: { name: string; unit?: string }) =>
      unit ? `${name}, ${unit}` : name,
    ),
  );
  const isNarrow = query.q || query.category || query.brand?.length;
  const offered = [...new Set(isNarrow ? known : [])]
    .filter((label) => !asked.includes(label))
    .map((label) => count(label, spec))
    .filter(({ min, max, count, of }) => min !== max && count >= Math.max(2, of / 10));
  type Counted = (typeof offered)[number];
  const byCount = (one: Counted, other: Counted) =>
    other.count - one.count || (one.label < other.label ? -1 : 1);
  const ownLeftOut = (label: string) =>
    count(
      label,
      spec.filter((range) => labelOf(range) !== label),
    );
  return [...offered.sort(byCount).slice(0, 6), ...asked.map(ownLeftOut)]
    .sort(byCount)
    .map(({ of: _, ...shown }) => shown);
}
