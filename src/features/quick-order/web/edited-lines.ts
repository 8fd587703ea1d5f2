import { orderPrice } from '#contracts/money.ts';
import { unitPriceOf } from '#features/catalogue/rules.ts';
import type { MeantTool, QuickOrderLine } from '#features/quick-order/contract.ts';
import { newKey } from '#ui/client/new-key.ts';
import { type FittedQuantity, fitQuantity } from '../contract.ts';

/** A line as the buyer sees and edits it. `toolId` is empty until they choose one of `tools`. */
export type EditedLine = {
  key: string;
  /** The pasted text. */
  text: string;
  reason: QuickOrderLine['reason'];
  corrected: string | null;
  tools: MeantTool[];
  toolId: string;
  quantity: string;
  /** The id of its tool if that was removed from the shop. */
  goneId?: string | undefined;
  /** It is in the cart, and no longer shown; a saved list includes it. */
  isAdded?: boolean;
  /** The server's error when it was to be added. */
  refused?: string | undefined;
};

/** Converts a parsed line to an edited one. A quantity that has to be chosen stays empty. */
export function toEditedLine(line: QuickOrderLine): EditedLine {
  const { outcome, reason, tools, text, corrected } = line;
  const isSure = outcome === 'matched' || reason === 'quantity' || reason === 'size';
  return {
    key: newKey(),
    text,
    reason,
    corrected,
    tools,
    toolId: isSure ? (tools[0]?.toolId ?? '') : '',
    quantity: line.quantity === null ? '' : String(line.quantity),
  };
}

/** Creates lines for known tools, including those removed from the shop. */
export function toKnownLines(
  lines: readonly { toolId: string; toolName: string; quantity: number }[],
  tools: readonly MeantTool[],
): EditedLine[] {
  return lines.map(({ toolId, toolName, quantity }) => {
    const tool = tools.find((each) => each.toolId === toolId);
    return {
      key: newKey(),
      text: toolName,
      reason: null,
      corrected: null,
      tools: tool ? [tool] : [],
      toolId: tool?.toolId ?? '',
      goneId: tool ? undefined : toolId,
      quantity: String(quantity),
    };
  });
}

export const chosenTool = ({ tools, toolId }: EditedLine): MeantTool | undefined =>
  tools.find((tool) => tool.toolId === toolId);

/** Returns a line's number of units; `undefined` while it is not a whole number. */
export function formQuantity({ quantity }: EditedLine): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(quantity) && Number(quantity) > 0 ? Number(quantity) : undefined;
}

/** Returns what a saved list stores of a line; `undefined` if tool or quantity is unknown. */
export function toSavedLine(line: EditedLine): { toolId: string; quantity: number } | undefined {
  const toolId = chosenTool(line)?.toolId ?? line.goneId;
  const quantity = formQuantity(line);
  return toolId !== undefined && quantity !== undefined ? { toolId, quantity } : undefined;
}

/** Returns what a line will order, once tool and quantity are known. */
export function fittedLine(line: EditedLine): (FittedQuantity & { tool: MeantTool }) | undefined {
  const [tool, quantity] = [chosenTool(line), formQuantity(line)];
  return tool && quantity !== undefined ? { tool, ...fitQuantity(quantity, tool) } : undefined;
}

/** Returns a line's total. */
export function linePrice(line: EditedLine, currency: string): number | undefined {
  const fitted = fittedLine(line);
  if (!fitted) return undefined;
  const { tool, quantity } = fitted;
  const unitPrice = unitPriceOf({ price: tool.price, price_breaks: tool.priceBreaks }, quantity);
  return orderPrice(unitPrice, quantity, currency);
}

/** Whether a line can be added to the cart. */
export const isReady = (line: EditedLine): boolean => fittedLine(line)?.problem === null;
