/** What search engines, browsers' tabs and shared links say of the public pages. */
export const foundTexts = {
  pageTitle: (page: string) => `${page} – Toolyard`,
  homeTitle: 'Toolyard – hand tools, power tools and machines',
  homeDescription: 'Hand tools, power tools and machines for everything on site. Order online, pay by card.',
  tools: {
    title: 'Tools',
    description: 'Every tool in the shop with its price and the quantity that is really there.',
    categoryDescription: (category: string) =>
      `${category} at Toolyard, each with its price, its smallest order and the quantity that is really there.`,
    searchTitle: (words: string) => `‘${words}’ in Tools`,
  },
};
