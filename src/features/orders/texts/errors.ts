import { formatCount } from '#texts/locale.ts';

export const orderErrorTexts = {
  cartFull: (most: number) =>
    `An account can have ${formatCount(most)} unpaid orders. Pay for some or delete them to order more.`,
  packsChanged: 'This tool’s pack size has changed. Please choose the quantity again.',
  noSuchOrder: 'We can’t find that order',
  notYourOrders: 'These orders belong to someone else',
  outOfStock: 'This tool is out of stock',
  tooFew: (available: number, smallest: number) => `Only ${available} left; the minimum order is ${smallest}`,
  tooMuch: (most: string) => `Orders are limited to ${most}. Please order fewer.`,
  otherPrice: (right: string) => `The price is now ${right}. Please check it and try again.`,
  noLongerSold: 'This tool is no longer sold',
  toolIdMissing: 'toolId is required',
  severalOfName: 'Several tools have this name: send toolId',
  noneOfName: 'No tool in the shop has this name',
  paymentInProgress: 'A payment for this order is in progress. End that payment first to change the order.',
  beingPaid: 'This order is being paid. Please try again in a moment.',
  notReached: 'We stopped before this order because an earlier one failed. Please try again.',
  changedMeanwhile: 'This order has just changed. Please try again.',
  undoTooLate: 'This can no longer be undone: the buyer has been emailed',
  undoRefunded: (number: string) =>
    `This can no longer be undone: units of order ${number} were refunded after they shipped`,
  undoReturning: (number: string) => `This can no longer be undone: units of order ${number} are in a return`,
  illegalMove: (state: string, move: string) => `This order is ${state} and can’t be ${move}`,
};

export const paymentErrorTexts = {
  alreadyPaid: 'This order has already been paid',
  acceptFirst: (before: string, now: string) =>
    `The price per unit has changed from ${before} to ${now}. Please accept it first.`,
  noSuchPayment: 'We can’t find that payment',
  toolGone: 'This tool is no longer sold, so this order can’t be paid for',
  soldOut: (tool: string, ordered: number) =>
    `${tool} is out of stock: fewer than the ${ordered} you ordered are left`,
  ofSeveral: (tool: string, problem: string) => `${tool}: ${problem}`,
  tooMuchAtOnce: (most: string) => `One payment is limited to ${most}. Please pay for fewer orders at once.`,
  severalOfPrice: 'Several of your unpaid orders have this price: send orderId',
  noneOfPrice: 'None of your unpaid orders has this price',
  tooManyUnderWay: (most: number) => `You have ${most} payments in progress. Please finish or end one first.`,
  otherOrder: 'This payment is not for this order',
  refunding: (reason: string) => `${reason}. Your payment is being refunded.`,
  notSucceeded: 'This payment hasn’t gone through',
};

export const refundErrorTexts = {
  notPaid: 'This order hasn’t been paid, so there’s nothing to refund',
  partlySent: 'Part of this order has shipped, so it can’t be canceled. Refund the rest instead.',
  keptByShop: 'Only our staff can choose not to deduct shipping',
  otherRefund: (right: string) => `The refund is now ${right}. Please check it and try again.`,
  deleteUnpaid: 'This order hasn’t been paid. Delete it instead.',
  nothingLeft: 'Everything paid for this order has been refunded',
  moreThanLeft: (left: string) => `Only ${left} of this order is left to refund`,
  noGoodsLeft: 'There’s nothing left to refund for these units',
  noDeliveryLeft: 'There’s nothing left to refund for shipping',
  moreUnitsThanLeft: (left: number) =>
    left === 0 ? 'All units of this order have been refunded' : `Only ${left} units are left to refund`,
  returning: (left: number) =>
    left === 0
      ? 'All remaining units are on their way back in a return. Receive that return instead.'
      : `Only ${left} units can be refunded: the others are on their way back in a return`,
  noAmount: (step: string) => `Refunds must be multiples of ${step}`,
  shelfFull: 'The stock count can’t hold that many units',
  noSuchRefund: 'We can’t find that refund',
  notFailed: 'This refund hasn’t failed, so it can’t be tried again or marked as refunded',
  notByCard: 'This order wasn’t paid by card. Refund it yourself, then mark it as refunded.',
};

/** Why an unpaid order can no longer be paid, by its code on the wire. */
export const unavailableTexts = { tool_removed: paymentErrorTexts.toolGone };

/** Why a successful payment is refunded, by its code in the database. */
export const refundReasonTexts = {
  other_amount: 'The amount charged didn’t match the order total',
  order_deleted: 'The order was deleted',
  order_paid: 'The order was already paid',
  order_changed: 'The order was changed before the payment arrived',
  sold_out: 'The tool sold out before the payment arrived',
};

export type RefundReason = keyof typeof refundReasonTexts;
