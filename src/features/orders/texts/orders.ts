import { listTextsOf } from '#texts/lists.ts';
import { formatCount } from '#texts/locale.ts';
import { refundReasonTexts } from './errors.ts';

const sorts = {
  '': 'Newest first',
  oldest: 'Oldest first',
  price: 'Price: low to high',
  '-price': 'Price: high to low',
};

export const orderListTexts = {
  status: 'Status',
  anyStatus: 'All',
  deleted: 'Order deleted',
  units: (quantity: number, tool: string) => `${formatCount(quantity)} × ${tool}`,
  partNumber: (number: string) => `Part no. ${number}`,
  /** A tool and its part number within a line of text. */
  numberedTool: (tool: string, partNumber: string | null) =>
    partNumber ? `${tool} (part no. ${partNumber})` : tool,
  purchaseOrder: (number: string) => `PO: ${number}`,
  buyerNote: (note: string) => `Note: ${note}`,
  numbered: (number: string, order: string) => `${number}: ${order}`,
};

/** Describes an order's delivery by the method's name. */
export const deliveryTexts = {
  by: (method: string) => `Shipping: ${method}`,
  collected: (method: string) => `Pickup: ${method}`,
};

export const myOrdersTexts = {
  title: 'My Orders',
  description: 'The tools you’ve ordered.',
  heading: (count: string) => `Total Orders: ${count}`,
  list: listTextsOf('My Orders', 'order', 'orders'),
  controls: 'Orders',
  searchHint: 'Tool, PO number, order number, or transaction ID',
  sorts: { ...sorts, tool: 'Tool name' },
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
  pay: 'pay',
  payFor: (tool: string) => `pay for ${tool}`,
  receipt: 'Receipt',
  receiptFor: (number: string) => `Receipt for order ${number}`,
  transactionId: 'Transaction ID',
  deleteOrder: (tool: string) => `Delete the order for ${tool}`,
  edit: 'Edit',
  editOrder: (tool: string) => `Edit the order for ${tool}`,
  again: 'Order again',
  withdrawFrom: (label: string, tool: string) => `${label}: ${tool}`,
  againOf: (tool: string) => `Order again: ${tool}`,
  review: 'Review',
  reviewTool: (tool: string) => `Review ${tool}`,
  reviewed: 'Reviewed',
  reviewHidden: 'Review hidden',
  sentTo: (address: string) => `To ${address}`,
  none: 'You have no orders yet',
  noneYet: 'Your orders will show up here.',
  goToTools: 'Shop all tools',
};

export const editOrderTexts = {
  newPrice: (before: string, now: string) => `The unit price has changed from ${before} to ${now}.`,
  title: 'Edit order',
  paymentInProgress: 'Your tools are reserved for a payment you’ve started. End it to edit this order.',
  endPayment: 'End payment',
  save: 'Save changes',
  changed: 'Order updated',
};

export const manageOrdersTexts = {
  title: 'Manage Orders',
  description: 'Every order in this shop, and what is reserved for payment.',
  views: 'What to manage',
  orders: 'Orders',
  reserved: 'Reserved',
  list: listTextsOf('All orders', 'order', 'orders'),
  controls: 'Orders',
  searchHint: 'Buyer, email, phone, tool, PO number, order number, or transaction ID',
  sorts: { ...sorts, buyer: 'Buyer name', tool: 'Tool name' },
  columns: {
    picture: 'Tool Image',
    tool: 'Tool Name',
    orderedBy: 'Ordered By',
    status: 'Status',
    actions: 'Actions',
  },
  delivered: 'Order successfully delivered',
  shippedBefore: 'This order has already shipped.',
  moreActions: (number: string) => `More actions for order ${number}`,
  history: 'History',
  historyOf: (tool: string, buyer: string) => `History of ${buyer}’s order for ${tool}`,
  deleteOrder: (tool: string, buyer: string) => `Delete ${buyer}’s order for ${tool}`,
  paidStays: 'Paid orders can’t be deleted',
  /** The phone number stays on one line. */
  orderedBy: (order: string, buyer: string) => `${order}, ordered by ${buyer}`,
  none: 'There are no orders yet',
  noneYet: 'New orders will show up here.',
};

export const orderTimelineTexts = {
  label: 'Order timeline',
  refunded: 'Refunded',
  cannotBePaid: 'Can no longer be paid',
  payBy: {
    buyer: (time: string) => `Pay by ${time}`,
    staff: (time: string) => `Reserved for payment until ${time}`,
  },
};

export const orderHistoryTexts = {
  title: (number: string) => `History of order ${number}`,
  loading: 'Loading the history',
  loadMore: 'Load more',
  close: 'Close',
  by: (actor: string) => `by ${actor}`,
  byApiKey: 'With an API key',
  admin: (email: string) => `${email} (admin)`,
  staff: (email: string) => `${email} (staff)`,
  actors: {
    job: 'automatic',
    start: 'automatic',
    card_provider: 'the card provider',
    command_line: 'the command line',
    admin: 'an admin',
    staff: 'staff',
    user: 'a user',
    visitor: 'a visitor',
  } as Record<string, string>,
  refused: (reason: string) => `Refused: ${reason}`,
  units: { one: '# unit', other: '# units' },
  ordered: { one: '# unit ordered', other: '# units ordered' },
  reserved: { one: '# unit reserved', other: '# units reserved' },
  sold: { one: '# unit sold', other: '# units sold' },
  released: { one: '# unit released', other: '# units released' },
  reasons: refundReasonTexts as Record<string, string>,
  outcomes: {
    paid: 'paid',
    refunded: 'to be refunded',
    cancelled: 'canceled',
    unknown: 'unknown there',
  } as Record<string, string>,
  refusals: {
    not_allowed: 'not allowed',
    account_blocked: 'the account is blocked',
    scope_missing: 'the API key lacks a scope',
    key_refused: 'not with this API key',
    not_found: 'not found, or not theirs',
    conflict: 'not possible in this state',
    order_disputed: 'the payment is disputed',
    cart_full: 'too many unpaid orders',
    out_of_stock: 'not enough in stock',
    price_changed: 'the price had changed',
    price_not_accepted: 'the new price was not accepted yet',
    key_reused: 'its key was used for another request',
    provider_failed: 'the card provider didn’t respond',
  } as Record<string, string>,
  emails: {
    'order-placed': 'order confirmation',
    'payment-received': 'receipt',
    sale: 'note to staff',
    'order-shipped': 'shipping confirmation',
    'parcel-sent': 'shipping confirmation',
    'parcel-tracking': 'tracking number',
    refunded: 'refund confirmation',
    'order-refunded': 'refund confirmation',
    'order-cancelled': 'cancellation',
    'failed-refund': 'note to staff',
    'delay-notice': 'delay notice',
    dispute: 'note to staff',
  } as Record<string, string>,
};
