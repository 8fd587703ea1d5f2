/** One tool's page and its order form. */
export const toolTexts = {
  title: 'Tool',
  description: 'Price, stock, and order form.',
  loading: 'Loading the tool',
  failed: (reason: string) => `We couldn’t load this tool. ${reason}`,
  gone: 'This tool isn’t in the shop',
  goneWhy: 'It may have been removed since the link was made.',
  seeAll: 'See all tools',

  minimumOrderQuantity: 'Minimum Order Quantity',
  availableQuantity: 'Available Quantity',
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  buyNow: 'BUY NOW',
};
