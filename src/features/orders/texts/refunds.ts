import { counted, formatCount } from '#texts/locale.ts';

const units = (count: number) => counted(count, { one: '# unit', other: '# units' });

/** What was refunded of an order, beside its state. */
export const refundFactTexts = {
  refunded: (amount: string) => `Refunded ${amount}`,
  due: (amount: string) => `Refund due ${amount}`,
};

/** Standard reasons, in place of one typed by staff. */
export const refundReasonTexts = {
  atProvider: 'Refunded directly at our card provider',
  disputeLost: 'Returned by the bank after a dispute',
};

/** Confirmation for buyers before an order is cancelled. */
export const cancelOrderTexts = {
  button: 'Cancel order',
  buttonOf: (tool: string) => `Cancel order: ${tool}`,
  title: 'Cancel this order?',
  warning: (amount: string) => `It won’t ship, and we’ll refund ${amount} to your card.`,
  warningByHand: (amount: string) => `It won’t ship, and we’ll refund ${amount} to you directly.`,
  keptDelivery: (below: string, delivery: string) =>
    `Without it, your order falls below ${below}, so shipping is no longer free: we’ll deduct ${delivery} for it.`,
  keep: 'Keep order',
  done: 'Order canceled. Your refund is on its way.',
};

/** Texts of staff's refund dialog. */
export const refundOrderTexts = {
  button: 'Refund',
  buttonOf: (tool: string, buyer: string) => `Refund ${buyer}’s order for ${tool}`,
  title: (number: string) => `Refund order ${number}`,
  left: 'Left to refund',
  given: 'Refunded',
  due: 'Due',
  partlyGiven: (amount: string) => `${amount} already refunded`,
  what: 'What to refund',
  kinds: {
    cancel: 'Cancel the whole order',
    units: 'Units',
    delivery: 'Shipping',
    amount: 'An amount',
  },
  cancelHint: (count: number) =>
    counted(count, {
      one: 'It won’t ship, and # unit returns to stock.',
      other: 'It won’t ship, and # units return to stock.',
    }),
  cancelRefund: (amount: string) => `We’ll refund ${amount} to the buyer.`,
  keepDelivery: (delivery: string) => `Deduct ${delivery} for shipping`,
  keepHint: (below: string) =>
    `What’s left of the purchase falls below ${below}, so shipping is no longer free. Uncheck this if the shop can’t fill the order.`,
  units: (left: number) => `Units, up to ${formatCount(left)}`,
  unitsHint: 'Unshipped units are refunded first, and won’t ship.',
  deliveryHint: (left: string) => `${left} of this payment’s shipping charge is left to refund.`,
  amount: (left: string) => `Amount, up to ${left}`,
  restock: 'Return to stock',
  reason: 'Reason',
  reasonHint: 'The buyer will see this.',
  close: 'Close',
  kindMissing: 'Choose what to refund',
  amountMissing: 'Enter the amount to refund',
  unitsMissing: 'Enter how many units to refund',
  send(isCancel: boolean, amount: string | undefined): string {
    if (amount === undefined) return isCancel ? 'Cancel order' : 'Refund';
    return isCancel ? `Cancel order and refund ${amount}` : `Refund ${amount}`;
  },
  cancelled: 'Order canceled. The refund is on its way.',
  refunded: (amount: string) => `Refund of ${amount} started`,
  history: 'Refunds of this order',
  states: { due: 'Due', done: 'Refunded', failed: 'Failed' },
  ofUnits: units,
  keptDelivery: (amount: string) => `${amount} deducted for shipping`,
  ofDelivery: (amount: string) => `${amount} of it for shipping`,
  restocked: (count: number) => `${units(count)} returned to stock`,
  retry: 'Try again',
  retryOf: (amount: string) => `Try again: refund of ${amount}`,
  retried: 'Trying again',
  byHand: 'Not paid by card. Refund it yourself, then mark it as refunded.',
  mark: 'Mark as refunded',
  markOf: (amount: string) => `Mark as refunded: ${amount}`,
  markTitle: 'Mark as refunded?',
  markWarning: (amount: string) =>
    `Only if you’ve refunded ${amount} another way, for example in cash or by transfer. We’ll email the buyer.`,
  marked: 'Marked as refunded',
};

/** The desk's filter by refunds. */
export const refundFilterTexts = {
  label: 'Refunds',
  options: { '': 'Any', due: 'Refund due', refunded: 'Refunded', disputed: 'Payment disputed' },
};
