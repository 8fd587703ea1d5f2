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

/** The tools whose cards a list has: of each family, the first. */
export function firstOfFamilies(tools: DemoTool[]): DemoTool[] {
  const ids = new Set<string>();
  return tools.filter(({ family, id }) => {
    const isFirst = !ids.has(family ?? id);
    ids.add(family ?? id);
    return isFirst;
  });
}

/** What the card of a tool that a search finds says of its family; null for a single tool. */
export function naiveSizes(demo: DemoTool[], query: SearchQuery, { family }: DemoTool) {
  const members = demo.filter((tool) => tool.family === family);
  if (family === undefined || members.length === 1) return null;
  const matching = members.filter((tool) => isFound(tool, query));
  const prices = matching.map(({ price }) => price);
  return {
    count: members.length,
    matching: matching.length,
    min_price: Math.min(...prices),
    max_price: Math.max(...prices),
    orderable: matching.filter(
      ({ availableQuantity, minOrderQuantity }) => availableQuantity >= minOrderQuantity,
    ).length,
    ...{ img: null, picture: null },
  };
}

/** The facets of a search in the demo, counted one by one: a family once. */
export function naiveFacets(demo: DemoTool[], query: SearchQuery) {
  const without = (filter?: Filter) => demo.filter((tool) => isFound(tool, query, filter));
  const exact = (tools: DemoTool[]) => ({ count: firstOfFamilies(tools).length, isExact: true });
  const values = (tools: DemoTool[], name: 'category' | 'brand', chosen: string[]) => {
    const all = [...new Set([...tools.map((tool) => tool[name]), ...chosen])];
    const counted = all.map((value) => ({
      value,
      ...exact(tools.filter((tool) => tool[name] === value)),
    }));
    counted.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
    return counted;
  };
  const priced = without('price');
  const prices = priced.map(({ price }) => price);
  const edges = [0, 25, 50, 100, 250, 500, 1000];
  return {
    total: exact(without()),
    corrected: null,
    categories: values(without('category'), 'category', query.category ? [query.category] : []),
    brands: values(without('brand'), 'brand', query.brand ?? []),
    prices: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
    priceRanges: edges.map((from, index) => {
      const end = edges[index + 1] ?? Number.POSITIVE_INFINITY;
      return {
        from,
        to: end === Number.POSITIVE_INFINITY ? null : Number((end - 0.01).toFixed(2)),
        ...exact(priced.filter(({ price }) => price >= from && price < end)),
      };
    }),
    orderable: exact(
      without('orderable').filter(
        ({ availableQuantity, minOrderQuantity }) => availableQuantity >= minOrderQuantity,
      ),
    ),
    ratings: [4, 3, 2, 1].map((atLeast) => ({
      atLeast,
      ...exact(without('rating').filter(({ rating }) => (rating ?? 0) >= atLeast)),
    })),
    specifications: naiveSpecifications(demo, query),
  };
}

function naiveSpecifications(demo: DemoTool[], { spec = [], ...query }: SearchQuery) {
  const labelOf = (range: string) => range.replace(/:[^:]*$/, '');
  const count = (label: string, ranges: string[]) => {
    const tools = demo.filter((tool) => isFound(tool, { ...query, spec: ranges }));
    const having = tools.filter((tool) => numberOf(tool, label) !== undefined);
    const numbers = having.flatMap((tool) => numberOf(tool, label) ?? []);
    const [min, max] = numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [null, null];
    return {
      label,
      min,
      max,
      count: firstOfFamilies(having).length,
      isExact: true,
      tools: having.length,
      of: tools.length,
    };
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
    .filter(({ min, max, tools, of }) => min !== max && tools >= Math.max(2, of / 10));
  type Counted = (typeof offered)[number];
  const byCount = (one: Counted, other: Counted) =>
    other.tools - one.tools || (one.label < other.label ? -1 : 1);
  const ownLeftOut = (label: string) =>
    count(
      label,
      spec.filter((range) => labelOf(range) !== label),
    );
  return [...offered.sort(byCount).slice(0, 6), ...asked.map(ownLeftOut)]
    .sort(byCount)
    .map(({ of: _, tools: __, ...shown }) => shown);
}
