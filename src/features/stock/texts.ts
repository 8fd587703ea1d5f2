import { manageToolsTexts } from '#features/catalogue/texts/manage.ts';
import { listTextsOf } from '#texts/lists.ts';
import { counted } from '#texts/locale.ts';

export const stockRuleTexts = {
  quantity: 'Quantity',
  nothing: 'Quantity can’t be 0',
  notNegative: 'Quantity must be at least 1. To remove units, correct the count.',
  reason: { label: 'Reason', missing: 'Please say why you’re correcting the count' },
  reference: 'Packing slip number',
  noLines: 'A delivery needs at least one line',
  tooManyLines: (most: number) => `A delivery can have at most ${most} lines`,
};

export const stockErrorTexts = {
  notSoMany: (available: number) =>
    `${available === 0 ? 'None are' : `Only ${available} are`} available to remove. Units reserved for payments can’t be removed until those end.`,
};

/** The list of tools with their available units, for staff. */
export const stockListTexts = {
  title: 'Stock',
  description: 'The tools in this shop, and how many of each are available.',
  list: manageToolsTexts.list,
  controls: manageToolsTexts.controls,
  searchHint: manageToolsTexts.searchHint,
  columns: { ...manageToolsTexts.columns, change: 'Stock' },
  change: 'Adjust stock',
};

/** The history of a tool's stock, and the form that changes it. */
export const stockTexts = {
  title: 'Stock',
  description: 'How many of a tool are available, and every change.',
  toTools: 'Manage Tools',
  toList: 'All tools',
  available: (count: string) => `${count} available`,
  form: 'Change the stock',
  change: 'What happened',
  changes: { received: 'Units received', adjusted: 'Count corrected' },
  quantity: 'Quantity',
  quantityHint: { received: 'Units you received', adjusted: 'To remove units, use a minus: -2' },
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  save: 'Save',
  saved: (count: string) => `Saved. ${count} available now.`,
  list: listTextsOf('Stock history', 'change', 'changes'),
  columns: {
    at: 'When',
    kind: 'Change',
    quantity: 'Quantity',
    available: 'Available after',
    why: 'Reason',
    actor: 'By',
  },
  kinds: {
    received: 'Received',
    adjusted: 'Corrected',
    reserved: 'Reserved',
    released: 'Released',
    sold: 'Sold',
    returned: 'Returned',
    imported: 'Imported',
  },
  causes: {
    opening: 'Opening stock',
    new_tool: 'Added with the tool',
    order: 'Order',
    quote: 'Quote',
    delivery: 'Delivery',
    import: 'Import',
  },
  actors: {
    visitor: 'Visitor',
    user: 'Buyer',
    admin: 'Admin',
    card_provider: 'Card provider',
    command_line: 'Command line',
    start: 'Shop start',
  } as Record<string, string>,
  automatic: 'Automatic',
  none: 'This tool has never had any stock',
};

/** The page that receives stock of many tools. */
export const receiveStockTexts = {
  title: 'Receive stock',
  description: 'Add a whole delivery to your stock at once.',
  lead: 'Type or scan a tool, press Enter, type the quantity, press Enter. On an empty line, Enter goes to the button.',
  reference: 'Packing slip number (optional)',
  lines: 'Lines',
  line: (number: number) => `Line ${number}`,
  tool: 'Tool',
  toolOf: (number: number) => `Tool, line ${number}`,
  quantity: 'Quantity',
  quantityOf: (number: number) => `Quantity, line ${number}`,
  removeLine: (number: number) => `Remove line ${number}`,
  addLine: 'Add a line',
  suggestions: 'Suggestions',
  suggested: (count: number) =>
    count === 0 ? 'No suggestions' : counted(count, { one: '# suggestion', other: '# suggestions' }),
  available: (count: string) => `${count} available`,
  toolMissing: 'Please choose a tool',
  noTool: (words: string) => `No tools match “${words}”`,
  severalTools: 'Several tools match. Please choose one.',
  submit: 'Receive',
  sum: (lines: number, units: string) => `${units} on ${counted(lines, { one: '# line', other: '# lines' })}`,
  units: { one: '# unit', other: '# units' },
  problems: (count: number) =>
    `Please check ${counted(count, { one: '# line', other: '# lines' })}. Nothing was received.`,
  taken: (sum: string) => `Received ${sum}`,
};

/** The email that notifies staff of a tool that is low in stock. */
