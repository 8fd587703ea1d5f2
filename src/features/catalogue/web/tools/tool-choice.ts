import type { ToolQuery, ToolSort } from '#features/catalogue/search/contract.ts';

/** What a reader of /tools looks for, under the names of the contract. What is empty does not count. */
export type ToolChoice = Required<{
  [Name in keyof ToolQuery]: Name extends 'brand' ? string[] : Name extends 'orderable' ? '1' | '' : string;
}> & {
  /** Empty: by relevance where there are words to look for, else the newest first. */
  sort: ToolSort | '';
  /** How the list is shown: `rows`, or empty for cards. */
  view: 'rows' | '';
};

/** At most so many brands may be looked for at once, as the shop's API has it. */
const MAX_BRANDS = 20;

const sorts: readonly string[] = ['newest', 'price', '-price', 'rating'] satisfies ToolSort[];

/** A search of nothing in particular: every tool. */
export const everyTool: ToolChoice = readChoice(new URLSearchParams());

/**
 * Reads an address' query, or a form's fields. What is no price, rating or sort is left out; prices the wrong way round
 * are turned; a sort that is the usual one anyway is empty. So every search has one address only.
 */
export function readChoice(query: URLSearchParams): ToolChoice {
  const text = (name: string) => query.get(name)?.trim() ?? '';
  const q = text('q');
  const [min_price = '', max_price = ''] = inOrder(
    readPrice(text('min_price')),
    readPrice(text('max_price')),
  );
  const brands = query.getAll('brand').map((name) => name.trim());
  return {
    q,
    category: text('category'),
    brand: [...new Set(brands.filter(Boolean))].slice(0, MAX_BRANDS),
    min_price,
    max_price,
    orderable: text('orderable') === '1' ? '1' : '',
    rating: /^[1-4]$/.test(text('rating')) ? text('rating') : '',
    sort: readSort(text('sort'), q),
    view: text('view') === 'rows' ? 'rows' : '',
  };
}

/** Only what counts, in a fixed order: the query of the address that leads to these tools. */
export function choiceQuery(choice: ToolChoice): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of fields) for (const value of [choice[name]].flat()) if (value) query.append(name, value);
  return query;
}

/** The address of the page that shows these tools. */
export function choiceAddress(choice: ToolChoice): string {
  const query = choiceQuery(choice);
  return query.size > 0 ? `/tools?${query}` : '/tools';
}

/** The same words, sort and view without any filter. */
export function withoutFilters({ q, sort, view }: ToolChoice): ToolChoice {
  return { ...everyTool, q, sort, view };
}

const fields = [
  'q',
  'category',
  'brand',
  'min_price',
  'max_price',
  'orderable',
  'rating',
  'sort',
  'view',
] as const;

/** A price as somebody may type it: '$1,250' is 1250. */
function readPrice(typed: string): string {
  const plain = typed.replace(/[$,\s]/g, '');
  return /^\d{1,7}(\.\d{1,3})?$/.test(plain) ? plain : '';
}

function inOrder(min: string, max: string): string[] {
  return min && max && Number(min) > Number(max) ? [max, min] : [min, max];
}

function readSort(sort: string, q: string): ToolChoice['sort'] {
  const usual = q ? 'relevance' : 'newest';
  return sort !== usual && sorts.includes(sort) ? (sort as ToolSort) : '';
}
