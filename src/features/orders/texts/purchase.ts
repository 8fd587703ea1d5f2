import { counted, formatCount } from '#texts/locale.ts';

const items = (count: number) => counted(count, { one: '# item', other: '# items' });

/** Texts about a purchase: the orders that were paid together. */
export const purchaseTexts = {
  title: (number: string) => `Order ${number}`,
  description: 'Everything about an order: what to ship, payment, refunds, and history.',
  items,
  /** Progress of a purchase of several items, of which only some have shipped. */
  partlyShipped: (shipped: number, all: number) => `${formatCount(shipped)} of ${formatCount(all)} shipped`,
  unpaid: 'Unpaid',
  invoiced: 'Awaiting payment',
  pending: 'Pending',
  shipped: { buyer: 'Confirmed', staff: 'Shipped' },
  canceled: 'Canceled',
};

/** Texts of staff's page of a purchase. */
export const purchasePageTexts = {
  toOrders: 'Manage Orders',
  placed: 'Placed',
  ship: (count: number) => (count === 1 ? 'Ship' : `Ship all ${formatCount(count)} items`),
  shipOf: (number: string, count: number) => `Ship ${items(count)} of order ${number}`,
  parcel: 'Ship with tracking…',
  slip: 'Print packing slip',
  items: 'Items',
  ordered: (units: string, unitPrice: string) => `${units} × ${unitPrice}`,
  goods: 'Tools',
  total: 'Total',
  totalUnpaid: 'Total before delivery and tax',
  delivery: 'Delivery',
  keptDelivery: 'Kept back for delivery',
  refunded: 'Refunded',
  refundDue: 'To be refunded',
  refunds: 'Refunds',
  refundOf: (number: string) => `Order ${number}`,
  buyer: 'Buyer',
  shipTo: 'Ship to',
  billTo: 'Bill to',
  payment: 'Payment',
  methods: { card: 'Card', cash: 'Cash', transfer: 'Bank transfer' },
  method: 'Method',
  paidOn: 'Paid on',
  receivedOn: 'Received on',
  dueOn: 'Due on',
  reference: 'Reference',
  transactionId: 'Transaction ID',
  invoices: 'Invoices',
  notPaid: 'Not paid yet.',
  purchaseOrder: 'Purchase order',
  buyerNote: 'Buyer’s note',
  history: 'History',
  of: (numbers: string) => `for ${numbers}`,
};
