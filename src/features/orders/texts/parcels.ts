import { counted, formatCount, LOCALE, onDemand } from '#texts/locale.ts';

const mediumDay = onDemand(() => new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Validation messages for a parcel's fields. */
export const parcelRuleTexts = {
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  quantity: 'quantity',
  package: 'package',
  deliveredOn: 'deliveredOn must be a day, such as 2026-11-30',
  deliveries: 'deliveries must be a list of packages and days',
  tooManyDeliveries: (most: number) => `deliveries must have at most ${most} rows`,
  despiteDispute: 'despiteDispute must be true or false',
  orders: 'orders must be a list of orders and quantities',
  tooManyOrders: (most: number) => `orders must have at most ${most} orders`,
  twice: 'orders must name each order once',
};

export const parcelErrorTexts = {
  noSuchParcel: 'We can’t find that package',
  severalBuyers: 'A package can only hold the orders of one buyer',
  tooMany: (number: string, left: number) =>
    left === 0
      ? `All of order ${number} has shipped`
      : `Only ${left} of order ${number} can still be shipped`,
  deliveredTooEarly: (day: string) => `The package left on ${day}, so it can’t have been delivered before`,
  deliveredInFuture: 'The day of delivery can’t be in the future',
  noSuchNumber: 'No package or order has this number',
  severalPackages: 'This order has several packages: give their tracking numbers',
  severalOfNumber: 'Several buyers’ packages have this number: record the day on the order’s page',
  noSuchCarrier: (name: string) => `${name} is not one of this shop’s carriers`,
};

/** Validation messages for the list of carriers. */
export const carrierRuleTexts = {
  name: { missing: 'Please give the carrier a name', label: 'Name' },
  link: 'A tracking link starts with https:// and has {number} in its path, where the tracking number goes',
  carriers: 'carriers must be a list of carriers',
  tooMany: (most: number) => `A shop can have ${most} carriers`,
  twice: 'Two carriers have the same name',
  idTwice: 'Two carriers have the same _id',
  gone: 'Someone else changed the carriers. Please reload the page.',
};

/** Texts of the carriers page. */
export const carriersTexts = {
  title: 'Carriers',
  description: 'Who ships this shop’s packages, and where to track them.',
  lead: 'Staff choose one of these for each package. The buyer gets its tracking link.',
  form: 'Carriers',
  hint: 'In the link, {number} stands for the tracking number. The link is optional.',
  columns: ['Name', 'Tracking link'],
  add: 'Add a carrier',
  save: 'Save carriers',
  saved: 'Carriers saved',
};

/** Texts about an order's parcels, for buyers and staff. */
export const parcelTexts = {
  label: 'Packages',
  /** Progress of a partly sent order. */
  sentOf: (sent: number, ordered: number) => `${formatCount(sent)} of ${formatCount(ordered)} shipped`,
  units: (count: number) => counted(count, { one: '# unit', other: '# units' }),
  part: (quantity: number, ordered: number, tool: string) =>
    quantity === ordered
      ? `${formatCount(quantity)} × ${tool}`
      : `${formatCount(quantity)} of ${formatCount(ordered)} × ${tool}`,
  together: (units: string, others: string) => `${units}, with ${others}`,
  track: (number: string) => `Track package ${number}`,
  delivered: 'Delivered',
  /** `day`: 2026-11-30. */
  day: (day: string) => mediumDay().format(new Date(`${day}T00:00:00Z`)),
};

export const parcelEmailTexts = {
  sent: {
    whole: {
      subject: (tool: string, number: string) => `Order ${number} is on its way: ${tool}`,
      heading: 'Your order is on its way',
    },
    part: {
      subject: (tool: string, number: string) => `Part of order ${number} is on its way: ${tool}`,
      heading: 'Part of your order is on its way',
    },
    rest: {
      subject: (tool: string, number: string) => `The rest of order ${number} is on its way: ${tool}`,
      heading: 'The rest of your order is on its way',
    },
    many: {
      subject: (numbers: string) => `Your orders ${numbers} are on their way`,
      heading: 'Your orders are on their way',
    },
    /** Buyers whose email address is not verified are not sent their postal address. */
    text: (hasAddress: boolean) =>
      hasAddress ? 'This package is on its way to the address below.' : 'This package is on its way.',
    closing: 'We’ll email you when the rest ships.',
  },
  /** For orders that are picked up at the counter. */
  collected: {
    whole: {
      subject: (tool: string, number: string) => `Order ${number} has been picked up: ${tool}`,
      heading: 'Your order has been picked up',
    },
    part: {
      subject: (tool: string, number: string) => `Part of order ${number} has been picked up: ${tool}`,
      heading: 'Part of your order has been picked up',
    },
    rest: {
      subject: (tool: string, number: string) => `The rest of order ${number} has been picked up: ${tool}`,
      heading: 'The rest of your order has been picked up',
    },
    many: {
      subject: (numbers: string) => `Your orders ${numbers} have been picked up`,
      heading: 'Your orders have been picked up',
    },
    text: () => 'This was picked up at our counter.',
    closing: 'We’ll email you again when the rest has been picked up.',
  },
  trackingSubject: (numbers: string) => `Tracking number for order ${numbers}`,
  trackingHeading: 'You can now track your package',
  trackingText: 'Here’s the tracking number of the package we sent you.',
  order: 'Order',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  link: 'Track your package',
};

/** What the shop promises about shipping, before buyers pay. */
export const shipsWithinText = (days: number) =>
  counted(days, { one: 'Ships within # day', other: 'Ships within # days' });
