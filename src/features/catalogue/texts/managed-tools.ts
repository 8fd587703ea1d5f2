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
