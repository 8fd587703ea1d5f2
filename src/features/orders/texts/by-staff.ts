import { formatCount } from '#texts/locale.ts';

export const byStaffErrorTexts = {
  notReceivedYet: 'The money can’t have come after today',
  noAccount: 'Nobody has an account with this email address. Ask the customer to sign up first',
  notVerified:
    'This customer hasn’t verified their email address yet, so the account could be someone else’s. Ask them to log in and follow the link we emailed them',
};

export const payLinkEmailTexts = {
  subject: (shop: string) => `Your order at ${shop} is ready to pay`,
  heading: 'Your order is ready to pay',
  text: 'We’ve put together what you asked for. Log in with this email address and pay by card. It ships once it’s paid.',
  link: 'Pay now',
  why: (shop: string) => `You’re getting this email because you asked ${shop} to place an order for you.`,
};

/** For the page of one customer. */
export const byStaffTexts = {
  heading: 'In-store and phone orders',
  none: 'Nothing is waiting to be paid.',
  units: (number: string, tool: string) => `${number}, ${tool}`,
  place: 'Place an order',
  placeMany: 'Paste a list',
  placed: (number: string) => `Order ${number} is in the customer’s cart`,
  tool: 'Tool or part number',
  find: 'Find',
  noTool: 'No tool matches',
  available: (units: number) => `${formatCount(units)} available`,
  makeQuote: 'Make a quote',
  emailLink: 'Email a link to pay',
  linkSent: (email: string) => `The link is on its way to ${email}`,
  markPaid: 'Mark as paid',
  selectAll: 'Select all',
  select: (number: string) => `Select order ${number}`,
  tickFirst: 'Select the orders first',
  methods: { cash: 'Cash', transfer: 'Bank transfer' },
  due: 'Due',
  method: 'Paid by',
  reference: 'Reference (optional)',
  newPrice: (number: string, before: string, now: string) =>
    `${number}: each cost ${before} when it was ordered and costs ${now} now.`,
  acceptPrice: 'Use today’s price',
  acceptPriceOf: (number: string) => `Use today’s price for order ${number}`,
  noUndo: 'The customer gets a receipt by email. This can’t be undone.',
  marked: (numbers: string[]) =>
    numbers.length === 1 ? `Order ${numbers[0]} is paid` : `${formatCount(numbers.length)} orders are paid`,
};
