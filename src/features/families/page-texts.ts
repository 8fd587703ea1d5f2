import { type CountForms, counted, formatCount } from '#texts/locale.ts';

const sizes: CountForms = { one: '# size', other: '# sizes' };

/** A family's page, and the table of its members there and on a member's own page. */
export const familyTexts = {
  title: 'Sizes',
  description: 'Sizes, prices, and stock.',
  about: (name: string, count: number) => `${name}: ${counted(count, sizes)}, with price and stock of each.`,
  failed: (reason: string) => `We couldn’t load these sizes. ${reason}`,
  gone: 'These sizes aren’t in the shop',
  goneWhy: 'They may have been removed from the shop.',
  seeAll: 'See all tools',
  shared: 'All sizes',
  count: (count: number) => counted(count, sizes),
  some: (shown: number, all: number) => `${formatCount(shown)} of ${counted(all, sizes)}`,
  matching: (count: number) =>
    count === 0
      ? 'No size fits your search'
      : counted(count, {
          one: '# size fits your search, and comes first',
          other: '# sizes fit your search, and come first',
        }),
  usualOrder: 'Show in the usual order',
  loading: 'Loading the sizes',
  table: (name: string) => `Sizes of ${name}`,
  tool: 'Tool',
  partNumber: 'Part number',
  price: 'Price',
  stock: 'In stock',
  outOfStock: 'Out of stock',
  none: '–',
  view: 'View',
  from: (quantity: string) => `${quantity}+`,
  sortBy: (column: string) => `Sort by ${column}`,
  open: (name: string) => `Details of ${name}`,
  thisTool: 'this tool',
  nothingMore: 'It differs from the others only in what the table says.',
  ownPage: 'See its own page',
  siblings: 'Sizes',
  allSizes: (name: string) => `${name}: all sizes`,
  next: 'Next sizes',
  toFirst: 'Back to the first sizes',
};

export const memberFilterTexts = {
  heading: 'Filter',
  active: 'Active filters',
  from: 'From',
  to: 'To',
  fromOf: (label: string) => `${label}, from`,
  toOf: (label: string) => `${label}, to`,
  any: 'Any',
  range: (label: string, from: string, to: string) => `${label}: ${from} – ${to}`,
  rangeFrom: (label: string, from: string) => `${label}: from ${from}`,
  rangeTo: (label: string, to: string) => `${label}: up to ${to}`,
  value: (label: string, value: string) => `${label}: ${value}`,
  remove: (filter: string) => `Remove filter: ${filter}`,
  clear: 'Clear filters',
  noneFound: 'No sizes match these filters',
};
