import { z } from 'zod/mini';

/** The kinds of changes to a tool's available quantity. */
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

/** What a movement can come from: the opening of the ledger, a tool's first units, or something with an id
 * and a name. */
export const stockCauses = ['opening', 'new_tool', 'order', 'quote', 'delivery', 'import'] as const;

export const stockCauseSchema = z.object({
  kind: z.enum(stockCauses),
  id: z.optional(z.uuid()),
  /** Its readable name: the number of an order or of a delivery note. */
  name: z.optional(z.string()),
});
export type StockCause = z.infer<typeof stockCauseSchema>;
