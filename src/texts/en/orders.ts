import type { ListTexts } from './lists.ts';

const search = {
  status: 'Status',
  all: 'All',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  priceRising: 'Price, rising',
  priceFalling: 'Price, falling',
  toolName: 'Tool’s name',
  sortBy: 'Sort by',
};

/** The buyer's own orders. */
export const myOrdersTexts = {
  title: 'My Orders',
  description: 'The tools you have ordered.',
  heading: (count: string) => `Total Orders: ${count}`,
  list: {
    caption: 'My Orders',
    count: { one: '# order', other: '# orders' },
    noneMatches: (words) => `No order matches “${words}”`,
    noneChosen: 'No order is as you chose',
    showAll: 'Show all orders',
  } satisfies ListTexts,
  controls: 'Orders',
  searchHint: 'Tool, or the whole number of an order or a payment',
  search: {
    ...search,
    unpaid: 'Unpaid',
    paid: 'Pending: paid, on its way soon',
    shipped: 'Confirmed: shipped',
  },
  columns: {
    email: 'Email',
    userName: 'Username',
    tool: 'Tool',
    address: 'Address',
    price: 'Price',
    payment: 'Payment',
    status: 'Status',
    actions: 'Actions',
  },
  unpaid: 'Unpaid',
  pending: 'Pending',
  confirmed: 'Confirmed',
  pay: 'pay',
  payFor: (tool: string) => `pay for ${tool}`,
  transactionId: 'Transaction id',
  delete: 'Delete',
  deleteOrder: (tool: string) => `Delete the order of ${tool}`,
  deleted: 'Order deleted',
  review: 'Review',
  reviewTool: (tool: string) => `Review ${tool}`,
  reviewed: 'Reviewed',
  sentTo: (address: string) => `To ${address}`,
  none: 'You have no orders yet',
  noneYet: 'What you order waits here until you pay for it.',
  goToTools: 'Go to the tools',
};

/** Everybody's orders, for admins. */
export const manageOrdersTexts = {
  title: 'Manage Orders',
  description: 'All orders of this shop, and what people wrote to it.',
  lead: 'Press Pending when a paid order leaves the shop: it becomes Shipped, and the buyer gets a mail.',
  views: 'What to manage',
  orders: 'Orders',
  messages: 'Contact messages',
  list: {
    caption: 'All orders',
    count: { one: '# order', other: '# orders' },
    noneMatches: (words) => `No order matches “${words}”`,
    noneChosen: 'No order is as you chose',
    showAll: 'Show all orders',
  } satisfies ListTexts,
  searchHint: 'Buyer, email, tool, or the whole number of an order or a payment',
  search: {
    ...search,
    unpaid: 'Unpaid',
    paid: 'Pending: paid, not shipped',
    shipped: 'Shipped',
    buyerName: 'Buyer’s name',
  },
  columns: {
    picture: 'Tool Image',
    tool: 'Tool Name',
    orderedBy: 'Ordered By',
    status: 'Status',
    actions: 'Actions',
  },
  unpaid: 'Unpaid',
  pending: 'Pending',
  shipped: 'Shipped',
  ship: (tool: string, buyer: string) => `Pending: mark the order of ${tool} by ${buyer} as shipped`,
  delivered: 'Order successfully delivered',
  shippedBefore: 'This order was shipped before.',
  history: 'History',
  historyOf: (tool: string, buyer: string) => `History of the order of ${tool} by ${buyer}`,
  delete: 'Delete',
  deleteOrder: (tool: string, buyer: string) => `Delete the order of ${tool} by ${buyer}`,
  paidStays: 'A paid order cannot be deleted',
  deleted: 'Order deleted',
  deliveryTo: (address: string, phone: string) => `${address}, ${phone}`,
  orderedBy: (order: string, buyer: string) => `${order}, ordered by ${buyer}`,
  none: 'There are no orders yet',
  noneYet: 'What people order stands here, the newest first.',
};

/** An order by its number, and what it is of. */
export const numberedOrder = (number: string, order: string) => `${number}: ${order}`;

/** How many of which tool an order is of. */
export const orderedUnits = (quantity: string, tool: string) => `${quantity} × ${tool}`;

/** An order's story: what has happened to it, and what comes next. */
export const orderStoryTexts = {
  label: 'Story of this order',
  placed: 'Placed',
  paid: 'Paid',
  shipped: 'Shipped',
  moneyBack: 'Money given back',
  lost: 'Can no longer be paid',
  payNext: 'Waits for your payment',
  payBy: (time: string) => `Pay by ${time}`,
  shipsNext: 'Ships next',
  waitsForPayment: 'Waits for payment',
  heldUntil: (time: string) => `Held for payment until ${time}`,
  toShip: 'To be shipped',
};

/** What happened to an order, as its history tells it to admins. */
export const orderHistoryTexts = {
  title: (number: string) => `History of order ${number}`,
  loading: 'Loading the history',
  loadMore: 'Load more',
  close: 'Close',
  by: (actor: string) => `by ${actor}`,
  admin: (email: string) => `${email} (admin)`,
  theShop: 'the shop by itself',
  theCardProvider: 'the card provider',
  refused: (reason: string) => `Refused: ${reason}`,
  ordered: { one: '# unit ordered', other: '# units ordered' },
  held: { one: '# unit held', other: '# units held' },
  sold: { one: '# unit sold', other: '# units sold' },
  givenBack: { one: '# unit given back', other: '# units given back' },
  events: {
    'order placed': 'Order placed',
    'order paid': 'Order paid',
    'order shipped': 'Order shipped',
    'order deleted': 'Order deleted',
    'payment started': 'Payment started',
    'payment released': 'Payment ended unpaid',
    'payment called back': 'Payment could not be served',
    'payment refunded': 'Payment refunded',
    'difference mended': 'Put right with the card provider',
    'mail given up': 'A mail could not be delivered',
  },
  refusals: {
    not_allowed: 'it was not allowed',
    not_found: 'it was not theirs, or not there any more',
    conflict: 'it did not fit where the order stands',
    out_of_stock: 'too few were left',
    price_changed: 'the price was another',
    key_reused: 'its key was used for another request',
    provider_failed: 'the card provider did not answer',
  } as Record<string, string>,
  mails: {
    'order-placed': 'that the order was placed',
    'payment-received': 'the receipt',
    'order-shipped': 'that it was shipped',
    refunded: 'that the money goes back',
  } as Record<string, string>,
};
