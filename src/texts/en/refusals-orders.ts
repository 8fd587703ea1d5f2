/** Why an order cannot be placed, shown, deleted or shipped. */
export const orderRefusalTexts = {
  noSuchOrder: 'There is no such order',
  notYourOrders: 'These are somebody else’s orders',
  outOfStock: 'This tool is out of stock',
  tooFew: (available: number, smallest: number) =>
    `This tool is out of stock: ${available} available, and the smallest order is ${smallest}`,
  tooMuch: (most: string) => `An order can come to ${most} at most. Please order fewer`,
  otherPrice: (right: string) => `The price is ${right}. Please check it and try again`,
  noLongerSold: 'This tool is no longer sold',
  toolIdMissing: 'toolId is required',
  severalOfName: 'Several tools have this name: send toolId',
  noneOfName: 'No tool in the shop has this name',
  beingPaid: 'This order is being paid. Please try again',
  illegalMove: (thing: string, state: string, move: string) =>
    `This ${thing} is ${state} and cannot be ${move}`,
};

/** Why an order cannot be paid, and why a payment is given back. */
export const paymentRefusalTexts = {
  noSuchPayment: 'There is no such payment',
  alreadyPaid: 'This order has been paid already',
  toolGone: 'This tool is no longer sold, so the order can no longer be paid',
  soldOut: (tool: string, ordered: number) =>
    `${tool} is out of stock: fewer than the ${ordered} you ordered are left`,
  severalOfPrice: 'Several of your unpaid orders have this price: send orderId',
  noneOfPrice: 'None of your unpaid orders has this price',
  tooManyUnderWay: (most: number) =>
    `You have ${most} payments under way. Please finish or delete one of them first`,
  notStarted: 'The payment could not be started. Please try again',
  otherOrder: 'This payment is not for this order',
  refunding: (reason: string) => `${reason}. Your payment is being refunded`,
  cancelled: 'This payment was cancelled. Please start it again',
  notSucceeded: 'This payment has not succeeded',
  notByCard: (reason: string) => `This order cannot be paid by card: ${reason}`,
  noAnswer: 'The card payment service did not answer. Please try again in a moment',

  otherAmount: 'The amount charged was not what the order comes to',
  orderDeleted: 'The order had been deleted',
  orderPaid: 'The order had been paid already',
  soldOutMeanwhile: 'The tool was sold out by the time the payment arrived',
};

/** What the sandbox says of test cards, in the words of card providers. */
export const cardTexts = {
  declined: 'Your card was declined.',
  noFunds: 'Your card has insufficient funds.',
  noTestCard:
    'Your card was declined. This shop is in test mode and takes test cards only, such as 4242 4242 4242 4242.',
  incomplete: 'Your card number is incomplete.',
  invalid: 'Your card number is invalid.',
  securityCode: 'The security code has 3 digits.',
  expiry: 'Write the expiry date as MM/YY.',
  expired: "Your card's expiry date is in the past.",
  notAuthenticated: 'We could not authenticate your card. Please choose a different card or try again.',
  notWaiting: 'This payment is not waiting for authentication',
};
