/** What only machines are told of the shop, in the form that its details fill. */
export const shopFactTexts = {
  contactType: 'customer service',
};

/** What the drawn lettering of the wordmark spells. A shop of another name has it set in type. */
export const DRAWN_NAME = 'Toolyard';

/** What search engines, browsers' tabs and shared links say of the public pages. */
export const seoTexts = {
  /** `shop` is its name, which is not known where a page stands in for one that failed. */
  pageTitle: (page: string, shop?: string) => (shop ? `${page} – ${shop}` : page),
  homeTitle: (shop: string, tagline: string) => `${shop} – ${tagline}`,
  tools: {
    title: 'Tools',
    description: 'Every tool in the shop, with prices and live stock.',
    categoryDescription: (category: string, shop = '') =>
      `${category} at ${shop}, with prices, minimum orders, and live stock.`,
    searchTitle: (words: string) => `“${words}” in Tools`,
  },
};
