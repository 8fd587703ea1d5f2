import { orderPrice } from '#contracts/money.ts';
import { unitPriceOf } from '#features/catalogue/rules.ts';
import type { MeantTool, QuickOrderLine } from '#features/quick-order/contract.ts';
import { newKey } from '#ui/client/new-key.ts';
import { type FittedQuantity, fitQuantity } from '../contract.ts';

/** A line as the buyer sees and corrects it. `toolId` is empty until they have chosen one of `tools`. */
export type EditedLine = {
  key: string;
  /** As it was pasted. */
  text: string;
  reason: QuickOrderLine['reason'];
  corrected: string | null;
  tools: MeantTool[];
  toolId: string;
  quantity: string;
  /** The id of its tool where that has left the shop. */
  goneId?: string | undefined;
  /** It is in the cart, and shown no more; a saved list keeps it. */
  isAdded?: boolean;
  /** What the shop said of it when it was to be added. */
  refused?: string | undefined;
};

/** A line for what was read of one. A quantity that is to be asked is left open. */
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

/** Lines for tools that are known, with those that have left the shop among them. */
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

/** How many units a line asks for; `undefined` while that is no whole number. */
export function formQuantity({ quantity }: EditedLine): number | undefined {
  return /^\s*\d{1,9}\s*$/.test(quantity) && Number(quantity) > 0 ? Number(quantity) : undefined;
}

/** What a list keeps of a line; `undefined` where tool or quantity is not known yet. */
export function toSavedLine(line: EditedLine): { toolId: string; quantity: number } | undefined {
  const toolId = chosenTool(line)?.toolId ?? line.goneId;
  const quantity = formQuantity(line);
  return toolId !== undefined && quantity !== undefined ? { toolId, quantity } : undefined;
}

/** What a line will be ordered as, as soon as tool and quantity are known. */
export function fittedLine(line: EditedLine): (FittedQuantity & { tool: MeantTool }) | undefined {
  const [tool, quantity] = [chosenTool(line), formQuantity(line)];
  return tool && quantity !== undefined ? { tool, ...fitQuantity(quantity, tool) } : undefined;
}

/** What a line comes to. */
export function linePrice(line: EditedLine, currency: string): number | undefined {
  const fitted = fittedLine(line);
  if (!fitted) return undefined;
  const { tool, quantity } = fitted;
  const unitPrice = unitPriceOf({ price: tool.price, price_breaks: tool.priceBreaks }, quantity);
  return orderPrice(unitPrice, quantity, currency);
}

/** Whether a line can be put into the cart as it is. */
export const isReady = (line: EditedLine): boolean => fittedLine(line)?.problem === null;
