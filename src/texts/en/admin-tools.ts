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
  searchHint: 'Name, brand or category',
  search: {
    stock: 'Stock',
    all: 'All',
    newestFirst: 'Newest first',
    priceRising: 'Price, rising',
    priceFalling: 'Price, falling',
    minimumRising: 'Min order quantity, rising',
    minimumFalling: 'Min order quantity, falling',
    availableRising: 'Available quantity, rising',
    availableFalling: 'Available quantity, falling',
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
  runningLowWhy: (orders: string) => `Fewer than ${orders} of the smallest orders are left`,
  delete: 'Delete',
  deleteTool: (tool: string) => `Delete ${tool}`,
  tool: (tool: string) => `Tool: ${tool}`,
  deleted: (tool: string) => `Tool: ${tool} is deleted`,
  none: 'There are no tools in the shop yet',
};
