import type { DatabaseTransaction } from '#platform/database/database.ts';
import { lockPaymentsOfOrder, type PaymentRow } from './payments/store.ts';
import { lockOrder, type OrderRow } from './store.ts';

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
  const order = await lockOrder(tx, orderId);
  return order && { order, payments: await lockPaymentsOfOrder(tx, orderId) };
}
