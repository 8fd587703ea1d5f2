/** What only machines are told of the shop, in the form that its details fill. */
export const shopFactTexts = {
  /** What is to be seen on the picture that sharers show. */
  sharePicture: (name: string, tagline: string) => `${name}: ${tagline} for the trades`,
  contactType: 'customer service',
};

/** What the drawn lettering of the wordmark spells. A shop of another name has it set in type. */
export const DRAWN_NAME = 'Toolyard';
