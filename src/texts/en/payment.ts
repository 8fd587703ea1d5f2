/** The pay page of an order. */
export const paymentTexts = {
  title: 'Pay',
  description: 'Pay for an order by card.',
  greeting: (name: string) => `Hello, ${name}`,
  order: 'Order',
  payFor: (tool: string) => `Pay for ${tool}`,
  pleasePay: 'Please pay:',
  orderNumber: 'Order number',
  quantity: 'Quantity',
  unitPrice: 'Price for one',
  total: 'Total',
  deliverTo: 'To',
  myOrders: 'My Orders',
  noSuchOrder: 'There is no such order',
  noSuchOrderWhy: 'It may have been deleted. What you have ordered is listed in My Orders.',
  unpayable: 'This order can no longer be paid',
  unpayableWhy: (reason: string) => `${reason}. Nothing was charged. You can delete the order in My Orders.`,
  notConfirmed:
    'Your bank did not confirm the payment, and nothing was charged. Please try again or use another card.',
  card: 'Card',
  wasLost: 'That payment had run out and nothing was charged. Your tools are held anew: please pay again.',
  pay: 'Pay',
  payWaits: 'Pay can be pressed once your tools are set aside.',
  paying: 'Your card is being charged. Please keep this page open.',
  offline: 'The connection was lost. Press Pay again: one order is charged only once.',
};

/** How long the tools of an order are held for its payment. */
export const holdTexts = {
  setting: 'Setting your tools aside…',
  heldUntil: 'Held for you until',
  left: (time: string) => `(${time} left)`,
  upButPaying: 'The time for paying is up, but your card is still being charged. Please wait for the answer.',
  ranOut: 'The time for paying has run out and the tools are no longer held for you. Nothing was charged.',
  holdAgain: 'Hold them again',
  failed: (words: string) => `${/[.!]$/.test(words) ? words : `${words}.`} Nothing was charged.`,
  outOfStockBefore:
    'Units can come free again when another buyer’s time for paying runs out. You can try again later from',
  outOfStockLink: 'My Orders',
  outOfStockAfter: ', or delete the order there.',
};

/** What is said once a card was charged. */
export const paidTexts = {
  checking: 'Checking your payment',
  refused: 'Your order could not be completed',
  thanks: 'Thank you, your payment went through',
  transactionId: 'Transaction id',
  myOrders: 'My Orders',
  progress: {
    asking: 'Your bank has sent you back. We are asking whether the payment went through.',
    'still asking':
      'The shop has not answered yet. Nothing is lost: we keep asking, and a payment that your bank has agreed to will be noted on your order even if you leave this page.',
    confirming: 'We are noting it on your order.',
    delayed:
      'The shop has not answered yet, so it is still being confirmed. Nothing is lost: we keep trying, and your order will be marked as paid even if you leave this page.',
    confirmed: 'Your order is paid. We send you a mail as soon as it leaves the shop.',
  },
};

/** The card fields of the shop itself, in test mode. */
export const cardTexts = {
  loading: 'Loading the card form',
  number: 'Card number',
  numberLike: '1234 1234 1234 1234',
  numberRequired: 'Card number is required',
  expiry: 'Expiry date MM / YY',
  expiryLike: 'MM / YY',
  expiryRequired: 'Expiry date is required',
  securityCode: 'Security code',
  securityCodeLike: '123',
  securityCodeRequired: 'Security code is required',
  testCards: 'Test cards',
  testMode: 'Test mode',
  testModeNote: 'No money moves. Don’t type a real card.',
  testCardsHint: 'With any date to come and any 3 digits as the security code.',
  use: 'Use',
  putIn: (number: string) => `Use ${number}`,
  effects: {
    succeeds: 'succeeds',
    asks: 'asks for confirmation',
    declined: 'is declined',
    lacksFunds: 'lacks funds',
  },
  bankAsks: 'Your bank asks you to confirm',
  chargeBefore: 'Toolyard wants to charge',
  chargeAfter: 'to your card. Is that you?',
  testBank: 'This is the test bank. No money moves.',
  refuse: 'Refuse',
  approve: 'Approve',
};

/** The card fields of Stripe. */
export const stripeTexts = {
  waiting:
    'Your bank is still deciding. Nothing more is needed from you: your order is marked as paid as soon as it agrees.',
  notLoaded:
    'The card form could not be loaded. Nothing was charged, and your tools stay held for you. A content blocker or the connection may be in the way.',
  notTaken: 'The card payment service did not take the card. Nothing was charged. Try again in a moment.',
};
