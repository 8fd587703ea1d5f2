import { totalIn } from '#features/catalogue/rules.ts';
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
  /** What the quantity was before it was raised to what can be ordered, and why it was. */
  raised?: { from: number; by: 'minimum' | 'packs' } | undefined;
  /** The id of its tool if that was removed from the shop. */
  goneId?: string | undefined;
  /** It is in the cart, and no longer shown; a saved list includes it. */
  isAdded?: boolean;
  /** The server's error when it was to be added. */
  refused?: string | undefined;
};

/** Converts a parsed line to an edited one, with the quantity that it orders. A quantity
 * that has to be chosen stays empty. */
export function toEditedLine(line: QuickOrderLine): EditedLine {
  const { outcome, reason, tools, text, corrected } = line;
  const isSure = outcome === 'matched' || reason === 'quantity' || reason === 'size';
  return raiseQuantity({
    key: newKey(),
    text,
    reason,
    corrected,
    tools,
    toolId: isSure ? (tools[0]?.toolId ?? '') : '',
    quantity: line.quantity === null ? '' : String(line.quantity),
  });
}

/** Creates lines for known tools, including those removed from the shop. */
export function toKnownLines(
  lines: readonly { toolId: string; toolName: string; quantity: number }[],
  tools: readonly MeantTool[],
): EditedLine[] {
  return lines.map(({ toolId, toolName, quantity }) => {
    const tool = tools.find((each) => each.toolId === toolId);
    return raiseQuantity({
      key: newKey(),
      text: toolName,
      reason: null,
      corrected: null,
      tools: tool ? [tool] : [],
      toolId: tool?.toolId ?? '',
      goneId: tool ? undefined : toolId,
      quantity: String(quantity),
    });
  });
}

/** Raises a line's quantity to what can be ordered of its tool, counting from what was wanted at first. */
export function raiseQuantity(line: EditedLine): EditedLine {
  const { from } = line.raised ?? {};
  const wanted = { ...line, quantity: from === undefined ? line.quantity : String(from), raised: undefined };
  const { raised, quantity, problem } = fittedLine(wanted) ?? {};
  const asked = formQuantity(wanted);
  if (!raised || problem === 'sold_out' || asked === undefined) return wanted;
  return { ...wanted, quantity: String(quantity), raised: { from: asked, by: raised } };
}

/** Takes up edited lines again: their tools as they are now, by `tools`. */
export const toRestoredLines = (lines: readonly EditedLine[], tools: readonly MeantTool[]): EditedLine[] =>
  lines.map((line) => {
    if (line.toolId === '') return line;
    const tool = tools.find(({ toolId }) => toolId === line.toolId);
    if (!tool) return { ...line, tools: [], toolId: '', goneId: line.toolId };
    const known = line.tools.map((each) => (each.toolId === tool.toolId ? tool : each));
    return raiseQuantity({ ...line, tools: known });
  });

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
  return totalIn({ price: tool.price, price_breaks: tool.priceBreaks }, quantity, currency);
}

/** Whether a line can be added to the cart. */
export const isReady = (line: EditedLine): boolean => fittedLine(line)?.problem === null;
