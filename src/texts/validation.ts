/** Error messages about an invalid field. `label` is the field's. */
export const fieldTexts = {
  tooLong: (label: string, max: number) => `${label} must be ${max} characters or shorter`,
  notPlain: (label: string) => `${label} must be plain text`,
  notWhole: (label: string) => `${label} must be a whole number`,
  tooSmall: (label: string, min: number) => `${label} must be at least ${min}`,
  tooLarge: (label: string) => `${label} is too large`,
  missing: (label: string) => `${label} is required`,
};

/** The rules of accounts and profiles: the specification's texts, in its spelling. */
export const accountRuleTexts = {
  emailLabel: 'Email',
  emailMissing: 'Email is required',
  emailWrong: 'Provide a valid email',
  passwordMissing: 'Password is required',
  passwordShort: 'Must be 6 characters or longer',
  passwordLong: 'Must be 128 characters or shorter',
  passwordWeak: 'This password is too easy to guess. Choose a different one.',
  name: { missing: 'Name is required', label: 'Name' },
  code: { missing: 'Enter a code', label: 'Code', sixDigits: 'The app shows a code of 6 digits' },
  passkeyName: { missing: 'Give the passkey a name', label: 'Name' },
  passkey: 'That isn’t a passkey',
  profile: {
    name: { missing: 'Please provide your name! its required', label: 'Name' },
    education: { missing: 'Please provide your education ! its required', label: 'Education' },
    linkedin: {
      missing: 'Please provide your linkedin ! its required',
      label: 'LinkedIn link',
      noLink: 'A LinkedIn link starts with http:// or https://',
    },
    phone: { missing: 'Please provide your phone number ! its required', label: 'Phone number' },
    city: { missing: 'Please provide your city ! its required', label: 'City' },
    district: { missing: 'Please provide your district ! its required', label: 'District' },
    company: 'Company',
    vatNumber: 'VAT number',
    noVatNumber: 'This isn’t a VAT number. It starts with two letters for the country, such as DE129273398.',
  },
};

/** The rules of the contact form. */
export const contactRuleTexts = {
  name: { missing: 'Please provide your name!', label: 'Name' },
  phone: { missing: 'Please provide your phone number!', label: 'Phone number' },
  messageLabel: 'Message',
};

/** The rules of an answer to a contact message. */
export const messageAnswerRuleTexts = {
  text: { missing: 'Please write a reply', label: 'Reply' },
};

/** The rules of staff notices. */
export const noticeRuleTexts = {
  isOn: 'isOn must be true or false',
  token: 'token is required',
};

/** The rules of blocking a buyer. */
export const blockRuleTexts = {
  reason: { missing: 'Please give a reason', label: 'Reason' },
};

/** The rules of internal staff notes. */
export const staffNoteRuleTexts = {
  note: { missing: 'Please write a note', label: 'Note' },
};

/** The rules of the order form: the specification's texts. */
export const orderRuleTexts = {
  /** The rule is ≥; the text is the specification's. */
  belowMinimum: (min: number) => `Minimum order quantity must be greater than ${min}`,
  /** Three valid quantities illustrate the rule; the minimum is a whole number of packs. */
  notInPacks: (min: number, step: number) =>
    `Order quantity must be ${min}, ${min + step}, ${min + 2 * step},,, and so on: it’s sold in packs of ${step}`,
  aboveAvailable: (available: number) => `Maximum order quantity must be smaller than or equal ${available}`,
  phone: { missing: 'Please provide your phone number!', label: 'Phone number' },
  address: { missing: 'Please provide your address!', label: 'Address' },
  purchaseOrderNumber: 'Purchase order number',
  buyerNote: 'Note',
  quantity: 'Order quantity',
  notMoment: (field: string) => `${field} must be an ISO 8601 time`,
  notAmount: (field: string) => `${field} must be a positive number`,
  orderIds: {
    missing: 'orderIds must be a list of order ids',
    tooMany: (most: number) => `orderIds must have at most ${most} ids`,
    twice: 'orderIds must name each order once',
    notBoth: 'Send either orderId or orderIds',
  },
};

/** The rules of refunds and cancellations. */
export const refundRuleTexts = {
  reason: { missing: 'Please give a reason', label: 'Reason' },
  amount: { missing: 'amount must be a number', notPositive: 'Amount must be more than 0' },
  quantity: 'Units',
  delivery: 'delivery must be true',
  oneOfThem: 'Send one of an amount, a number of units, or the delivery',
  restock: 'restock must be true or false',
  keepDelivery: 'keepDelivery must be true or false',
  refund: 'refund must be a number',
  restockUnits: 'To return units to stock, say how many are refunded',
};

/** The rules of payments that staff record. */
export const byStaffRuleTexts = { method: 'method must be cash or transfer' };

/** The rules of the review form: the specification's texts. */
export const reviewRuleTexts = {
  rateMissing: 'Rate is required',
  rateNotWhole: 'Rate must be a whole number',
  rateOutside: 'Rate must be between 1 and 5',
  words: { missing: 'Adding review is required', label: 'Review' },
  hideReason: { missing: 'Please give a reason', label: 'Reason' },
  answerLabel: 'Reply',
  seen: 'seen must be a time such as 2026-11-23T14:05:00.000Z, or null',
};

/** The rules of the test card's form. */
export const cardRuleTexts = {
  numberMissing: 'Card number is required',
  numberWrong: 'Card number is not valid',
  expiryMissing: 'Expiration date is required',
  expiryWrong: 'Expiration date is not valid',
  securityCodeMissing: 'Security code is required',
  securityCodeWrong: 'Security code is not valid',
};
