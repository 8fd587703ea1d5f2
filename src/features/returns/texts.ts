/** Why units come back, by their code on the wire. */
export const returnReasonTexts = {
  damaged: 'Arrived damaged',
  defective: 'Defective or doesn’t work',
  wrong_item: 'Wrong item',
  not_as_described: 'Not as described',
  changed_mind: 'Changed my mind',
  withdrawal: 'Withdrawal from the contract',
  other: 'Other',
};

/** Who pays for sending a return back, as its buyer reads it. */
export const returnPostageTexts = {
  buyer: 'You pay',
  shop: 'We pay',
};

/** Why units can't be returned now, by its code on the wire. */
export const notReturnableTexts = {
  not_shipped: 'This order hasn’t shipped yet',
  too_late: 'The time to return this order has ended',
  excluded: 'This product can’t be returned',
  all_returned: 'All units of this order are already returned, refunded, or on their way back',
  off: 'Contact us to return this order',
};

/** Labels and errors about what a return is sent with. */
export const returnRuleTexts = {
  lines: {
    missing: 'Choose what to return',
    tooMany: (most: number) => `A return can have ${most} lines at most`,
    twice: 'Each order can be named once',
  },
  quantity: 'Quantity',
  note: 'Note',
  reason: { missing: 'Enter a reason. The buyer will see it.', label: 'Reason' },
  rejectedReason: { missing: 'Say why. The buyer will see it.', label: 'Reason' },
  address: { missing: 'Enter an address', label: 'Address' },
  labelUrl: 'Enter a web address that starts with https://',
  count: (field: string) => `${field} must be a whole number, 0 or more`,
  deduct: 'Enter an amount of 0 or more',
  restock: 'restock must be a whole number, 0 or more',
  delivery: 'delivery must be true or false',
};

/** Refusals. */
export const returnErrorTexts = {
  noSuchReturn: 'We can’t find that return',
  notYourReturns: 'These returns belong to someone else',
  closedOften:
    'Several returns of this purchase were closed already. Please contact us to start another one.',
  severalPurchases: 'A return has items of one purchase. Start another return for the others.',
  tooMany: (number: string, left: number) =>
    left === 0
      ? `Order ${number} has nothing left to return`
      : `Only ${left} of order ${number} can be returned`,
  tooLate: (number: string) =>
    `The time to return order ${number} has ended. Contact us if something is wrong.`,
  excluded: (tool: string) => `${tool} can’t be returned. Contact us if something is wrong.`,
  off: 'Contact us to return this order',
  illegalMove: (state: string) => `This return is ${state}, so this can’t be done`,
  staffOnly: 'Only staff can do that',
  arrived: 'Some of these items have arrived, so this return can’t be canceled',
  notInReturn: 'This order isn’t part of the return',
  moreThanAwaited: (left: number) => `Only ${left} are still expected`,
  moreAccepted: 'You can’t accept more than arrived',
  moreRestocked: 'You can’t restock more than was accepted',
  nothingReceived: 'Enter how many arrived',
  sayWhy: 'Say why some weren’t accepted or less is refunded. The buyer will see it.',
  deductMoreThan: (most: string) => `At most ${most} can be deducted`,
  deductSteps: (step: string) => `Deductions must be multiples of ${step}`,
  deliveryWithUnits: 'Shipping can be refunded only when something is accepted',
  tooManyPictures: (most: number) => `A return can have ${most} pictures at most`,
  ended: 'This return has ended, so nothing can be added',
  noSuchPicture: 'We can’t find that picture',
  noSuchLabel: 'This return has no label',
  notMultipart: 'Send the label as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field label',
  badForm: 'The form is invalid or incomplete',
  empty: 'The file is empty',
  tooLarge: (megabytes: number) => `The label must be ${megabytes} MB or smaller`,
  notPdf: 'The label must be a PDF file',
};

/** The reason of a return's refunds, for the buyer. */
export const returnRefundReason = (number: string) => `Return ${number}`;
