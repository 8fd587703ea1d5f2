import type { ListTexts } from './lists.ts';

/** The shop's tools, for admins. */
export const manageToolsTexts = {
  title: 'Manage Tools',
  description: 'The tools in this shop.',
  add: 'Add a tool',
  list: {
    caption: 'Manage Tools',
    count: { one: '# tool', other: '# tools' },
    noneMatches: (words) => `No tool matches “${words}”`,
    noneChosen: 'No tool is as you chose',
    showAll: 'Show all tools',
  } satisfies ListTexts,
  controls: 'Tools',
  searchHint: 'Name, brand, category or what it is for',
  search: {
    newestFirst: 'Newest first',
    bestMatch: 'Best match',
    priceRising: 'Price, rising',
    priceFalling: 'Price, falling',
    bestRated: 'Best rated',
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
  delete: 'Delete',
  deleteTool: (tool: string) => `Delete ${tool}`,
  tool: (tool: string) => `Tool: ${tool}`,
  deleted: (tool: string) => `Tool: ${tool} is deleted`,
  none: 'There are no tools in the shop yet',
};
