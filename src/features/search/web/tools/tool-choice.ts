import type { MetaDescriptor } from 'react-router';
import { readTypedNumber } from '#contracts/number-notation.ts';
import type { Tool, ToolQuery, ToolSort } from '#features/catalogue/contract.ts';
import { readRange, type SpecificationRange, writeRange } from '#features/catalogue/rules.ts';
import { feedTexts } from '#features/feeds/texts.ts';
import { seoTexts } from '#texts/shop.ts';
import { type PageArgs, pageMeta, publicPageMeta, settingsIn } from '#ui/page-meta.ts';

/** The query of /tools, with the names of the contract. Empty values don't count. */
export type ToolChoice = Required<{
  [Name in keyof ToolQuery]: Name extends 'brand' | 'spec'
    ? string[]
    : Name extends 'orderable'
      ? '1' | ''
      : string;
}> & {
  /** Empty: by relevance if there is a search text, else newest first. */
  sort: ToolSort | '';
  /** The list's layout: `rows`, or empty for cards. */
  view: 'rows' | '';
};

/** Maximum number of brands and ranges in a search, as in the API. */
const MAX_BRANDS = 20;
const MAX_RANGES = 10;

const sorts = ['newest', 'price', '-price', 'rating'] as const satisfies ToolSort[];
const amountNames = ['min_price', 'max_price'] as const;
const names = [
  'q',
  'category',
  'brand',
  ...amountNames,
  'orderable',
  'rating',
  'spec',
  'sort',
  'view',
] as const;

/** A search without any filters: all tools. */
export const everyTool: ToolChoice = readChoice(new URLSearchParams());

/** Reads a URL's query, or a form's fields. Invalid prices, ratings and sorts are dropped, reversed prices
 * are swapped, ranges are sorted by specification, and the default sort is empty, so that every search has
 * one canonical URL. */
export function readChoice(query: URLSearchParams): ToolChoice {
  const text = (name: string) => query.get(name)?.trim() ?? '';
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === text(name)) ?? '';
  const q = text('q');
  const sort = oneOf('sort', sorts);
  const amounts = Object.fromEntries(amountNames.map((name) => [name, readAmount(text(name))]));
  const { min_price: min = '', max_price: max = '' } = amounts;
  const isTurned = min && max && Number(min) > Number(max);
  const brands = query.getAll('brand').map((name) => name.trim());
  return {
    q,
    category: text('category'),
    brand: [...new Set(brands.filter(Boolean))].slice(0, MAX_BRANDS),
    ...(amounts as Record<(typeof amountNames)[number], string>),
    ...(isTurned && { min_price: max, max_price: min }),
    orderable: oneOf('orderable', ['1']),
    rating: oneOf('rating', ['1', '2', '3', '4']),
    spec: readRanges(query),
    // Without a search text, newest first is the default.
    sort: sort === 'newest' && !q ? '' : sort,
    view: oneOf('view', ['rows']),
  };
}

/** Reads an amount as typed, in the form that the API takes: '$1,250' is 1250, '12,50 €' is 12.5. */
function readAmount(typed: string): string {
  const isPlain = (text: string) => /^\d{1,7}(\.\d{1,3})?$/.test(text);
  return [typed, String(readTypedNumber(typed))].find(isPlain) ?? '';
}

/** The form field's name for one end of a specification's range: 'from:Voltage, V'. */
export const rangeField = (end: 'from' | 'to', label: string) => `${end}:${label}`;

/** Reads ranges from a URL's `spec`, and from a form's fields, one for each end. */
function readRanges(query: URLSearchParams): string[] {
  const ranges = new Map<string, SpecificationRange>();
  for (const text of query.getAll('spec')) {
    const range = readRange(text);
    if (range) ranges.set(range.label, range);
  }
  for (const [name, typed] of query) {
    const [, end, label = ''] = /^(from|to):(.+)$/.exec(name) ?? [];
    // '1,500' is 1500, '0,5' is 0.5.
    const range = readRange(`${label}:${readTypedNumber(typed)}..`);
    if (end === undefined || !range) continue;
    const known = ranges.get(range.label) ?? { ...range, from: undefined };
    ranges.set(known.label, { ...known, [end]: range.from });
  }
  const byLabel = [...ranges.values()].sort((one, other) => (one.label < other.label ? -1 : 1));
  return byLabel.slice(0, MAX_RANGES).map(({ label, from, to }) => {
    const isTurned = from !== undefined && to !== undefined && from > to;
    return writeRange(isTurned ? { label, from: to, to: from } : { label, from, to });
  });
}

/** Returns the values of a choice for the form field with this name; `undefined` if the field is not part of
 * a choice. */
export function chosenIn(choice: ToolChoice, field: string): readonly string[] | undefined {
  if (field in choice) return [choice[field as keyof ToolChoice]].flat();
  const [, end, label] = /^(from|to):(.+)$/.exec(field) ?? [];
  if (end === undefined) return undefined;
  const range = choice.spec.map(readRange).find((each) => each?.label === label);
  const number = range?.[end as 'from' | 'to'];
  return number === undefined ? [] : [String(number)];
}

/** Returns the query of the URL for these tools: only non-empty values, in a fixed order. */
export function choiceQuery(choice: ToolChoice): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of names) for (const value of [choice[name]].flat()) if (value) query.append(name, value);
  return query;
}

/** Returns the query with which a family's page shows first what fits a choice: without its order and view. */
export const fitQuery = (choice: ToolChoice): string =>
  choiceQuery({ ...choice, sort: '', view: '' }).toString();

/** Returns the cursor at which a URL continues the list, if any. */
export const readAfter = (query: URLSearchParams): string | undefined => query.get('after') || undefined;

/** Returns the URL of the page with these tools, or of those `after` a cursor of the list. */
export function choiceAddress(choice: ToolChoice, after?: string): string {
  const query = choiceQuery(choice);
  if (after) query.set('after', after);
  return query.size > 0 ? `/tools?${query}` : '/tools';
}

/** Returns the same search text, sort and view without any filter. */
export function withoutFilters({ q, sort, view }: ToolChoice): ToolChoice {
  return { ...everyTool, q, sort, view };
}

type Page = PageArgs & { location: { search: string } };

/** Tells feed readers of the new tools; rendered on the server alone, as previews are. */
const newToolsFeed: MetaDescriptor[] = import.meta.env.SSR
  ? [
      {
        tagName: 'link',
        rel: 'alternate',
        type: 'application/rss+xml',
        title: feedTexts.newTools,
        href: '/feeds/new-tools.xml',
      },
    ]
  : [];

/** Meta tags of a list for search engines: all tools and each category, found by name, are indexed; other
 * filters and sorts show the same tools, so their canonical URL is one of these. Each further page of an
 * indexed list has its own, as Google asks of pages in sequence. Search texts, and choices
 * without results, are not indexed: `first` is the first tool of the list. */
export function toolsMeta(page: Page, first: Tool | undefined): MetaDescriptor[] {
  const { title, description, categoryDescription, searchTitle } = seoTexts.tools;
  const query = new URLSearchParams(page.location.search);
  const choice = readChoice(query);
  const indexed = { ...everyTool, category: choice.category };
  const isIndexed = choiceAddress(choice) === choiceAddress(indexed);
  const after = readAfter(query);
  const path = choiceAddress(indexed, isIndexed ? after : undefined);
  if (choice.q) return pageMeta(page, searchTitle(choice.q), description);
  if (!first && choiceQuery(choice).size > 0) return pageMeta(page, title, description);
  const { category } = choice;
  if (!category) return [...publicPageMeta(page, { title, description, path }), ...newToolsFeed];
  return publicPageMeta(page, {
    title: category,
    description: categoryDescription(category, settingsIn(page.matches)?.shop.name),
    path,
  });
}
