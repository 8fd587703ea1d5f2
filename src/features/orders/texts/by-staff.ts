import { formatCount } from '#texts/locale.ts';

export const byStaffErrorTexts = {
  notReceivedYet: 'The date received can’t be in the future',
  noAccount: 'No account has this email address. Ask the customer to sign up first.',
  notVerified:
    'This customer hasn’t verified their email address yet, so the account could be someone else’s. Ask them to log in and follow the link we emailed them.',
};

export const payLinkEmailTexts = {
  subject: (shop: string) => `Your order at ${shop} is ready to pay`,
  heading: 'Your order is ready to pay',
  text: 'We’ve set up the order you asked for. Log in with this email address and pay by card. We’ll ship it once it’s paid.',
  link: 'Pay now',
  why: (shop: string) => `You’re getting this email because you asked ${shop} to place an order for you.`,
};

/** For the page of one customer. */
export const byStaffTexts = {
  heading: 'In-store and phone orders',
  none: 'No unpaid orders.',
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
  linkSent: (email: string) => `Payment link emailed to ${email}`,
  markPaid: 'Mark as paid',
  selectAll: 'Select all',
  select: (number: string) => `Select order ${number}`,
  tickFirst: 'Select orders first',
  methods: { cash: 'Cash', transfer: 'Bank transfer' },
  due: 'Due',
  method: 'Paid by',
  reference: 'Reference (optional)',
  newPrice: (number: string, before: string, now: string) =>
    `${number}: the unit price was ${before} when ordered and is ${now} now.`,
  acceptPrice: 'Use today’s price',
  acceptPriceOf: (number: string) => `Use today’s price for order ${number}`,
  noUndo: 'The customer gets a receipt by email. This can’t be undone.',
  marked: (numbers: string[]) =>
    numbers.length === 1 ? `Order ${numbers[0]} is paid` : `${formatCount(numbers.length)} orders are paid`,
};
