import { type CountForms, counted, formatCount } from '#texts/locale.ts';

const orders: CountForms = { one: '# order', other: '# orders' };
const awaitingQuote: CountForms = {
  one: '# order is waiting for a quote.',
  other: '# orders are waiting for a quote.',
};
const unpayable: CountForms = {
  one: '# order needs attention before you can pay.',
  other: '# orders need attention before you can pay.',
};
const units: CountForms = { one: '# unit', other: '# units' };

export const cartTexts = {
  title: 'Cart',
  description: 'The tools you’ve ordered and not paid for yet.',
  lead: 'Nothing is reserved for you until you start to pay.',
  lines: 'Orders in your cart',
  empty: 'Your cart is empty',
  emptyWhy: 'Tools you order stay here until you pay for them.',
  goToTools: 'Shop all tools',
  saveAsList: 'Save as a list',
  newest: (most: number) =>
    `These are your newest ${formatCount(most)} orders. Older ones appear as you pay for these.`,
  selectAll: 'Select all',
  selected: (ticked: number, all: number) => `${formatCount(ticked)} of ${counted(all, orders)} selected`,
  select: (tool: string, number: string) => `Pay for ${tool}, order ${number}`,
  each: 'each',
  quantityOf: (tool: string) => `Quantity of ${tool}`,
  lessOf: (tool: string) => `Fewer of ${tool}`,
  moreOf: (tool: string) => `More of ${tool}`,
  minimum: (min: number) => `Min. ${formatCount(min)}`,
  packs: (step: number) => `packs of ${formatCount(step)}`,
  available: (available: number) => `${formatCount(available)} available`,
  saving: 'Saving…',
  edit: 'Edit',
  editOrder: (tool: string) => `Edit phone and address of the order for ${tool}`,
  remove: (tool: string) => `Remove ${tool}`,
  removed: (tool: string) => `${tool} is no longer in your cart`,
  heldUntil: (time: string) => `Reserved for a payment you’ve started, until ${time}`,
  endPayment: 'End payment',
  endPaymentOf: (tool: string) => `End payment for ${tool}`,
  notIncluded: 'Not included in the total.',
  gone: 'This tool is no longer sold.',
  invoiced: (number: string) => `To be paid by bank transfer, on invoice ${number}.`,
  quoteAsked: 'Waiting for quote.',
  quoteOffered: 'Accept or decline the quote first.',
  units: (count: number) => counted(count, units),
  soldOut: 'Sold out.',
  tooFewLeft: (left: number, min: number) =>
    `Only ${formatCount(left)} left; the minimum order is ${formatCount(min)}.`,
  tooMany: (left: number) => `Only ${formatCount(left)} left.`,
  take: (left: number) => `Order ${counted(left, units)} instead`,
  newPrice: (before: string, now: string) =>
    `The unit price has changed from ${before} to ${now}. Order at the new price?`,
  acceptPrice: 'Yes, order at the new price',
  acceptPriceOf: (tool: string) => `Yes, order at the new price: ${tool}`,
};

export const cartSumTexts = {
  title: 'Summary',
  goods: (count: number) => counted(count, orders),
  tools: 'Tools',
  notIncluded: (count: number) => counted(count, unpayable),
  awaitingQuote: (count: number) => counted(count, awaitingQuote),
  delivery: 'Shipping',
  free: 'Free',
  noTax: 'No tax',
  afterAddress: 'Calculated after address',
  tax: 'Tax',
  included: (tax: string) => `${tax}, included`,
  total: 'Total',
  pay: (amount: string) => `Pay ${amount}`,
  waitingFor: 'Nothing to pay for yet.',
  nothing: 'Select at least one order to pay for.',
  unsaved: 'Correct the quantity marked in red first.',
  most: (most: number, rest: number) =>
    `One payment can cover ${formatCount(most)} orders. The other ${formatCount(rest)} stay in your cart for the next one.`,
  method: 'Shipping method',
  chooseMethod: 'Choose a method',
  methodPrice: (name: string, price: string) => `${name}, ${price}`,
};

/** The buyer's purchase order number and note, which stand on all lines of a cart or a quick order. */
export const cartWordsTexts = {
  title: 'Add a purchase order number or a note',
  purchaseOrderNumber: 'Purchase order number',
  purchaseOrderHint: 'Your own number. It appears on every document for these items.',
  buyerNote: 'Note to the shop',
  save: (lines: number) => (lines === 1 ? 'Save' : 'Save for all items'),
  saved: 'Saved for your cart',
  mixed: 'Your items have different numbers or notes. Saving writes these on all of them.',
};
