import { listTextsOf } from '#texts/lists.ts';
import { counted, formatCount, formatNumber } from '#texts/locale.ts';

export const paymentTexts = {
  undeliverable: 'These orders need attention before we can ship them',
  undeliverableOne: 'This order needs attention before we can ship it',
  title: 'Pay',
  description: 'Pay for an order by card.',
  greeting: (name: string) => `Hello, ${name}`,
  order: 'Order',
  payFor: (tool: string) => `Pay for ${tool}`,
  pleasePay: 'Please pay:',
  whenOrdered: 'When you ordered:',
  orderNumber: 'Order number',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  total: 'Total',
  deliverTo: 'Ship to',
  myOrders: 'My Orders',
  noSuchOrder: 'We can’t find that order',
  noSuchOrderWhy: 'It may have been deleted. Your orders are listed in My Orders.',
  unpayable: 'This order can no longer be paid for',
  unpayableWhy: (reason: string) => `${reason}. Nothing was charged. You can delete the order in My Orders.`,
  notConfirmed:
    'Your bank didn’t confirm the payment. Nothing was charged. Try again or use a different card.',
  card: 'Card',
  wasLost:
    'That payment timed out. Nothing was charged, and your tools are reserved again. Please pay again.',
  pay: 'Pay',
  declined: (words: string) => `${words} Nothing was charged. Try again or use a different card.`,
  paying: 'Charging your card. Please keep this page open.',
  offline: 'The connection was lost. Press Pay again. You won’t be charged twice.',
};

/** For payments of several orders. */
export const paySeveralTexts = {
  payFor: (count: number) => `Pay for ${formatCount(count)} orders`,
  orders: 'Orders to pay for',
  timesPrice: (quantity: number, price: string) => `${formatCount(quantity)} × ${price}`,
  leftOut: (count: number) =>
    count === 1
      ? 'One of these orders can’t be paid for'
      : `${formatCount(count)} of these orders can’t be paid for`,
  nothingCharged: 'Nothing was charged.',
  paidAlready: 'It has already been paid.',
  missing: (count: number) =>
    count === 1 ? 'One is no longer in your cart.' : `${formatCount(count)} are no longer in your cart.`,
  goOn: (count: number) =>
    count === 1 ? 'Pay for the other one' : `Pay for the other ${formatCount(count)}`,
  goOnWithout: (tools: string) => `Continue without ${tools}`,
  and: (tools: string, more: number) => `${tools} and ${formatCount(more)} more`,
  toCart: 'Back to your cart',
};

export const acceptPriceTexts = {
  title: 'The price has changed since you ordered',
  lead: 'Nothing is reserved or charged yet. Do you want to order at the new price?',
  unitPrice: 'Unit price',
  total: 'Total',
  before: 'When you ordered',
  now: 'Now',
  accept: 'Yes, order at the new price',
  decline: 'No, back to My Orders',
  declineOne: 'No, back to your cart',
};

export const reservationTexts = {
  starting: 'Reserving your tools…',
  until: 'Reserved for you until',
  left: (time: string) => `(${time} left)`,
  upButPaying: 'Time’s up, but we’re still charging your card. Please wait.',
  ranOut: 'Time’s up. Your tools are no longer reserved. Nothing was charged.',
  toPay: 'Reserve them again to pay.',
  again: 'Reserve again',
  failed: (words: string) => `${/[.!]$/.test(words) ? words : `${words}.`} Nothing was charged.`,
  outOfStockBefore: 'Some may become available if another buyer doesn’t pay in time. Try again later from',
  outOfStockLink: 'My Orders',
  outOfStockAfter: ', or delete the order there.',
};

export const paidTexts = {
  checking: 'Checking your payment',
  refused: 'We couldn’t complete your order',
  thanks: 'Thank you, your payment went through',
  transactionId: 'Transaction ID',
  payNext: (tool: string) => `Pay for ${tool} next`,
  keepShopping: 'Keep shopping',
  toCart: 'Back to your cart',
  confirmedSeveral: (count: number) =>
    `Your ${formatCount(count)} orders are paid. We’ll email you when they ship.`,
  cancelled: (count: number) => (count === 1 ? 'This order is canceled' : 'These orders are canceled'),
  cancelledAll: 'These orders are canceled and won’t ship.',
  cancelledSome: (cancelled: number, count: number) =>
    cancelled === 1
      ? `1 of your ${formatCount(count)} orders is canceled and won’t ship.`
      : `${formatCount(cancelled)} of your ${formatCount(count)} orders are canceled and won’t ship.`,
  myOrders: 'My Orders',
  print: 'Print',
  again: 'Order again',
  progress: {
    asking: 'We’re checking whether your payment went through.',
    'still asking':
      'This is taking longer than usual. We’ll keep checking. If your bank approved the payment, your order will be marked as paid even if you leave this page.',
    confirming: 'We’re updating your order.',
    delayed:
      'This is taking longer than usual. We’ll keep trying, and your order will be marked as paid even if you leave this page.',
  },
};

export const receiptTexts = {
  title: (number: string) => `Receipt for order ${number}`,
  paidTo: 'Paid to',
  paidBy: 'Paid by',
  paidOn: 'Paid on',
  notKnown: 'Being confirmed',
  noInvoice: 'None issued',
  purchaseOrder: 'Purchase order',
  buyerNote: 'Your note',
  deliverTo: 'Ship to',
  tool: 'Tool',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  price: 'Price',
  goods: 'Tools',
  cancelled: 'Canceled',
  taxAt: (tax: string, rate: number) => `${tax} ${formatNumber(rate)}%`,
  taxIncludedAt: (tax: string, rate: number) => `Includes ${tax} ${formatNumber(rate)}%`,
  totalPaid: 'Total paid',
  keptDelivery: 'Deducted for shipping',
  refunded: 'Refunded',
  refundDue: 'To be refunded',
  invoice: 'Invoice',
  creditNotes: (count: number, creditNote: string) => (count === 1 ? creditNote : `${creditNote}s`),
  transactionId: 'Transaction ID',
};

/** The shop's own card fields, in test mode. */
export const cardTexts = {
  loading: 'Loading the card form',
  fields: {
    number: {
      label: 'Card number',
      placeholder: '1234 1234 1234 1234',
      required: 'Card number is required',
    },
    expiry: { label: 'Expiration date', placeholder: 'MM / YY', required: 'Expiration date is required' },
    securityCode: { label: 'Security code', placeholder: '123', required: 'Security code is required' },
  },
  testCards: 'Test cards',
  testMode: 'Test mode',
  testModeNote: 'No money moves. Don’t enter a real card.',
  testCardsHint: 'Any future date, any 3 digits as the security code.',
  use: 'Use',
  putIn: (number: string) => `Use ${number}`,
  effects: {
    succeeds: 'succeeds',
    asks: 'asks for confirmation',
    declined: 'declined',
    lacksFunds: 'insufficient funds',
  },
  bankAsks: 'Your bank asks you to confirm',
  chargeBefore: (shop: string) => `${shop} wants to charge`,
  chargeAfter: 'to your card. Is that you?',
  testBank: 'This is the test bank. No money moves.',
  refuse: 'Refuse',
  approve: 'Approve',
};

export const stripeTexts = {
  waiting:
    'Your bank is still reviewing the payment. There’s nothing more to do: your order will be marked as paid once it’s approved.',
  notLoaded:
    'The card form couldn’t be loaded. Nothing was charged, and your tools are still reserved. Check your connection and any content blocker.',
  notTaken: 'The payment service didn’t accept the card. Nothing was charged. Try again in a moment.',
};

const units = (count: number) => counted(count, { one: '# unit', other: '# units' });

/** Texts for staff about units reserved by buyers who are paying. */
export const holdsTexts = {
  title: 'Reserved for payment',
  lead: 'Units are reserved while a buyer pays. If the time runs out first, they return to stock.',
  list: listTextsOf('Reserved for payment', 'payment', 'payments'),
  columns: { since: 'Since', buyer: 'Buyer', reserved: 'Reserved', until: 'Until', actions: 'Actions' },
  units,
  ofTool: (count: number, tool: string) => `${formatCount(count)} × ${tool}`,
  unpaidBefore: (count: number) =>
    counted(count, { one: '1 earlier payment not completed', other: '# earlier payments not completed' }),
  end: 'End',
  endOf: (buyer: string) => `End ${buyer}’s payment`,
  askEnd: (buyer: string) => `End ${buyer}’s payment?`,
  endWhy: (count: number) =>
    `${units(count)} will be back in stock. The orders stay in the cart and can be paid for again. Nothing is charged.`,
  isEnded: (count: number) => `Payment ended. ${units(count)} back in stock.`,
  none: 'Nothing is reserved for payment right now',
};
