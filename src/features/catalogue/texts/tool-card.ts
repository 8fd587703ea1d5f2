/** A tool's card, wherever it stands. */
export const toolCardTexts = {
  inStock: 'INSTOCK',
  outOfStock: 'Out of stock',
  orderQuantity: 'Order Quantity',
  availableQuantity: 'Available Quantity',
  addCart: 'Add Cart',
};
