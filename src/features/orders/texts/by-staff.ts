import { formatCount } from '#texts/locale.ts';

export const byStaffErrorTexts = {
  notReceivedYet: 'The date received can’t be in the future',
  noAccount:
    'No account has this email address. Ask the customer to sign up, or add a new customer in All Users.',
  notVerified:
    'This customer hasn’t verified their email address yet, so the account could be someone else’s. Resend the verification link from their page, or order for a new customer without an account.',
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
  noUndoNoEmail:
    'This can’t be undone. Without an email, the customer gets no receipt: print theirs from the order.',
  marked: (numbers: string[]) =>
    numbers.length === 1 ? `Order ${numbers[0]} is paid` : `${formatCount(numbers.length)} orders are paid`,
};

/** What staff read of a customer’s account before they order for them. */
export const customerAccountTexts = {
  noEmail:
    'No email, so nothing is emailed to this customer. You can order for them and take payment here. Pay links, quotes, and invoices before payment need a verified email.',
  openedUnverified:
    'This email isn’t verified yet. You can order for them and take payment here; once an order is paid, we email about it. Pay links, quotes, and invoices before payment need a verified email.',
  unverified:
    'This email isn’t verified, so the account could be someone else’s: you can’t order for it yet, and we email only about orders that are paid. Resend the link and ask them to follow it while logged in, or order for a new customer without an account.',
  unverifiedAtFirebase:
    'This email isn’t verified, so the account could be someone else’s: you can’t order for it yet, and we email only about orders that are paid. Ask them to resend the link from their profile, or order for a new customer without an account.',
  resend: 'Resend verification link',
  resent: (email: string) => `Link emailed to ${email}`,
  addEmail: 'Add email',
  changeEmail: 'Change email',
  addEmailLead:
    'We email them a link to set a password. Once they follow it, the email is verified and the account, with its orders, is theirs.',
  email: 'Email',
  newCustomer: 'New customer',
  newCustomerLead:
    'For someone without an account: a name and a phone number, then the address with their first order. Nothing is emailed. You can add their email later, to give them an account.',
  name: 'Name',
  phone: 'Phone number',
  opened: 'Customer added',
};
