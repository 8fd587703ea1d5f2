/** What only machines are told of the shop, in the form that its details fill. */
export const shopFactTexts = {
  contactType: 'customer service',
};

/** What the drawn lettering of the wordmark spells. A shop of another name has it set in type. */
export const DRAWN_NAME = 'Toolyard';
