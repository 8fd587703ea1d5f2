/** The number of an order: `TY-10482`, with the prefix that was chosen when it was placed. Apart from the
 * shop's details, which calls about orders do without. */
export const orderNumberPattern = /^[A-Z][A-Z0-9]{0,5}-\d{1,18}$/;
