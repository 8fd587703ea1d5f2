import { counted, formatCount } from '#texts/locale.ts';

/** Validation messages of a declaration's fields. */
export const withdrawalRuleTexts = {
  name: { missing: 'Please give your name', label: 'Name' },
  orderNumber: { missing: 'Please give the order number', label: 'Order number' },
  quantity: 'quantity',
  lines: 'lines must be a list of order numbers and quantities',
  tooManyLines: (most: number) => `lines must have at most ${most} lines`,
  twice: 'lines must name each order number once',
};

export const withdrawalErrorTexts = {
  notHere: 'This shop has no withdrawal page',
};

/** What becomes of the units that were declared of an order. */
export const withdrawalOutcomes = [
  'opened',
  'partlyShipped',
  'notShipped',
  'canceled',
  'past',
  'nothingLeft',
  'unknown',
] as const;
export type WithdrawalOutcome = (typeof withdrawalOutcomes)[number];

const units = (count: number) => counted(count, { one: '# unit', other: '# units' });

/** The note for staff on an order that no return is opened for in full. */
export const withdrawalNoteTexts: Partial<
  Record<WithdrawalOutcome, (name: string, count: number) => string>
> = {
  partlyShipped: (name, count) =>
    `${name} withdrew from ${units(count)} that haven’t shipped. Please cancel and refund them.`,
  notShipped: (name, count) =>
    `${name} withdrew from ${units(count)} that haven’t shipped. Please cancel and refund them.`,
  past: (name, count) => `${name} withdrew from ${units(count)} after the withdrawal period.`,
  unknown: (name) =>
    `${name} withdrew from items that aren’t part of this order. Please ask which were meant.`,
};

export const withdrawalEmailTexts = {
  subject: (number: string) => `We received your withdrawal from order ${number}`,
  heading: 'We received your withdrawal',
  text: (moment: string) =>
    `On ${moment} you declared on our website that you withdraw from the contract for the items below.`,
  facts: {
    name: 'Name',
    order: 'Order',
    declared: 'Declared',
    return: 'Return',
    address: 'Send it to',
    postage: 'Return shipping',
  },
  units,
  sendBack: (day: string) => `Please send the items that you received to the address below by ${day}.`,
  checkedDelivery: (until: string) =>
    `We don’t know on which day your order was delivered. By an estimated delivery date, the time to withdraw ended on ${until}. We’ll check it and email you. Please don’t send anything back yet.`,
  checked: 'We’ll check it and email you. Please don’t send anything back yet.',
  refund:
    'We’ll refund what you paid for them, once we’ve received them, with standard shipping if you send back the whole order. If an item was used beyond what it takes to check it, we may deduct its loss in value.',
  outcomes: {
    opened: () => '',
    partlyShipped: (numbers: string) =>
      `Part of ${numbers} hasn’t shipped yet. You can cancel that part in My Orders, and we’ve told our team.`,
    notShipped: (numbers: string) =>
      `${numbers} hasn’t shipped yet, so there’s nothing to send back. You can cancel it in My Orders for a full refund, and we’ve told our team.`,
    canceled: (numbers: string) => `${numbers} is already canceled, so there’s nothing to withdraw from.`,
    past: (numbers: string, until: string) =>
      `The time to withdraw from ${numbers} ended on ${until}. If it was delivered later than we know, please reply to this email.`,
    nothingLeft: (numbers: string) => `Everything of ${numbers} is already on its way back or refunded.`,
    unknown: () =>
      'Some of the item numbers that you gave aren’t part of this order, so nothing was done about them. Please check them and send the form again.',
  } satisfies Record<WithdrawalOutcome, (numbers: string, until: string) => string>,
  viewReturn: 'View your return',
  viewOrders: 'View your orders',
  closing: 'Didn’t send this? Reply to this email and we’ll stop it.',
};

/** Texts of the page, with the words of Directive 2011/83/EU, art. 11a. */
export const withdrawPageTexts = {
  title: 'Withdraw from contract',
  description: 'Withdraw from the contract for an order within 14 days of delivery, without giving a reason.',
  lead: 'You can withdraw within 14 days of receiving your order, without giving a reason. You don’t need to log in.',
  name: 'Name',
  orderNumber: 'Order number',
  orderNumberHint: 'It’s in your order confirmation email, such as TY-10482.',
  email: 'Email',
  emailHint: 'The address that you used for the order.',
  what: 'What do you withdraw from?',
  whole: 'The whole order',
  some: 'Only these items',
  someHint: 'Each item has its own number in your confirmation email.',
  lineNumber: (nth: number) => `Number of item ${nth}`,
  lineQuantity: (nth: number) => `Quantity ${nth}`,
  next: 'Continue',
  review: 'Check and confirm',
  reviewLead: 'I withdraw from the contract for:',
  lines: 'Items',
  confirm: 'Confirm withdrawal',
  change: 'Change',
  sent: 'Your withdrawal was sent',
  sentText: (email: string, moment: string) =>
    `If ${email} and the order number match an order, we’ve emailed that address what you declared on ${moment} and what happens next.`,
  noEmail: (contact: string) =>
    `No email within a few minutes? Check the number and the email in your confirmation, or write to ${contact}.`,
  noLines: 'Please give at least one item, or choose the whole order',
  badLine: 'Each item needs its number and a quantity',
  noEmailTyped: 'Please give the email of the order',
  line: (number: string, quantity: string) => `${formatCount(Number(quantity))} × ${number}`,
  notSent: (reason: string) => `We couldn’t send this: ${reason}`,
};
