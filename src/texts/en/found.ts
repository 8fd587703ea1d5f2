/** What search engines, browsers' tabs and shared links say of the public pages. */
export const foundTexts = {
  shopName: 'Toolyard',
  pageTitle: (page: string) => `${page} – Toolyard`,
  homeTitle: 'Toolyard – hand tools, power tools and machines',
  homeDescription: 'Hand tools, power tools and machines for everything on site. Order online, pay by card.',
  shareAlt: 'Toolyard: hand tools, power tools and machines for the trade',
  tools: {
    title: 'Tools',
    description: 'Every tool in the shop with its price and the quantity that is really there.',
    categoryDescription: (category: string) =>
      `${category} at Toolyard, each with its price, its smallest order and the quantity that is really there.`,
    searchTitle: (words: string) => `‘${words}’ in Tools`,
  },
  /** What the shop is called under an icon, and what it says of itself where it is installed as an app. */
  app: {
    shortName: 'Toolyard',
    description: 'Hand tools, power tools and machines, ordered on site or at the desk.',
  },
  contactType: 'customer service',
};
