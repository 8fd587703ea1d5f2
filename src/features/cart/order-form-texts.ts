import { formatCount } from '#texts/locale.ts';

export const orderFormTexts = {
  heading: 'Order this tool',
  unorderable: (min: number, available: number) =>
    available === 0
      ? 'Sold out.'
      : `Only ${formatCount(available)} left; the minimum order is ${formatCount(min)}.`,
  name: 'Name',
  email: 'Email',
  quantity: 'Order Quantity',
  less: 'One fewer',
  more: 'One more',
  packs: (step: number) => `Sold in packs of ${formatCount(step)}`,
  wholeNumber: 'Order quantity must be a whole number',
  phone: 'Phone',
  address: 'Address',
  shipsTo: (place: string) => `Ships to ${place}`,
  changeDestination: 'Change',
  completeDestination: 'Complete it',
  closeDestination: 'Close',
  add: 'Add',
  addIsOff: (min: number, available: number) =>
    `Choose a quantity from ${formatCount(min)} to ${formatCount(available)}.`,
  summary: 'Your order',
  timesPrice: (quantity: number, price: string) => `${formatCount(quantity)} × ${price}`,
  total: 'Total:',
  noTotal: '–',
  updating: 'Updating…',
  added: 'Your order is added to your cart',
  failed: 'Sorry,failed to add your order!',
  payNow: (price: string) => `Pay ${price} now`,
  payNowMore: 'Pay now',
  goToCart: 'Go to cart',
  keepShopping: 'Keep shopping',
  addedAlready: 'It’s in your cart. Change the quantity, phone, or address to add another order.',
};
