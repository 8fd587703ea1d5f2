import { familyPath } from '#features/catalogue/rules.ts';
import type { FamilyColumn, FamilyQuery } from '../contract.ts';

/** How the members of a family are sorted and filtered on its page, as its address says. */
export type FamilyChoice = {
  sort: FamilyQuery['sort'];
  /** The label of the column that they are sorted by, or empty. */
  column: string;
  /** A column's label and a value, or a range: 'Width, mm:8..12'. */
  spec: string[];
  /** What was searched for: what fits it comes first. */
  search: FamilySearch;
  /** The cursor at which the address continues the table, or empty. */
  after: string;
};

const sorts = ['price', '-price', 'column', '-column'] as const;

const CURSOR = /^\d{1,4}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Maximum number of filters, and their length, as in the API. */
const MOST_FILTERS = 50;
const MOST_CHARACTERS = 330;
const MOST_LABEL = 90;
const MOST_BRANDS = 20;
const AMOUNT = /^\d{1,7}(\.\d{1,3})?$/;
const NAME = /^\P{Cc}{1,60}$/u;
/** Words and filters of a search in the list of tools, and what each takes. */
const searchFields = {
  q: /^\P{Cc}{1,200}$/u,
  category: NAME,
  min_price: AMOUNT,
  max_price: AMOUNT,
  orderable: /^1$/,
  rating: /^[1-4]$/,
};
type FamilySearch = {
  [Field in keyof typeof searchFields]?: Field extends 'orderable' ? '1' : string;
} & { brand?: string[] };

/** Reads an address's query. What the shop would refuse is dropped. */
export function readFamilyChoice(query: URLSearchParams): FamilyChoice {
  const text = (name: string) => query.get(name) ?? '';
  const isLine = (line: string, most: number) => line.length <= most && !/\p{Cc}/u.test(line);
  const column = isLine(text('column'), MOST_LABEL) ? text('column') : '';
  const sort = sorts.find((each) => each === text('sort') && (column || !each.endsWith('column')));
  const specs = query.getAll('spec').filter((each) => each && isLine(each, MOST_CHARACTERS));
  return {
    sort: sort ?? 'position',
    column: sort?.endsWith('column') ? column : '',
    spec: [...new Set(specs)].slice(0, MOST_FILTERS),
    search: readSearch(query),
    after: CURSOR.test(text('after')) ? text('after') : '',
  };
}

function readSearch(query: URLSearchParams): FamilySearch {
  const fields = Object.entries(searchFields).map(([name, pattern]) => {
    const value = query.get(name)?.trim() ?? '';
    return [name, pattern.test(value) ? value : ''];
  });
  const search: FamilySearch = Object.fromEntries(fields.filter(([, value]) => value));
  const { min_price: least, max_price: most, ...others } = search;
  const isTurned = least && most && Number(least) > Number(most);
  const brand = query.getAll('brand').filter((name) => NAME.test(name));
  return { ...(isTurned ? others : search), ...(brand.length > 0 && { brand: brand.slice(0, MOST_BRANDS) }) };
}

/** All members in their own order. */
export const everyMember: FamilyChoice = readFamilyChoice(new URLSearchParams());

/** Returns the query of the API for a choice. */
export const memberQuery = ({ sort, column, spec, after, search }: FamilyChoice) => ({
  ...search,
  sort,
  column,
  spec,
  cursor: after,
});

/** Returns the choice without what was searched for. */
export const withoutSearch = (choice: FamilyChoice): FamilyChoice => ({ ...choice, search: {}, after: '' });

/** Returns the address of a family's page with a choice; a default is left out. */
export function familyAddress(
  family: Parameters<typeof familyPath>[0],
  { sort, column, spec, search, after }: FamilyChoice,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const each of [value].flat()) query.append(name, each);
  if (sort !== 'position') query.set('sort', sort);
  if (column) query.set('column', column);
  for (const each of spec) query.append('spec', each);
  if (after) query.set('after', after);
  return query.size > 0 ? `${familyPath(family)}?${query}` : familyPath(family);
}

/** What a table is sorted by: its price, or a column, by label. */
type SortKey = 'price' | { column: string };

const isSortedBy = (choice: FamilyChoice, key: SortKey) =>
  key === 'price'
    ? choice.sort.endsWith('price')
    : choice.sort.endsWith('column') && choice.column === key.column;

/** Returns how a head is sorted, for `aria-sort`. */
export function sortOf(choice: FamilyChoice, key: SortKey): 'ascending' | 'descending' | undefined {
  if (!isSortedBy(choice, key)) return undefined;
  return choice.sort.startsWith('-') ? 'descending' : 'ascending';
}

/** Returns the choice after its head is pressed: rising, then falling, then in the family's own order; from the
 * first member on. */
export function pressHead(choice: FamilyChoice, key: SortKey): FamilyChoice {
  const now = sortOf(choice, key);
  const column = key === 'price' ? '' : key.column;
  const rising = key === 'price' ? 'price' : 'column';
  if (now === 'descending') return { ...choice, sort: 'position', column: '', after: '' };
  return { ...choice, sort: now ? `-${rising}` : rising, column, after: '' };
}

/** Returns the choice with a filter that it lacks, or without one that it has. */
export function toggleFilter(choice: FamilyChoice, text: string): FamilyChoice {
  const spec = choice.spec.filter((each) => each !== text);
  return { ...choice, spec: spec.length < choice.spec.length ? spec : [...spec, text], after: '' };
}

/** The filter for members with a value in a column. */
export const valueFilter = ({ label }: Pick<FamilyColumn, 'label'>, value: string): string =>
  `${label}:${value}`;

/** A range's ends as members write them; an empty one is open. */
export type ColumnRange = { from: string; to: string };

/** Returns the range that a column is filtered by, if it is. */
export function rangeIn({ spec }: FamilyChoice, { label }: Pick<FamilyColumn, 'label'>): ColumnRange {
  const start = `${label}:`;
  const text = spec.find((each) => each.startsWith(start) && each.includes('..'));
  const [from = '', to = ''] = text?.slice(start.length).split('..') ?? [];
  return { from, to };
}

/** Returns the choice with another range of a column, or without one if both ends are open. */
export function withRange(
  choice: FamilyChoice,
  { label }: Pick<FamilyColumn, 'label'>,
  { from, to }: ColumnRange,
): FamilyChoice {
  const others = choice.spec.filter((each) => !(each.startsWith(`${label}:`) && each.includes('..')));
  return { ...choice, spec: from || to ? [...others, `${label}:${from}..${to}`] : others, after: '' };
}
