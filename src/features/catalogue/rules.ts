import type { Tool } from './contract.ts';

type Stock = Pick<Tool, 'available_quantity' | 'min_order_quantity'>;

/** A tool runs low when fewer than so many of its smallest orders could still be taken. */
export const LOW_STOCK_ORDERS = 3;

/** Whether a tool can be ordered at all: enough are left for its smallest order (decision 11). */
export const canBeOrdered = (tool: Stock): boolean => isLeftFor(1, tool);

/** Whether little is left of a tool. */
export const isLow = (tool: Stock): boolean => !isLeftFor(LOW_STOCK_ORDERS, tool);

function isLeftFor(orders: number, { available_quantity, min_order_quantity }: Stock): boolean {
  return available_quantity >= orders * min_order_quantity;
}
