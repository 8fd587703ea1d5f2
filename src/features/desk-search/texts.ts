import { counted, formatCount } from '#texts/locale.ts';

export const deskSearchRuleTexts = {
  tooShort: 'q must have at least 2 characters',
};

export const deskSearchTexts = {
  placeholder: 'Search orders, returns, tools, people, and pages',
  shortcut: 'Ctrl K',
  title: 'Search the dashboard',
  results: 'Results',
  found: (count: number) => counted(count, { one: '# result', other: '# results' }),
  none: (words: string) => `Nothing matches “${words}”`,
  failed: 'Orders, returns, tools, families, and people couldn’t be searched. Please try again.',
  /** With it, tools are found to change their prices. */
  priceWord: 'price',
  groups: {
    prices: 'Change a price',
    pages: 'Pages',
    orders: 'Orders',
    returns: 'Returns',
    tools: 'Tools',
    families: 'Families',
    people: 'People',
  },
  order: (quantity: number, tool: string, buyer: string) => `${formatCount(quantity)} × ${tool}, ${buyer}`,
  sizes: (count: number) => counted(count, { one: '# size', other: '# sizes' }),
  available: (count: number) => `${formatCount(count)} available`,
};
