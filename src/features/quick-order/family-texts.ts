import { type CountForms, counted, formatCount } from '#texts/locale.ts';

const sizes: CountForms = { one: '# size', other: '# sizes' };
const tools: CountForms = { one: '# tool', other: '# tools' };

/** The order of several members of a family at once. */
export const familyOrderTexts = {
  heading: 'Add to cart',
  quantity: 'Quantity',
  order: 'Order',
  quantityOf: (name: string) => `Quantity of ${name}`,
  quantityMissing: 'Please enter a whole number',
  minimum: (minimum: number) => `Min. ${formatCount(minimum)}`,
  packs: (step: number) => `packs of ${formatCount(step)}`,
  add: 'Add',
  addOf: (name: string) => `Add ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  chosen: (count: number) => `${counted(count, sizes)} selected`,
  chosenTools: (count: number) => `${counted(count, tools)} selected`,
  review: 'Review order',
  empty: 'Enter quantities in the table, or press Add. Everything goes in your cart at once.',
  notShown: 'Also selected',
  toOrder: 'Log in to add these to your cart. We keep your quantities.',
  toSignUp: 'Create an account',
};
