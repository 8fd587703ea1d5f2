import { counted } from '#texts/locale.ts';

const orders = (count: number) => counted(count, { one: '# order', other: '# orders' });

/** What is done to many orders at once in Manage Orders. */
export const orderDeskTexts = {
  label: 'Selected orders',
  select: (number: string) => `Select order ${number}`,
  selectAll: 'Select all shown',
  selected: (count: number) => `${orders(count)} selected`,
  ship: (count: number) => (count === 0 ? 'Ship' : `Ship ${orders(count)}`),
  shipHint: 'Select paid orders to ship them',
  shipped: (count: number) => `${orders(count)} shipped. The emails leave in 10 seconds.`,
  slips: 'Print packing slips',
  exportTicked: 'Export selected',
  exportTooMany: (most: number) => `At most ${orders(most)} can be exported by selecting them`,
  notes: (count: number) => counted(count, { one: '# note', other: '# notes' }),
  undo: 'Undo',
  undone: (count: number) => `Shipping of ${orders(count)} undone. No email was sent.`,
  notDone: (count: number, reason: string) => `${orders(count)} skipped: ${reason}`,
};

export const orderFieldTexts = {
  label: 'Date, amount, customer',
  from: 'Placed from',
  to: 'Placed until',
  min: 'Total from',
  max: 'Total up to',
  customer: 'Customer’s email',
};

export const packingSlipTexts = {
  title: 'Packing slips',
  description: 'What goes into the parcels of these orders.',
  lead: 'One page for each order, without prices.',
  toOrders: 'Manage Orders',
  print: 'Print',
  slipOf: (number: string) => `Packing slip of order ${number}`,
  shipTo: 'Ship to',
  from: 'From',
  ordered: 'Ordered',
  quantity: 'Quantity',
  tool: 'Tool',
  none: 'No orders selected',
  noneYet: 'Select orders in Manage Orders, then print their packing slips.',
};
