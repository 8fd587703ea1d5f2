import { z } from 'zod/mini';

/** Every way in which what is available of a tool comes to change. */
export const stockKinds = [
  'received',
  'adjusted',
  'reserved',
  'released',
  'sold',
  'returned',
  'imported',
] as const;
export type StockKind = (typeof stockKinds)[number];

/** What a movement can come from: the opening of the ledger, a tool's first units,
 * and what has an id and a name. */
export const stockCauses = ['opening', 'new_tool', 'order', 'quote', 'delivery', 'import'] as const;

export const stockCauseSchema = z.object({
  kind: z.enum(stockCauses),
  id: z.optional(z.uuid()),
  /** What people know it by: an order's number, a delivery note's. */
  name: z.optional(z.string()),
});
export type StockCause = z.infer<typeof stockCauseSchema>;
