/** One tool's page and its order form. */
export const toolTexts = {
  title: 'Tool',
  description: 'Price, quantities and the order form of one tool.',
  loading: 'Loading the tool',
  failed: (reason: string) => `The tool could not be loaded. ${reason}`,
  gone: 'This tool is not in the shop',
  goneWhy: 'It may have been taken out since the link was made.',
  seeAll: 'See all tools',

  minimumOrderQuantity: 'Minimum Order Quantity',
  availableQuantity: 'Available Quantity',
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  buyNow: 'BUY NOW',
};
