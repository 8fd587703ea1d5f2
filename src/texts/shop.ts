/** Texts about the shop for machines only, with its details filled in. */
export const shopFactTexts = {
  contactType: 'customer service',
};

/** The name that the drawn wordmark spells. A shop with another name has it typeset. */
export const DRAWN_NAME = 'Toolyard';

/** Texts about the public pages for search engines, browser tabs and shared links. */
export const seoTexts = {
  /** `shop` is its name, which is unknown on some error pages. */
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

/** The link to the page for withdrawals, in the words of Directive 2011/83/EU, art. 11a(1). */
export const withdrawLinkLabel = 'Withdraw from contract here';
