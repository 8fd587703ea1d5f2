import { counted } from '#texts/locale.ts';

const items = (count: number) => counted(count, { one: '# item', other: '# items' });

/** Texts about a purchase: the orders that were paid together. */
export const purchaseTexts = {
  title: (number: string) => `Order ${number}`,
  description: 'Everything about an order: what to ship, payment, refunds, and history.',
  items,
  partlyShipped: 'Partly shipped',
  invoiced: 'Awaiting payment',
  pending: 'Pending',
  shipped: { buyer: 'Confirmed', staff: 'Shipped' },
  cancelled: 'Canceled',
};

/** Texts above the orders of a purchase in a list. */
export const purchaseHeadTexts = {
  purchase: (number: string) => `Order ${number}`,
  slipOf: (number: string) => `Print the packing slip of order ${number}`,
  slip: 'Packing slip',
};

/** Texts of staff's page of a purchase. */
export const purchasePageTexts = {
  toOrders: 'Manage Orders',
  placed: 'Placed',
  ship: (count: number) => (count === 1 ? 'Ship' : `Ship ${items(count)}`),
  shipOf: (number: string, count: number) => `Ship ${items(count)} of order ${number}`,
  parcel: 'Ship with tracking…',
  slip: 'Print packing slip',
  items: 'Items',
  goods: 'Tools',
  total: 'Total',
  totalUnpaid: 'Total before shipping and tax',
  keptDelivery: 'Deducted for shipping',
  refunded: 'Refunded',
  refundDue: 'To be refunded',
  refunds: 'Refunds',
  buyer: 'Buyer',
  shipTo: 'Ship to',
  billTo: 'Bill to',
  payment: 'Payment',
  methods: { card: 'Card', cash: 'Cash', transfer: 'Bank transfer' },
  method: 'Method',
  paidOn: 'Paid on',
  receivedOn: 'Received on',
  reference: 'Reference',
  transactionId: 'Transaction ID',
  invoices: 'Invoices',
  notPaid: 'Not paid yet.',
  purchaseOrder: 'Purchase order',
  buyerNote: 'Buyer’s note',
  history: 'History',
  of: (numbers: string) => `for ${numbers}`,
};
