/** The lists below a tool. */
export const relatedTexts = { accessories: 'Accessories', bought: 'Customers also bought' };
