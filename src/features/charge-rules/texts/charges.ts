/** Errors of charges. */
export const chargesRuleTexts = {
  orderIds: 'orderIds must be 1 to 50 orders',
  orderTwice: 'orderIds names an order twice',
};

export const chargesErrorTexts = {
  methodGone: 'That shipping method isn’t available for these orders anymore. Please choose another.',
};

/** The note beside tool prices. */
export const priceNoteTexts = {
  included: (tax: string) => `incl. ${tax}`,
  added: (tax: string) => `plus ${tax}`,
  delivery: 'plus shipping',
};

/** How orders are delivered, in one line. */
export const deliveryNoteTexts = {
  free: 'Free shipping',
  from: (price: string) => `Shipping from ${price}`,
  freeOver: (price: string, limit: string) => `Shipping from ${price}, free on orders of ${limit} or more`,
  varies: 'Your cart shows what shipping costs',
  collect: 'Pickup only',
};

/** Explains why goods with tax in their prices cost a different amount where another tax, or none, is due. */
export const taxAdjustmentText = (taxName: string, tax: number): string =>
  tax === 0 ? `${taxName} removed` : `${taxName} adjusted for the destination`;

/** Why orders cannot be delivered, by the code on the wire. */
export const undeliverableTexts = {
  address_needed:
    'We can’t tell the state or postal code from this address. Choose an address from your address book.',
  region: 'We don’t ship to this address',
  weight: 'These orders are too heavy for us to ship',
  several_places:
    'These orders go to different places. Choose one address to ship to, or pay for them separately.',
};
