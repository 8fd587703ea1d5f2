import { counted, formatCount } from '#texts/locale.ts';

const orders = (count: number) => counted(count, { one: '# order', other: '# orders' });

/** Actions on many orders in Manage Orders. */
export const orderDeskTexts = {
  label: 'Selected orders',
  select: (number: string) => `Select order ${number}`,
  selectAll: 'Select all shown',
  selected: (count: number) => `${orders(count)} selected`,
  ship: (count: number) => (count === 0 ? 'Ship' : `Ship ${orders(count)}`),
  shipHint: 'Select paid orders to ship them',
  shipped: (count: number) =>
    counted(count, {
      one: '# order shipped. The email goes out in 10 seconds.',
      other: '# orders shipped. Emails go out in 10 seconds.',
    }),
  parcel: 'Ship…',
  parcelOf: (number: string) => `Ship order ${number} with a tracking number, or in parts`,
  parcelFor: (buyer: string) => `Package for ${buyer}`,
  pack: 'Ship together…',
  parcelSent: 'Package shipped. The email goes out in 10 seconds.',
  parcelUndone: 'Shipment undone. No email was sent.',
  slip: 'Print packing slip',
  slips: 'Print packing slips',
  exportTicked: 'Export selected',
  exportTooMany: (most: number) => `You can export ${orders(most)} at most by selecting them`,
  notes: (count: number) => counted(count, { one: '# note', other: '# notes' }),
  undo: 'Undo',
  undone: (count: number) => `Shipping of ${orders(count)} undone. No email was sent.`,
  notDone: (count: number, reasons: string[]) =>
    `${orders(count)} skipped:\n${reasons.slice(0, 3).join('\n')}${reasons.length > 3 ? '\n…' : ''}`,
};

/** Texts of the parcel form. */
export const shipFormTexts = {
  noneLeft: 'Everything this buyer has paid for has shipped.',
  ordered: (number: string, units: number) => `${number}: ${formatCount(units)} ordered`,
  refunded: (units: number) => `${formatCount(units)} refunded`,
  unitsOf: (number: string) => `Units of ${number} in this package`,
  unitsWrong: (left: number) => `0 to ${formatCount(left)}`,
  addressesDiffer: 'These orders go to different addresses. The package goes to the address of the oldest.',
  carrier: 'Carrier',
  noCarrier: 'No carrier',
  editCarriers: 'Edit carriers',
  trackingNumber: 'Tracking number',
  trackingHint: 'Scan or type it, now or later.',
  send: (units: number) =>
    units === 0 ? 'Ship' : `Ship ${counted(units, { one: '# unit', other: '# units' })}`,
};

/** Texts of an order's parcels in its history. */
export const deskParcelTexts = {
  heading: 'Packages',
  slip: 'Packing slip',
  edit: 'Edit package',
  editOf: (nth: number) => `Edit package ${nth}`,
  slipOf: (nth: number) => `Packing slip of package ${nth}`,
  save: 'Save',
  changed: 'Package saved',
  deliveredOn: 'Delivered on',
};

/** Texts of the form that takes a carrier's list of deliveries. */
export const deliveriesTexts = {
  open: 'Record deliveries',
  lead: 'Paste a list or choose a file: a tracking number and the day of delivery on each line. An order number will do for an order with one package.',
  rows: 'Deliveries',
  rowsHint: 'For example: TY-10482, 2026-11-30',
  file: 'File',
  choose: 'Choose a file, or drop it here',
  none: 'Please paste at least one line',
  tooMany: (most: number) => `Only ${most} lines at a time`,
  fileTooLarge: 'This file is too large. Please split it.',
  noDay: (line: number) => `Line ${line} has no day. Write it as 2026-11-30.`,
  noNumber: (line: number) => `Line ${line} has no tracking number.`,
  doubtful: (line: number) =>
    `Line ${line}: we can’t tell the day from the month. Write the day as 2026-11-30.`,
  submit: 'Record',
  recorded: (count: number) => `Recorded ${counted(count, { one: '# delivery', other: '# deliveries' })}`,
  refused: (count: number) => `${counted(count, { one: '# line', other: '# lines' })} not recorded`,
  problem: (number: string, reason: string) => `${number}: ${reason}`,
};

export const orderFieldTexts = {
  from: 'Placed from',
  to: 'Placed until',
  min: 'Total from',
  max: 'Total up to',
  customer: 'Customer’s email',
};

export const packingSlipTexts = {
  title: 'Packing slips',
  description: 'What goes in each package.',
  lead: 'One page for each order and address, without prices.',
  toOrders: 'Manage Orders',
  print: 'Print',
  slipOf: (number: string) => `Packing slip of order ${number}`,
  shipTo: 'Ship to',
  from: 'From',
  ordered: 'Ordered',
  purchaseOrder: 'Purchase order',
  buyerNote: 'Buyer’s note',
  quantity: 'Quantity',
  tool: 'Tool',
  leftOut: 'Orders without a packing slip',
  allLeftOut: 'None of these orders has a packing slip',
  deleted: 'One of the orders was deleted.',
  unpaid: (number: string) => `${number}: not paid yet`,
  nothing: (number: string) => `${number}: nothing to ship`,
  none: 'No orders selected',
  noneYet: 'Select orders in Manage Orders, then print their packing slips.',
};
