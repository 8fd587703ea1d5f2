import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { holdUnits, type Units } from '#features/catalogue/stock-store.ts';
import type { ToolRow } from '#features/catalogue/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { OrderRow } from './store.ts';

type UnitsOfOrder = { order: OrderRow; units: Units };

type Refusal = { words: (tool: string, needed: number, available: number) => string; field?: string };

/** Holds units for orders, all or none. `tools` are theirs as they were read once they were locked.
 * @throws AppError out_of_stock, which names every tool that is short. */
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
