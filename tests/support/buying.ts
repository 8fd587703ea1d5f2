import { sql } from 'kysely';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { jobsOf } from './outbox.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Anything that calls the shop over HTTP: a test shop, or one process of several. */
type Caller = Pick<TestShop, 'call'>;

/** The buyer, of whom only a token is needed. */
type Buyer = Partial<TestUser> & Pick<TestUser, 'token'>;

/** Anything that reads the shop's database. */
export type Insider = { shop: Pick<TestShop['shop'], 'db'> };

/** The sandbox card that succeeds. */
export const GOOD_CARD = { number: '4242 4242 4242 4242', expiry: '12/39', securityCode: '123' };

/** The sandbox card that requires authentication. */
export const AUTHENTICATION_CARD = { ...GOOD_CARD, number: '4000 0025 0000 3155' };

/** The body of an order for a tool, as the order form sends it. */
export function orderBody(toolId: string, quantity = 1) {
  return { toolId, minQuantity: quantity, phone: '+1 555 0100', address: '1 Workshop Lane' };
}

/** Places an order, which must succeed. */
export async function placeOrder(t: Caller, buyer: Buyer, toolId: string, quantity = 1): Promise<Order> {
  const reply = await t.call<Order>('POST', '/orders', {
    token: buyer.token,
    body: orderBody(toolId, quantity),
  });
  return expectStatus(reply, 201);
}

/** Requests an order's payment intent. */
export function startPayment(t: Caller, buyer: Buyer, order: Order): Promise<Reply<PaymentIntentReply>> {
  const body = { price: order.price, orderId: order._id };
  return t.call('POST', '/create-payment-intent', { token: buyer.token, body });
}

/** Starts an order's payment intent, which must succeed. */
export async function beginPayment(t: Caller, buyer: Buyer, order: Order): Promise<PaymentIntentReply> {
  return expectStatus(await startPayment(t, buyer, order), 200);
}

/** Ends the payment in progress of an order, which must exist. */
export async function endPayment(t: Caller, { token }: Buyer, { _id }: { _id: string }): Promise<void> {
  const reply = await t.call<{ deletedCount: number }>('DELETE', `/orders/${_id}/payment`, { token });
  const { deletedCount } = expectStatus(reply, 200);
  if (deletedCount !== 1) throw new Error(`no payment of order ${_id} was in progress`);
}

/** Confirms an intent with a card, as the browser does. */
export function confirmCard(
  t: Caller,
  intent: PaymentIntentReply,
  card = GOOD_CARD,
): Promise<Reply<{ status: string }>> {
  return t.call('POST', `/sandbox-cards/intents/${intent.paymentIntentId}/confirm`, {
    body: {
      clientSecret: intent.clientSecret,
      card,
      billing: { name: 'Ada Joiner', email: 'ada@example.com' },
    },
  });
}

/** Reports an order's payment to the shop. */
export function reportPaid(
  t: Caller,
  buyer: Buyer,
  orderId: string,
  intentId: string,
): Promise<Reply<Order>> {
  return t.call('PATCH', `/orders/${orderId}`, {
    token: buyer.token,
    body: { order: orderId, transactionId: intentId },
  });
}

/** Places an order and pays it completely. */
export async function buy(t: Caller, buyer: Buyer, toolId: string, quantity = 1): Promise<Order> {
  const order = await placeOrder(t, buyer, toolId, quantity);
  const intent = await beginPayment(t, buyer, order);
  expectStatus(await confirmCard(t, intent), 200);
  return expectStatus(await reportPaid(t, buyer, order._id, intent.paymentIntentId), 200);
}

/** Reads an order as its buyer. */
export async function readOrder(t: Caller, buyer: Buyer, orderId: string): Promise<Order> {
  return expectStatus(await t.call<Order>('GET', `/orders/${orderId}`, { token: buyer.token }), 200);
}

/** The number of all orders. */
export async function countOrders(t: Insider): Promise<number> {
  const { count } = await t.shop.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A tool's units: in stock, reserved by payments, and sold by paid orders. */
export async function readStock(
  t: Insider,
  toolId: string,
): Promise<{ onHand: number; held: number; sold: number }> {
  const tool = await t.shop.db
    .selectFrom('tools')
    .select(['on_hand', 'held'])
    .where('id', '=', toolId)
    .executeTakeFirstOrThrow();
  const { sold } = await t.shop.db
    .selectFrom('orders')
    .select(sql<string | null>`sum(quantity - returned_quantity)`.as('sold'))
    .where('tool_id', '=', toolId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { onHand: tool.on_hand, held: tool.held, sold: Number(sold) };
}

/** The payments of an order, oldest first, each with the units that it reserves. */
export async function readPayments(t: Insider, orderId: string) {
  return t.shop.db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .selectAll('payments')
    .select(['order_id', 'goods_cents', 'held_quantity'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** The emails about an order, a payment or a parcel that wait in the outbox, oldest first. */
export async function queuedMails(t: Insider, id: string): Promise<string[]> {
  const jobs = await jobsOf(t.shop.db, ['send-mail']);
  return jobs.flatMap(({ data }) => {
    const { mail, ...about } = data as { mail: string } & Record<string, string>;
    return [about.orderId, about.paymentId, about.parcelId].includes(id) ? [mail] : [];
  });
}

/** Returns the body of a reply that must have this status. @throws with the reply if it has another */
export function expectStatus<Body>(reply: Reply<Body>, status: number): Body {
  if (reply.status === status) return reply.body;
  throw new Error(`${reply.status} instead of ${status}: ${JSON.stringify(reply.body)}`);
}
