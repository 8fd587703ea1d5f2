/** What the shop is called, wherever its name is not part of a sentence. */
export const shopTexts = { name: 'Toolyard' };
