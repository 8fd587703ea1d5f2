import { keepDraft, readDraft } from '#web/drafts.ts';
import type { OrderValues } from './order-rules.ts';

const draftOf = (toolId: string) => `order:${toolId}`;

/** Where the orders of this tab go: the same for whatever else is ordered. */
const DELIVERY = 'delivery';

/**
 * What somebody had typed into a tool's order form, over a reload and a sign-out; else where they had their last order
 * sent. What nobody has typed is left out.
 */
export function keptOrder(toolId: string, email: string): Partial<OrderValues> {
  const kept = { ...readDraft(DELIVERY, email), ...readDraft(draftOf(toolId), email) };
  const { minQuantity, phone, address } = kept;
  return {
    ...(Number.isInteger(minQuantity) && { minQuantity: Number(minQuantity) }),
    ...(typeof phone === 'string' && { phone }),
    ...(typeof address === 'string' && { address }),
  };
}

/** Keeps what stands in a tool's order form. */
export function keepOrder(
  toolId: string,
  email: string,
  { minQuantity = Number.NaN, ...typed }: Partial<OrderValues>,
) {
  keepDraft(draftOf(toolId), email, Number.isInteger(minQuantity) ? { ...typed, minQuantity } : typed);
}

/** Call when the order has been placed: what it was for is forgotten, where it goes is kept for the next one. */
export function finishKeptOrder(toolId: string, email: string, { phone, address }: OrderValues) {
  keepDraft(draftOf(toolId), email, {});
  keepDraft(DELIVERY, email, { phone, address });
}
