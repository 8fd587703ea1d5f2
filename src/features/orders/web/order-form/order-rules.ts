import { z } from 'zod/mini';
import type { Tool } from '#features/catalogue/contract.ts';
import { aboveAvailableMessage, belowMinimumMessage, deliverySchema } from '#features/orders/contract.ts';
import { orderFormTexts } from '#features/orders/texts/order-form.ts';

type Limits = Pick<Tool, 'min_order_quantity' | 'available_quantity'>;

/** The rules of a tool's order form (specification, section 5). */
export function orderRules({ min_order_quantity: min, available_quantity: available }: Limits) {
  return z.extend(deliverySchema, {
    minQuantity: z
      .number({ error: belowMinimumMessage(min) })
      .check(
        z.int(orderFormTexts.wholeNumber),
        z.minimum(min, belowMinimumMessage(min)),
        z.maximum(available, aboveAvailableMessage(available)),
      ),
  });
}

/** What is typed into the order form; `minQuantity` is the quantity ordered (the specification's name). */
export type OrderValues = z.infer<ReturnType<typeof orderRules>>;

/** The quantity that a submit orders: one below the minimum is raised to it (decision 11). */
export function raisedQuantity(quantity: number, min: number): number {
  return Math.max(quantity, min);
}

/** The quantity one unit further (`by`), within what can be ordered; what is no number counts as the smallest order. */
export function steppedQuantity(
  quantity: number,
  by: -1 | 1,
  { min_order_quantity: min, available_quantity: available }: Limits,
): number {
  if (Number.isNaN(quantity)) return min;
  return Math.min(Math.max(Math.trunc(quantity) + by, min), available);
}
