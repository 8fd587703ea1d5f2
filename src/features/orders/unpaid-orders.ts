import { AppError, type ErrorCode } from '#contracts/app-error.ts';
import { findToolsById } from '#features/catalogue/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { OrderRow } from './store.ts';
import { orderErrorTexts, paymentErrorTexts } from './texts/errors.ts';

/** A user's orders as they were asked for, of those `found`. @throws AppError not_found,
 * conflict for one that is paid. */
export function ownUnpaid(userId: string, orderIds: string[], found: OrderRow[]): OrderRow[] {
  const own = found.filter((order) => order.user_id === userId && !order.deleted_at);
  const byId = new Map(own.map((order) => [order.id, order]));
  const orders = orderIds.flatMap((id) => byId.get(id) ?? []);
  if (orders.length < orderIds.length) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const paid = orders.find((order) => order.paid_at);
  if (paid) throw refusalOf(paid, orders, 'conflict', paymentErrorTexts.alreadyPaid);
  return orders;
}

/** Says what is wrong with one order: among several, which it is. */
export function refusalOf(order: OrderRow, { length }: OrderRow[], code: ErrorCode, words: string): AppError {
  if (length === 1) return new AppError(code, words);
  return new AppError(code, paymentErrorTexts.ofSeveral(order.tool_name, words), { field: 'orderIds' });
}

/** @throws AppError conflict where an order's tool has left the shop. */
export async function assertStillSold(tx: DatabaseTransaction, orders: OrderRow[]): Promise<void> {
  const tools = await findToolsById(tx, [...new Set(orders.map((order) => order.tool_id))]);
  const inShop = new Set(tools.map(({ id }) => id));
  const gone = orders.find((order) => !inShop.has(order.tool_id));
  if (gone) throw refusalOf(gone, orders, 'conflict', paymentErrorTexts.toolGone);
}
