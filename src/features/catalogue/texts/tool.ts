import { type CountForms, counted, formatCount } from '#texts/locale.ts';

/** A tool's figures on its own page, and beside the login form. */
export const toolFigureTexts = {
  min_order_quantity: 'Minimum Order Quantity',
  available_quantity: 'Available Quantity',
};

export const toolCardTexts = {
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  figures: { min_order_quantity: 'Order Quantity', available_quantity: 'Available Quantity' },
  addCart: 'Add Cart',
};

const sizes: CountForms = { one: '# size', other: '# sizes' };

/** The card of a family in a list. */
export const familyCardTexts = {
  count: (count: number) => counted(count, sizes),
  some: (shown: string, all: number) => `${shown} of ${counted(all, sizes)}`,
  inStock: (orderable: number, matching: number) =>
    orderable < matching ? `${formatCount(orderable)} of ${formatCount(matching)} in stock` : 'In stock',
  outOfStock: 'Out of stock',
  see: 'See sizes',
};

export const toolTexts = {
  title: 'Tool',
  description: 'Price, stock, and order form.',
  loading: 'Loading the tool',
  failed: (reason: string) => `We couldn’t load this tool. ${reason}`,
  gone: 'This tool isn’t in the shop',
  goneWhy: 'It may have been removed from the shop.',
  seeAll: 'See all tools',
  buyNow: 'BUY NOW',
  forMinimum: (quantity: string) => `for ${quantity}`,
};

/** A picture that is a drawing, for those who don't see it. */
export const drawingTexts = {
  measure: (letter: string, name: string) => `${letter}: ${name}`,
  about: (name: string, measures: string[]) => `${name}. Measures: ${measures.join(', ')}`,
};

/** Unit prices by quantity. */
export const priceBreakTexts = {
  heading: 'Price by quantity',
  from: (quantity: string) => `From ${quantity}`,
  each: 'each',
};

export const reducedTexts = {
  lowest: 'Lowest price in 30 days:',
};

/** How visitors who are not logged in get to order a tool. */
export const askedToolTexts = {
  accountReady: 'Your account is ready.',
  orderHeading: 'Order this tool',
  toSignUp: 'Create an account',
  toOrder: 'Log in to order this tool. An account takes a minute.',
  continueTo: (name: string) => `Continue to ${name}`,
};

export const suggestionTexts = {
  label: 'Suggestions',
  count: (count: number) =>
    count === 0 ? 'No suggestions' : counted(count, { one: '# suggestion', other: '# suggestions' }),
  none: (words: string) => `No tools match “${words}”`,
  inCategory: (words: string, category: string) => `“${words}” in ${category}`,
  all: (words: string) => `See all results for “${words}”`,
};
