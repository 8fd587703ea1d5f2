import { counted } from '#texts/locale.ts';

/** What the fields of a tool are called: in its form, on its page and where one of them is refused. */
export const toolFieldTexts = {
  name: 'Name',
  description: 'Description',
  min_order_quantity: 'Minimum Order Quantity',
  available_quantity: 'Available Quantity',
  price: 'Price',
  category: 'Category',
  brand: 'Brand',
  image: 'Image',
};

export const toolCardTexts = {
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  figures: { min_order_quantity: 'Order Quantity', available_quantity: 'Available Quantity' },
  addCart: 'Add Cart',
};

export const toolTexts = {
  title: 'Tool',
  description: 'Price, stock, and order form.',
  loading: 'Loading the tool',
  failed: (reason: string) => `We couldn’t load this tool. ${reason}`,
  gone: 'This tool isn’t in the shop',
  goneWhy: 'It may have been removed since the link was made.',
  seeAll: 'See all tools',
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  buyNow: 'BUY NOW',
};

/** The tool that somebody was about to see, beside the login and on the way to it after signing up. */
export const askedToolTexts = {
  heading: 'The tool you asked for',
  price: 'Price',
  loginLead: (name: string) => `Log in to continue to ${name}.`,
  signUpLead: (name: string) => `Create an account to order ${name}.`,
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
