import type { ListTexts } from '#texts/lists.ts';

/** The shop's tools, for admins. */
export const manageToolsTexts = {
  title: 'Manage Tools',
  description: 'The tools in this shop.',
  add: 'Add a tool',
  searchWords: 'Search words',
  list: {
    caption: 'Manage Tools',
    count: { one: '# tool', other: '# tools' },
    noneMatches: (words) => `No tools match “${words}”`,
    noneChosen: 'No tools match these filters',
    showAll: 'Show all tools',
  } satisfies ListTexts,
  controls: 'Tools',
  searchHint: 'Name, brand or category',
  search: {
    stock: 'Stock',
    all: 'All',
    newestFirst: 'Newest first',
    priceRising: 'Price: low to high',
    priceFalling: 'Price: high to low',
    minimumRising: 'Min order quantity: low to high',
    minimumFalling: 'Min order quantity: high to low',
    availableRising: 'Available quantity: low to high',
    availableFalling: 'Available quantity: high to low',
  },
  columns: {
    name: 'Name',
    description: 'Description',
    price: 'Price',
    minimum: 'Min Order Quantity',
    available: 'Available Quantity',
    action: 'Action',
  },
  runningLow: 'Running low',
  runningLowWhy: (orders: string) => `Fewer than ${orders} minimum orders left`,
  delete: 'Delete',
  deleteTool: (tool: string) => `Delete ${tool}`,
  tool: (tool: string) => `Tool: ${tool}`,
  deleted: (tool: string) => `Tool: ${tool} is deleted`,
  none: 'There are no tools in the shop yet',
};

/** What is wrong with a pair of words that mean the same. */
export const synonymRuleTexts = {
  word: { missing: 'Please enter a word', label: 'Word' },
  sameAs: { missing: 'Please enter a word that means the same', label: 'Same as' },
};

/** The words that mean the same in a search, for admins. */
export const synonymsTexts = {
  title: 'Search Words',
  description: 'Words that mean the same thing in a search.',
  lead: 'A search for either word finds the other too. Changes take effect at once.',
  toTools: 'Manage Tools',
  form: 'Add a pair',
  columns: { word: 'Word', sameAs: 'Same as', action: 'Action' },
  add: 'Add',
  list: {
    caption: 'Search Words',
    count: { one: '# pair', other: '# pairs' },
    noneMatches: (words) => `No pairs match “${words}”`,
    noneChosen: 'No pairs match these filters',
    showAll: 'Show all pairs',
  } satisfies ListTexts,
  pair: (word: string, sameAs: string) => `${word} = ${sameAs}`,
  added: (word: string, sameAs: string) => `${word} now finds ${sameAs} too`,
  delete: 'Delete',
  deletePair: (word: string, sameAs: string) => `Delete ${word} = ${sameAs}`,
  deleted: (word: string, sameAs: string) => `${word} = ${sameAs} has been deleted`,
  none: 'No pairs yet',
};
