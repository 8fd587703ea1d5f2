import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { confirmCard, expectStatus, placeOrder, readOrder, reportPaid } from './buying.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

type Wanted = Pick<Order, '_id'>;

/** Places an order for each tool, in turn. */
export async function fillBasket(
  t: Caller,
  buyer: TestUser,
  tools: readonly { id: string; quantity?: number }[],
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const { id, quantity } of tools) orders.push(await placeOrder(t, buyer, id, quantity));
  return orders;
}

/** Requests the single payment of several orders. */
export function startBasket(
  t: Caller,
  buyer: TestUser,
  orders: readonly Wanted[],
  { key, ...besides }: { key?: string; price?: number; orderId?: string; addressId?: string } = {},
): Promise<Reply<PaymentIntentReply & ErrorReply>> {
  return t.call('POST', '/create-payment-intent', {
    token: buyer.token,
    body: { orderIds: orders.map(({ _id }) => _id), ...besides },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

/** Starts the single payment of several orders, which must succeed. */
export async function beginBasket(
  t: Caller,
  buyer: TestUser,
  orders: readonly Wanted[],
): Promise<PaymentIntentReply> {
  return expectStatus(await startBasket(t, buyer, orders), 200);
}

/** Buys tools in one payment; returns their orders. */
export async function buyBasket(
  t: Caller,
  buyer: TestUser,
  tools: readonly { id: string; quantity?: number }[],
): Promise<Order[]> {
  const orders = await fillBasket(t, buyer, tools);
  const intent = await beginBasket(t, buyer, orders);
  expectStatus(await confirmCard(t, intent), 200);
  for (const { _id } of orders) expectStatus(await reportPaid(t, buyer, _id, intent.paymentIntentId), 200);
  return Promise.all(orders.map(({ _id }) => readOrder(t, buyer, _id)));
}

/** The transaction that paid each order; null if unpaid. */
export async function transactionsOf(
  t: Caller,
  buyer: TestUser,
  orders: readonly Wanted[],
): Promise<(string | null)[]> {
  const read = await Promise.all(orders.map(({ _id }) => readOrder(t, buyer, _id)));
  return read.map(({ transactionId }) => transactionId);
}
