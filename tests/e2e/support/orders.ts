import { callAs, type Person } from './people.ts';
import { makeToolByApi, type ShopTool } from './tools.ts';

/** An order placed by a test. */
export type ShopOrder = {
  _id: string;
  number: string;
  toolId: string;
  toolName: string;
  minQuantity: number;
  price: number;
  paid: boolean;
  state: string;
  transactionId: string | null;
  pendingChange: string | null;
};

type OrderDestination = { country: string; region: string; postalCode: string };

/** Adds a tool to a person's cart, by default its minimum order, to go to Maine. */
export function placeOrderByApi(
  buyer: Person,
  tool: ShopTool,
  minQuantity = tool.min_order_quantity,
  {
    destination = { country: 'US', region: 'ME', postalCode: '04101' },
    ...more
  }: { purchaseOrderNumber?: string; buyerNote?: string; destination?: OrderDestination } = {},
): Promise<ShopOrder> {
  const delivery = { phone: '+1 555 010 0199', address: '3 Saw Pit Road, Portside', destination };
  return callAs(buyer, 'POST', '/orders', { toolId: tool.id, minQuantity, ...delivery, ...more });
}

/** Pays for an order with a test card, by default the one that succeeds; returns the transaction id. */
export async function payOrderByApi(
  buyer: Person,
  order: ShopOrder,
  { number }: { number?: string } = {},
): Promise<string> {
  const transactionId = await payByApi(buyer, { price: order.price, orderId: order._id }, number);
  await callAs(buyer, 'PATCH', `/orders/${order._id}`, { order, transactionId });
  return transactionId;
}

/** Pays for several orders at once; returns the transaction id. */
export async function payOrdersByApi(buyer: Person, orders: ShopOrder[]): Promise<string> {
  const price = orders.reduce((sum, order) => sum + order.price, 0);
  const transactionId = await payByApi(buyer, { price, orderIds: orders.map(({ _id }) => _id) });
  for (const order of orders) await callAs(buyer, 'PATCH', `/orders/${order._id}`, { order, transactionId });
  return transactionId;
}

async function payByApi(buyer: Person, request: object, number = '4242 4242 4242 4242'): Promise<string> {
  const { paymentIntentId, clientSecret } = await callAs<{ paymentIntentId: string; clientSecret: string }>(
    buyer,
    'POST',
    '/create-payment-intent',
    request,
  );
  await callAs(buyer, 'POST', `/sandbox-cards/intents/${paymentIntentId}/confirm`, {
    clientSecret,
    card: { number, expiry: '12 / 49', securityCode: '123' },
    billing: { name: buyer.name, email: buyer.email },
  });
  return paymentIntentId;
}

/** Buys this many new tools in one payment. */
export async function buyTogether(buyer: Person, count: number): Promise<[ShopOrder, ...ShopOrder[]]> {
  const first = await placeOrderByApi(buyer, await makeToolByApi());
  const others = [];
  for (let nth = 1; nth < count; nth++) others.push(await placeOrderByApi(buyer, await makeToolByApi()));
  await payOrdersByApi(buyer, [first, ...others]);
  return [first, ...others];
}

/** Returns a person's orders from the shop. */
export function ordersOf(buyer: Person): Promise<ShopOrder[]> {
  return callAs(buyer, 'GET', `/orders?email=${encodeURIComponent(buyer.email)}`);
}
