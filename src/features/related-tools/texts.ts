import { formatCount } from '#texts/locale.ts';

const MOST_NAMED = 20;

/** Errors of links between tools. */
export const linkErrorTexts = {
  reference: 'A tool',
  empty: 'Name each tool by its id or part number',
  tooMany: (most: number) => `A tool can have ${most} of these`,
  tooManyIn: (most: number) =>
    most === 1 ? 'A tool can have one successor' : `A tool can have ${most} of these`,
  replacedAlready: (tool: string) => `${tool} already has another successor. Remove that first.`,
  twice: 'Each tool can be listed once',
  itself: 'A tool can’t be linked to itself',
  noSuchTools: (references: string[]) => {
    const more = references.length - MOST_NAMED;
    const named = references.slice(0, MOST_NAMED).join(', ');
    return `No tool has ${references.length === 1 ? 'this part number' : 'these part numbers'}: ${named}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
  },
  hasSuccessor: (tool: string, successor: string) =>
    `${tool} is already replaced by ${successor}. Remove that first.`,
  otherSuccessor: 'One of these tools is already replaced by another one. Remove that first.',
  cycle: 'These tools would replace each other in a circle',
  longChain: 'Too many tools would replace each other in a row. Link the old ones to the newest.',
  manyReplaced: (most: number) => `A tool can replace ${most} others`,
};

/** The links of a tool, on its form. */
export const linkFormTexts = {
  lead: {
    accessories: 'Shown on the tool’s page, in this order, while they’re for sale.',
    spareParts: 'Shown on the tool’s page, in this order. Each part’s own page says what it fits.',
    replacedBy:
      'If this tool is discontinued, its page and its part number lead to this one, also after you delete it.',
    replaces: 'Discontinued tools, even deleted ones, whose pages and part numbers lead to this tool.',
  },
  headings: {
    accessories: 'Accessories',
    spareParts: 'Spare parts',
    replacedBy: 'Replaced by',
    replaces: 'Replacement for',
  },
  heading: 'Linked tools',
  introduction: 'Changes are saved right away.',
  find: 'Add a tool',
  findHint: 'Name or part number',
  search: 'Find',
  noTool: 'No tools match',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
  states: { draft: 'Draft', deleted: 'No longer sold' },
  full: (most: number) => `${most} is the most that a tool can have`,
  added: (name: string) => `Added ${name}`,
  removed: (name: string) => `Removed ${name}`,
  paste: 'Paste part numbers',
  numbers: 'Part numbers',
  numbersHint: 'One per line, or copied from a spreadsheet. They’re added after those already listed.',
  numbersMissing: 'Enter at least one part number',
  addNumbers: 'Add',
  pasted: 'Added to the list',
};
