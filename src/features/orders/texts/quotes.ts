/** A quote's state, as in 'This quote has expired and can’t be accepted'. */
export const quoteStateWords = {
  asked: 'hasn’t been answered yet',
  offered: 'is waiting for the buyer',
  accepted: 'has been accepted',
  paid: 'has been paid',
  declined: 'was declined',
  withdrawn: 'was withdrawn',
  expired: 'has expired',
};

/** A quote's rejected move, in the same sentence. */
export const quoteMoveWords = {
  offered: 'offered',
  accepted: 'accepted',
  paid: 'paid',
  declined: 'declined',
  withdrawn: 'withdrawn',
  expired: 'ended',
};

export const quoteErrorTexts = {
  noSuchQuote: 'We can’t find that quote',
  notYourQuotes: 'These quotes belong to someone else',
  illegalMove: (state: string, move: string) => `This quote ${state} and can’t be ${move}`,
  changedMeanwhile: 'This quote has just changed. Please check it and try again.',
  alreadyQuoted: (number: string) => `This order is already in quote ${number}. Decline that first.`,
  declineFirst: (number: string) => `This order is in quote ${number}. Decline the quote first.`,
  acceptFirst: (number: string) => `This order is in quote ${number}. Accept or decline the quote first.`,
  paidMeanwhile: 'Some of these orders have been paid, so this quote no longer applies. Request a new one.',
  tooManyOpen: (most: number) => `You have ${most} open quotes. Please accept or decline one first.`,
  verifyFirst:
    'Please verify your email address first. Follow the link we emailed you, or send a new one from your profile.',
  otherOrders: 'Enter a price for each order in the quote',
  noAmount: (step: string) => `Prices must be multiples of ${step}`,
  inThePast: 'The quote must end in the future',
  tooFar: (days: number) => `A quote can be good for ${days} days at most`,
  short: (tool: string, needed: number, available: number) =>
    `${tool}: ${needed} needed, ${available} available`,
};

/** Validation messages for quote requests and offers. */
export const quoteRuleTexts = {
  note: 'Note',
  message: 'Message',
  unitPrice: { missing: 'Unit price is required', notPositive: 'Unit price must be more than 0' },
  price: { missing: 'price is required', notPositive: 'price must be more than 0' },
  version: 'version must be a whole number',
  holds: 'holds must be true or false',
  expiresAt: { wrong: 'expiresAt must be a time, such as 2026-11-23T14:05:00Z' },
  lines: {
    missing: 'lines must be a list of orders and prices',
    tooMany: (most: number) => `lines must have at most ${most} lines`,
    twice: 'lines must name each order once',
  },
};

export const quoteEmailTexts = {
  why: (shop: string) => `You’re getting this email because of a quote at ${shop}.`,
  facts: {
    quote: 'Quote',
    total: 'Total',
    until: 'Good until',
    reserved: 'Units',
    reservedUntil: 'Reserved for you until then',
    message: 'Message',
    note: 'Note',
    buyer: 'Buyer',
    email: 'Email',
  },
  offered: {
    subject: (number: string, shop: string) => `Your quote ${number} from ${shop}`,
    heading: 'Your quote is ready',
    text: 'These are our prices for your cart, before shipping and tax. Accept the quote to pay at these prices.',
    link: 'View the quote',
  },
  expired: {
    subject: (number: string) => `Your quote ${number} has expired`,
    heading: 'Your quote has expired',
    text: 'Its prices no longer apply and nothing is reserved anymore. Your tools are still in your cart.',
    link: 'View your cart',
  },
  withdrawn: {
    subject: (number: string) => `Your quote ${number} was withdrawn`,
    heading: 'We’ve withdrawn your quote',
    text: 'We can no longer offer this quote, and nothing is reserved anymore. Your tools are still in your cart.',
    link: 'View your cart',
  },
  closed: {
    subject: (number: string) => `Your quote ${number} is closed`,
    heading: 'Your quote is closed',
    text: 'You’ve already paid for everything in it, so there’s nothing left to accept.',
    link: 'View your orders',
  },
  toStaff: {
    link: 'Open the quote',
    asked: {
      subject: (number: string) => `Quote ${number} requested`,
      heading: 'A buyer requested a quote',
      text: 'Offer your prices, and choose how long they’re good for.',
    },
    accepted: {
      subject: (number: string) => `Quote ${number} accepted`,
      heading: 'Your quote was accepted',
      text: 'The buyer can pay at these prices until the quote expires.',
    },
    declined: {
      subject: (number: string) => `Quote ${number} declined`,
      heading: 'A quote was declined',
      text: 'Nothing is reserved for it anymore.',
    },
  },
};
