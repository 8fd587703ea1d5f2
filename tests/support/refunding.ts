import type { Invoice } from '#features/invoices/invoice.ts';
import type { Order } from '#features/orders/contract.ts';
import type { ListedRefund, Refund } from '#features/refunds/contract.ts';
import { expectStatus } from './buying.ts';
import type { Reply, TestShop, TestUser } from './test-shop.ts';

/** Cancels a paid order. */
export function cancelOrder(
  t: TestShop,
  by: TestUser,
  orderId: string,
  body: object = {},
): Promise<Reply<Order>> {
  return t.call('POST', `/orders/${orderId}/cancel`, { token: by.token, body });
}

/** Refunds money of an order, with a default reason if `body` names none. */
export function refundOrder(
  t: TestShop,
  staff: TestUser,
  orderId: string,
  body: object,
  key?: string,
): Promise<Reply<Refund>> {
  return t.call('POST', `/orders/${orderId}/refunds`, {
    token: staff.token,
    body: { reason: 'Arrived bent', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
}

/** The pending and completed refunds of an order. */
export async function refundsOf(t: TestShop, reader: TestUser, orderId: string): Promise<ListedRefund[]> {
  return expectStatus(
    await t.call<ListedRefund[]>('GET', `/orders/${orderId}/refunds`, { token: reader.token }),
    200,
  );
}

/** What the provider has refunded of an order's payment, and in how many refunds. */
export async function givenBack(
  t: TestShop,
  { transactionId }: Order,
): Promise<{ cents: number; times: number }> {
  const refunds = await t.shop.db
    .selectFrom('sandbox_cards.refunds')
    .selectAll()
    .where('intent_id', '=', transactionId ?? '')
    .where('status', '<>', 'failed')
    .execute();
  return { cents: refunds.reduce((sum, { amount }) => sum + amount, 0), times: refunds.length };
}

/** The credit notes of a payment, oldest first. */
export async function creditNotesOf(
  t: TestShop,
  { transactionId }: Pick<Order, 'transactionId'>,
): Promise<Invoice[]> {
  const rows = await t.asOwner(`
    select document from invoices join payments on payments.id = invoices.payment_id
    where intent_id = '${transactionId}' and kind = 'credit_note' order by number`);
  return (rows as { document: Invoice }[]).map(({ document }) => document);
}
