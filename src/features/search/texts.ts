import { counted, formatCount } from '#texts/locale.ts';

const toolForms = { one: '# tool', other: '# tools' };

export const toolsTexts = {
  heading: 'Tools',
  found: 'Tools found',
  corrected: (words: string) => `Showing results for “${words}”`,
  replaced: ({ name, part_number }: { name: string; part_number: string | null }, former: string) =>
    `${part_number ? `${part_number}, ${name},` : name} replaces ${former}`,
  hits: (count: number) => counted(count, toolForms),
  hitsMoreThan: (count: number) => `More than ${counted(count, toolForms)}`,
  toFirst: 'Back to the first tools',

  sort: 'Sort by',
  relevance: 'Relevance',
  newest: 'Newest',
  priceUp: 'Price: low to high',
  priceDown: 'Price: high to low',
  byRating: 'Rating',

  view: 'View',
  viewCards: 'Show as cards',
  viewRows: 'Show as rows',

  filters: 'Filters',
  filtersOn: (count: number) => `Filters · ${formatCount(count)}`,
  closeFilters: 'Close filters',
  show: (count: number) => `Show ${counted(count, toolForms)}`,
  showMoreThan: (count: number) => `Show more than ${counted(count, toolForms)}`,
  showSome: 'Show tools',
  clearAll: 'Clear all',
  activeFilters: 'Active filters',
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  clearFilters: 'Clear filters',

  category: 'Category',
  allCategories: 'All categories',
  availability: 'Availability',
  orderable: 'In stock',
  brand: 'Brand',
  rating: 'Rating',
  anyRating: 'Any rating',
  starsAndUp: (stars: number) => `${counted(stars, { one: '# star', other: '# stars' })} and up`,
  price: 'Price',
  from: 'From',
  to: 'To',
  amountHint: 'An amount such as 25 or 12.50',
  numberHint: 'A number such as 18 or 0.5',
  specification: (label: string, range: string) => `${label}: ${range}`,
  pricesFrom: (price: string) => `From ${price}`,
  pricesTo: (price: string) => `Up to ${price}`,
  prices: (from: string, to: string) => `${from} – ${to}`,
  showAllValues: (count: number) => `Show all ${formatCount(count)}`,

  none: 'There are no tools in the shop yet',
  noMatch: 'No tools match your search',
  looserFilters: 'Remove a filter, or try a shorter word.',
  otherWords: 'Try a shorter word, a brand, or another category.',
  showAll: 'Show all tools',
  browse: 'Browse a category',
  orCall: 'Can’t find it? Call us:',
};

export const synonymErrorTexts = {
  noSuchSynonym: 'That pair is not in the list',
  listed: 'That pair is already in the list',
  sameWord: 'Please enter two different words',
  tooMany: (most: number) => `The list can hold ${most} pairs`,
};
