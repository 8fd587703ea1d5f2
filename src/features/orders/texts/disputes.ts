import { counted } from '#texts/locale.ts';

/** Describes the card provider's dispute reason code as a phrase
 * (https://docs.stripe.com/disputes/categories). */
export const disputeReason = (code: string): string =>
  code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ');

export const disputeErrorTexts = {
  open: (number: string) => `The payment for order ${number} is disputed, so it wasn’t shipped`,
  lost: (number: string) =>
    `The payment for order ${number} went back to the buyer in a dispute, so it wasn’t shipped`,
  noRefund:
    'This payment is disputed. The buyer’s bank will decide whether to return it, so a refund now could pay the buyer twice.',
  noCancel: 'The bank is deciding whether to return this payment, so this order can’t be canceled now',
};

/** Texts about an order's disputes, for staff. */
export const disputeTexts = {
  badges: {
    open: (amount: string) => `Disputed: ${amount}`,
    won: (amount: string) => `Dispute won: ${amount}`,
    lost: (amount: string) => `Dispute lost: ${amount}`,
  },
  list: 'Disputes of this payment',
  since: (day: string) => `Open since ${day}`,
  closed: (day: string) => `Closed ${day}`,
  respondBy: (day: string) => `Respond through your card provider by ${day}`,
  uncounted: (amount: string) =>
    `${amount} of it exceeds what was left of the payment and isn’t on a credit note`,
  refundFirst: 'The buyer’s bank is asking about this payment. A refund settles the inquiry.',
  noRefund: 'This order can’t be refunded while a dispute is open: the buyer could be paid twice.',
};

/** Confirmation before a disputed order ships. */
export const shipDisputedTexts = {
  title: (orders: number) =>
    counted(orders, { one: 'Ship this disputed order?', other: 'Ship these disputed orders?' }),
  open: (amount: string, reason: string) =>
    `The buyer’s bank disputes ${amount} of this payment. Reason: ${reason}. If the bank decides for the buyer, you lose the money as well as the tools.`,
  lost: (amount: string) => `This payment was lost in a dispute: ${amount} went back to the buyer.`,
  unknown:
    'This payment is disputed. If the bank decides for the buyer, you lose the money as well as the tools.',
  ask: 'Ship anyway?',
  ship: 'Ship anyway',
  keep: 'Don’t ship',
};

/** Emails to staff about a dispute. */
export const disputeEmailTexts = {
  open: {
    subject: (numbers: string) => `Payment disputed: ${numbers}`,
    heading: 'A payment is disputed',
    text: 'The buyer’s bank disputes this payment. Respond through your card provider. Until it’s decided, Manage Orders asks before the order ships, and can’t refund it.',
  },
  won: {
    subject: (numbers: string) => `Dispute won: ${numbers}`,
    heading: 'You won a dispute',
    text: 'The dispute is closed, and you keep the payment.',
    afterLost:
      'It was first lost, and recorded as a refund with a credit note. The card provider has now returned the money to you. The shop still shows the refund, so ask your accountant to correct it.',
  },
  lost: {
    subject: (numbers: string) => `Dispute lost: ${numbers}`,
    heading: 'You lost a dispute',
    text: 'The money went back to the buyer. It’s recorded as a refund, with a credit note for each order.',
    uncounted: (amount: string) =>
      `${amount} of it is more than was left of the payment after refunds, and isn’t on a credit note. Check it with your card provider.`,
  },
  amount: 'Disputed',
  reason: 'Reason',
  respondBy: 'Respond by',
  orders: 'Orders',
  buyer: 'Buyer',
  email: 'Email',
  link: 'Open the order',
};
