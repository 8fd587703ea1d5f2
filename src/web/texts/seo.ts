/** What search engines, browsers' tabs and shared links say of the public pages. */
export const seoTexts = {
  pageTitle: (page: string) => `${page} – Toolyard`,
  homeTitle: 'Toolyard – hand tools, power tools, and machines',
  homeDescription: 'Hand tools, power tools, and machines for every job. Order online and pay by card.',
  tools: {
    title: 'Tools',
    description: 'Every tool in the shop, with prices and live stock.',
    categoryDescription: (category: string) =>
      `${category} at Toolyard, with prices, minimum orders, and live stock.`,
    searchTitle: (words: string) => `“${words}” in Tools`,
  },
};
