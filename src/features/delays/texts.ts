import { counted } from '#texts/locale.ts';

export const delayRuleTexts = {
  newDate: 'Enter the new ship date',
  reason: 'Reason',
  reasonMissing: 'Say why you can’t give a date yet',
  link: 'This link is incomplete. Open it from the email again.',
};

/** Refusals. */
export const delayErrorTexts = {
  notUs: 'Delay notices are for shops in the United States',
  noSuchNotice: 'We can’t find that notice',
  notPaid: 'Only paid orders that haven’t shipped can be delayed',
  noShipBy: 'The buyer has agreed to wait without a date, so this order needs no other notice',
  isOpen: 'The buyer hasn’t answered the last notice yet',
  noEmail: 'This customer has no email. Call them, and cancel the order if they don’t want to wait.',
  notLater: (day: string) => `The new date must be after ${day}`,
  tooLate: (most: number) => `The new date can be ${most} days ahead at most`,
  shipped: 'This order has already shipped',
  canceled: 'This order is canceled',
  superseded: 'There’s a newer notice about this order. Please answer that one.',
};

/** Why a delayed order was canceled, for its refund. */
export const delayReasons = {
  declined: 'Canceled by the buyer because it was delayed',
  silence: 'Canceled because we got no answer to our notice of a delay',
};

export const delayEmailTexts = {
  subject: (tool: string, number: string) => `Order ${number} is delayed: ${tool}`,
  heading: 'Your order is delayed',
  text: 'We can’t ship this item by the date we planned. You choose: keep your order, or cancel it and get a full refund.',
  planned: 'Was to ship by',
  newDate: 'New ship date',
  unknown: 'We can’t say yet when it will ship',
  reason: 'Reason',
  link: 'Keep or cancel',
  consents: (day: string) =>
    `If we don’t hear from you, we’ll keep your order and ship by ${day}. You can still cancel until it ships.`,
  cancels: (day: string) =>
    `If we don’t hear from you by ${day} and it hasn’t shipped by then, we’ll cancel it and refund you in full.`,
  anyTime: 'If you keep it, you can still cancel at any time until it ships.',
};

/** In Manage Orders. */
export const sendDelayTexts = {
  button: 'Delay notice',
  title: (count: number) =>
    counted(count, {
      one: 'Tell the buyer about a delay',
      other: 'Tell the buyers of # orders about a delay',
    }),
  lead: 'We email a link to wait or to cancel with a full refund, free of charge (16 CFR part 435). Send it before the ship-by date.',
  when: 'New ship date',
  kinds: { date: 'A date', unknown: 'Not known yet' },
  date: 'Ships by',
  reason: 'Reason',
  reasonHint: 'The buyer will see this.',
  silence:
    'No answer counts as consent to a first delay of up to 30 days. For a longer, unknown, or further delay, no answer cancels the order with a full refund.',
  late: (count: number) =>
    counted(count, {
      one: 'This order’s ship-by date has passed. By the rule, it should be canceled and refunded. If you send a notice now, no answer within 3 days cancels it.',
      other:
        '# ship-by dates have passed. By the rule, these orders should be canceled and refunded. If you send a notice now, no answer within 3 days cancels them.',
    }),
  advice: 'This isn’t legal advice.',
  send: 'Send notice',
  sent: (count: number) => counted(count, { one: 'Notice sent', other: '# notices sent' }),
  notSent: (number: string, why: string) => `${number}: ${why}`,
};

/** What staff and buyers see on an order. */
export const delayFactTexts = {
  shipBy: (day: string) => `Ship by ${day}`,
  late: (day: string) => `Late: ship by ${day}`,
  asked: (day: string) => `Delay notice sent, answer by ${day}`,
};

export const delayFilterTexts = {
  label: 'Ship by',
  options: {
    '': 'Any day',
    due: 'Within 2 days, or late',
    late: 'Late',
    asked: 'Buyer asked to wait',
  },
};

/** For buyers: in My Orders and on the page of the emailed link. */
export const delayAnswerTexts = {
  title: 'Your delayed order',
  description: 'Keep your order or cancel it.',
  checking: 'Loading your order',
  what: (quantity: string, tool: string) => `${quantity} × ${tool}`,
  order: (number: string) => `Order ${number}`,
  delayed: (was: string, now: string) => `This was to ship by ${was}. The new ship date is ${now}.`,
  unknown: (was: string) => `This was to ship by ${was}. We can’t say yet when it will ship.`,
  reason: (reason: string) => `Reason: ${reason}`,
  consents: (day: string) => `If we don’t hear from you, we’ll ship by ${day}.`,
  cancels: (day: string) =>
    `If we don’t hear from you by ${day}, we’ll cancel it and refund you in full unless it has shipped.`,
  wait: 'I’ll wait',
  waitOf: (number: string) => `I’ll wait: order ${number}`,
  cancel: 'Cancel and refund',
  cancelOf: (number: string) => `Cancel and refund: order ${number}`,
  cancelTitle: 'Cancel this order?',
  cancelText: 'It won’t ship, and we’ll refund you in full.',
  keep: 'Keep order',
  waits: 'You’re keeping this order. You can still cancel it until it ships.',
  canceled: 'This order is canceled. Your refund is on its way.',
  ended: 'This order needs no answer any more.',
  shipsBy: (day: string) => `Ships by ${day}`,
  toOrders: 'Go to My Orders',
};
