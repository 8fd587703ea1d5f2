import { quoteStateTexts } from '#features/quotes/quote-parts-texts.ts';
import { listTextsOf } from '#texts/lists.ts';
import { counted, formatCount } from '#texts/locale.ts';

const orders = (count: number) => counted(count, { one: '# order', other: '# orders' });

const list = listTextsOf('Quotes', 'quote', 'quotes');

/** The list of quotes: the buyer's own, or everyone's for staff. */
export const quotesTexts = {
  title: 'Quotes',
  myTitle: 'My Quotes',
  notPriced: 'No price yet',
  description: 'Quotes requested, offered, and accepted.',
  myLead: 'Request a quote from your cart. We’ll reply with prices.',
  list,
  controls: 'Quotes',
  searchHint: 'Quote number, name, email, or tool',
  mySearchHint: 'Quote number or tool',
  state: 'Status',
  states: { '': 'All', ...quoteStateTexts },
  columns: {
    number: 'Quote',
    customer: 'Customer',
    lines: 'Tools',
    total: 'Total',
    until: 'Good until',
    state: 'Status',
  },
  none: 'No quotes yet',
  noneYet: 'Quotes that buyers request and quotes you make for customers show up here.',
  myNoneYet: 'Select orders in your cart and request a quote. We’ll reply with prices.',
  toCart: 'Go to your cart',
  more: (count: number) => `and ${formatCount(count)} more`,
  held: 'Units reserved',
  goodUntil: (moment: string) => `Good until ${moment}`,
  wasGoodUntil: (moment: string) => `Was good until ${moment}`,
};

/** Texts of the page of one quote. */
export const quoteTexts = {
  notPriced: quotesTexts.notPriced,
  title: (number: string) => `Quote ${number}`,
  pageTitle: 'Quote',
  description: 'The prices offered for some orders, and how long they’re good for.',
  toQuotes: 'All quotes',
  toMyQuotes: 'My Quotes',
  askedAt: (moment: string) => `Requested ${moment}`,
  offeredAt: (moment: string) => `Offered ${moment}`,
  noSuchQuote: 'We can’t find that quote',
  noSuchQuoteWhy: 'Check the link, or look for it among your quotes.',
  lines: 'Orders in this quote',
  columns: {
    tool: 'Tool',
    quantity: 'Quantity',
    listPrice: 'List price',
    price: 'Your price',
    sum: 'Sum',
  },
  priceForStaff: 'Quoted price',
  listTotal: 'At list prices',
  saved: (percent: string) => `You save (${percent}%)`,
  less: (percent: string) => `Less (${percent}%)`,
  total: 'Quoted total',
  note: 'Note',
  buyersNote: 'Buyer’s note',
  message: 'Message from us',
  messageForStaff: 'Our message',
  summary: 'Summary',
  goodUntil: 'Good until',
  wasGoodUntil: 'Was good until',
  left: (time: string) => `(${time} left)`,
  held: 'All units are reserved for you until then.',
  heldForStaff: 'All units are reserved until then.',
  notHeld: 'Units aren’t reserved.',
  accept: 'Accept and pay',
  pay: (amount: string) => `Pay ${amount}`,
  decline: 'Decline',
  cancel: 'Cancel request',
  declineTitle: 'Decline this quote?',
  cancelTitle: 'Cancel this request?',
  declineWhy: 'Your orders stay in your cart at list prices.',
  declined: 'Quote declined',
  cancelled: 'Request canceled',
  keep: 'Keep it',
  standing: {
    asked: 'We’ll email you our prices.',
    offered: 'Shipping and tax are added when you pay.',
    accepted: 'You’ve accepted these prices. Pay before they expire.',
    paid: 'You’ve paid for this quote.',
    declined: 'You declined this quote. Unpaid orders are still in your cart.',
    withdrawn: 'This quote was withdrawn. Unpaid orders are still in your cart.',
    expired: 'This quote has expired. Unpaid orders are still in your cart.',
  },
  standingForStaff: {
    asked: 'Waiting for our prices.',
    offered: 'Waiting for the buyer’s answer.',
    accepted: 'Accepted, not paid yet.',
    paid: 'The buyer has paid.',
    declined: 'The buyer declined this quote.',
    withdrawn: 'This quote was withdrawn.',
    expired: 'This quote has expired.',
  },
  toCart: 'Go to your cart',
  offerAgain: 'Offer new prices',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw this quote?',
  withdrawWhy: 'The buyer can’t accept it anymore, and reserved units are released.',
  withdrawn: 'Quote withdrawn',
};

/** The form in which staff offer prices. */
export const offerTexts = {
  title: 'Offer prices',
  percent: 'Discount, %',
  percentWrong: 'Enter a number from 0 to 99',
  fill: 'Apply',
  priceOf: (tool: string, number: string) => `Unit price of ${tool}, order ${number}`,
  priceWrong: 'Enter a price above 0',
  until: 'Good until',
  untilWrong: 'Choose a time in the future',
  untilTooFar: (most: number) => `Choose a time in the next ${formatCount(most)} days`,
  holds: 'Reserve all units until then',
  holdsHint: 'No one else can buy them until then.',
  message: 'Message to the buyer (optional)',
  total: (total: string, off: string) => (off === '0' ? total : `${total}, ${off}% off`),
  send: 'Send quote',
  sent: (email: string) => `Quote sent to ${email}`,
};

/** The button and dialog in the cart. */
export const askQuoteTexts = {
  ask: 'Request a quote',
  title: 'Request a quote',
  about: (count: number) => `For the ${orders(count)} selected. We’ll email you our prices.`,
  note: 'Note (optional)',
  noteHint: 'A deadline, a competing offer, a bigger order to come.',
  send: 'Send request',
  asked: (number: string) => `Quote ${number} requested. We’ll email you our prices.`,
};

/** For offers to customers who have not requested one. */
export const newQuoteTexts = {
  title: 'New quote',
  description: 'Prices for a customer’s unpaid orders.',
  toCustomer: 'Customer',
  none: 'Nothing to quote',
  noneYet: 'This customer has no unpaid orders outside of a quote.',
};
