import type { ListTexts } from '#texts/lists.ts';

const search = {
  status: 'Status',
  all: 'All',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  priceRising: 'Price: low to high',
  priceFalling: 'Price: high to low',
  toolName: 'Tool name',
  sortBy: 'Sort by',
};

/** The buyer's own orders. */
export const myOrdersTexts = {
  title: 'My Orders',
  description: 'The tools you’ve ordered.',
  heading: (count: string) => `Total Orders: ${count}`,
  list: {
    caption: 'My Orders',
    count: { one: '# order', other: '# orders' },
    noneMatches: (words) => `No orders match “${words}”`,
    noneChosen: 'No orders match these filters',
    showAll: 'Show all orders',
  } satisfies ListTexts,
  controls: 'Orders',
  searchHint: 'Tool, order number, or transaction ID',
  search: {
    ...search,
    unpaid: 'Unpaid',
    paid: 'Pending: paid, not yet shipped',
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
  receipt: 'Receipt',
  receiptFor: (number: string) => `Receipt for order ${number}`,
  transactionId: 'Transaction ID',
  delete: 'Delete',
  deleteOrder: (tool: string) => `Delete the order for ${tool}`,
  deleted: 'Order deleted',
  edit: 'Edit',
  editOrder: (tool: string) => `Edit the order for ${tool}`,
  again: 'Order again',
  againOf: (tool: string) => `Order ${tool} again`,
  review: 'Review',
  reviewTool: (tool: string) => `Review ${tool}`,
  reviewed: 'Reviewed',
  sentTo: (address: string) => `To ${address}`,
  none: 'You have no orders yet',
  noneYet: 'Your orders will show up here.',
  goToTools: 'Shop all tools',
};

/** The dialog that changes an unpaid order. */
export const editOrderTexts = {
  title: 'Edit order',
  endsPayment:
    'Your tools are reserved for payment. If you change the quantity, you’ll start the payment again.',
  save: 'Save changes',
  changed: 'Order updated',
};

/** Everybody's orders, for admins. */
export const manageOrdersTexts = {
  title: 'Manage Orders',
  description: 'Every order in this shop, and the messages sent to it.',
  lead: 'Press Pending when a paid order ships. It becomes Shipped, and we email the buyer.',
  views: 'What to manage',
  orders: 'Orders',
  messages: 'Contact messages',
  list: {
    caption: 'All orders',
    count: { one: '# order', other: '# orders' },
    noneMatches: (words) => `No orders match “${words}”`,
    noneChosen: 'No orders match these filters',
    showAll: 'Show all orders',
  } satisfies ListTexts,
  searchHint: 'Buyer, email, tool, order number, or transaction ID',
  search: {
    ...search,
    unpaid: 'Unpaid',
    paid: 'Pending: paid, not yet shipped',
    shipped: 'Shipped',
    buyerName: 'Buyer name',
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
  ship: (tool: string, buyer: string) => `Pending: mark ${buyer}’s order for ${tool} as shipped`,
  delivered: 'Order successfully delivered',
  shippedBefore: 'This order has already shipped.',
  history: 'History',
  historyOf: (tool: string, buyer: string) => `History of ${buyer}’s order for ${tool}`,
  delete: 'Delete',
  deleteOrder: (tool: string, buyer: string) => `Delete ${buyer}’s order for ${tool}`,
  paidStays: 'Paid orders can’t be deleted',
  deleted: 'Order deleted',
  deliveryTo: (address: string, phone: string) => `${address}, ${phone}`,
  orderedBy: (order: string, buyer: string) => `${order}, ordered by ${buyer}`,
  none: 'There are no orders yet',
  noneYet: 'New orders will show up here.',
};

/** An order by its number, and what it is of. */
export const numberedOrder = (number: string, order: string) => `${number}: ${order}`;

/** How many of which tool an order is of. */
export const orderedUnits = (quantity: string, tool: string) => `${quantity} × ${tool}`;

/** An order's story: what has happened to it, and what comes next. */
export const orderStoryTexts = {
  label: 'Order timeline',
  placed: 'Placed',
  paid: 'Paid',
  shipped: 'Shipped',
  moneyBack: 'Refunded',
  lost: 'Can no longer be paid',
  payNext: 'Awaiting your payment',
  payBy: (time: string) => `Pay by ${time}`,
  shipsNext: 'Preparing to ship',
  waitsForPayment: 'Awaiting payment',
  heldUntil: (time: string) => `Reserved for payment until ${time}`,
  toShip: 'Ready to ship',
};

/** What happened to an order, as its history tells it to admins. */
export const orderHistoryTexts = {
  title: (number: string) => `History of order ${number}`,
  loading: 'Loading the history',
  loadMore: 'Load more',
  close: 'Close',
  by: (actor: string) => `by ${actor}`,
  admin: (email: string) => `${email} (admin)`,
  theShop: 'automatic',
  theCardProvider: 'the card provider',
  refused: (reason: string) => `Refused: ${reason}`,
  ordered: { one: '# unit ordered', other: '# units ordered' },
  held: { one: '# unit reserved', other: '# units reserved' },
  sold: { one: '# unit sold', other: '# units sold' },
  givenBack: { one: '# unit released', other: '# units released' },
  events: {
    'order placed': 'Order placed',
    'order changed': 'Order changed',
    'order paid': 'Order paid',
    'order shipped': 'Order shipped',
    'order deleted': 'Order deleted',
    'payment started': 'Payment started',
    'payment released': 'Payment canceled',
    'payment called back': 'Payment couldn’t be accepted',
    'payment refunded': 'Payment refunded',
    'difference mended': 'Reconciled with the card provider',
    'mail given up': 'Email not delivered',
  },
  refusals: {
    not_allowed: 'not allowed',
    not_found: 'not theirs, or no longer there',
    conflict: 'not possible in this state',
    out_of_stock: 'not enough in stock',
    price_changed: 'the price had changed',
    key_reused: 'its key belonged to another request',
    provider_failed: 'the card provider didn’t respond',
  } as Record<string, string>,
  mails: {
    'order-placed': 'order confirmation',
    'payment-received': 'receipt',
    'order-shipped': 'shipping confirmation',
    refunded: 'refund confirmation',
  } as Record<string, string>,
};
