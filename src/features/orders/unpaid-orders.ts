import { AppError, type ErrorCode } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { holdUnits, type Units } from '#features/catalogue/stock-store.ts';
import { findToolsById, type ToolRow } from '#features/catalogue/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { OrderRow } from './store.ts';
import { orderErrorTexts, paymentErrorTexts } from './texts/errors.ts';

/** Returns a user's orders out of `found`, in the order requested. @throws AppError not_found; conflict for a
 * paid one */
export function ownUnpaid(userId: string, orderIds: string[], found: OrderRow[]): OrderRow[] {
  const own = found.filter((order) => order.user_id === userId && !order.deleted_at);
  const byId = new Map(own.map((order) => [order.id, order]));
  const orders = orderIds.flatMap((id) => byId.get(id) ?? []);
  if (orders.length < orderIds.length) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  const paid = orders.find((order) => order.paid_at);
  if (paid) throw refusalOf(paid, orders, 'conflict', paymentErrorTexts.alreadyPaid);
  return orders;
}

/** Builds an error about one order; among several, it names the order. */
export function refusalOf(order: OrderRow, { length }: OrderRow[], code: ErrorCode, words: string): AppError {
  if (length === 1) return new AppError(code, words);
  return new AppError(code, paymentErrorTexts.ofSeveral(order.tool_name, words), { field: 'orderIds' });
}

/** Checks that the tools of all orders are still sold. @throws AppError conflict if one was removed from the
 * shop */
export async function assertStillSold(tx: DatabaseTransaction, orders: OrderRow[]): Promise<void> {
  const tools = await findToolsById(tx, [...new Set(orders.map((order) => order.tool_id))]);
  const inShop = new Set(tools.map(({ id }) => id));
  const gone = orders.find((order) => !inShop.has(order.tool_id));
  if (gone) throw refusalOf(gone, orders, 'conflict', paymentErrorTexts.toolGone);
}

type UnitsOfOrder = { order: OrderRow; units: Units };

type Refusal = { words: (tool: string, needed: number, available: number) => string; field?: string };

/** Reserves units for all orders or for none. `tools` are theirs, read after they were locked. @throws
 * AppError out_of_stock, which names every tool that is short */
export async function holdUnitsOfOrders(
  context: AppContext,
  tx: DatabaseTransaction,
  { wanted, tools }: { wanted: UnitsOfOrder[]; tools: Pick<ToolRow, 'id' | 'available_quantity'>[] },
  { words, field }: Refusal,
): Promise<void> {
  const available = new Map(tools.map((tool) => [tool.id, tool.available_quantity]));
  const short: string[] = [];
  for (const [toolId, ofTool] of Map.groupBy(wanted, ({ units }) => units.toolId)) {
    const needed = ofTool.reduce((sum, { units }) => sum + units.units, 0);
    const left = available.get(toolId) ?? 0;
    if (needed > left) short.push(words(ofTool[0]?.order.tool_name ?? '', needed, left));
  }
  if (short.length > 0)
    throw new AppError('out_of_stock', short.join('; '), field === undefined ? {} : { field });
  const isHeld = await holdUnits(context, tx, ...wanted.map(({ units }) => units));
  if (!isHeld) throw new Error('units that were counted are not there');
}
