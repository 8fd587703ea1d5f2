import { lockOrders, type OrderRow } from '#modules/orders/order-store.ts';
import { lockPaymentsOfOrders, type PaymentRow } from '#modules/payments/payment-store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';

/** An order with all its payments, under lock. */
export type LockedOrder = { order: OrderRow; payments: PaymentRow[] };

/**
 * Locks an order, then its payments by id. Everything that changes them starts here, and touches the tool's row only
 * afterwards: with one order of locks, no two of them can wait for each other.
 */
export async function lockOrderWithPayments(
  tx: DatabaseTransaction,
  orderId: string,
): Promise<LockedOrder | undefined> {
  return (await lockOrdersWithPayments(tx, [orderId])).get(orderId);
}

/** The same of several orders: all of them, by id, before any payment. Answers those that there are, by their ids. */
export async function lockOrdersWithPayments(
  tx: DatabaseTransaction,
  orderIds: string[],
): Promise<Map<string, LockedOrder>> {
  const orders = await lockOrders(tx, orderIds);
  const payments = Map.groupBy(await lockPaymentsOfOrders(tx, orderIds), (payment) => payment.order_id);
  return new Map(orders.map((order) => [order.id, { order, payments: payments.get(order.id) ?? [] }]));
}
