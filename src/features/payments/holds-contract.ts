import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema } from '#contracts/call-parts.ts';
import { idSchema } from '#contracts/identifiers.ts';

/** What `GET /holds` lists: a payment under way, whose it is, since when and until when (ISO 8601) it holds
 * how many units, and of which tools, by the orders that it is to pay for. */
export const holdSchema = z.object({
  _id: idSchema,
  email: z.string(),
  userName: z.string(),
  units: z.number(),
  /** How many card payments of theirs have ended unpaid in the last day, or
   * since one of them went through. */
  unpaidBefore: z.int(),
  since: z.iso.datetime(),
  until: z.iso.datetime(),
  orders: z.array(
    z.object({
      orderId: idSchema,
      number: z.string(),
      toolId: idSchema,
      toolName: z.string(),
      units: z.number(),
    }),
  ),
});
export type Hold = z.infer<typeof holdSchema>;

export const listHoldsCall = {
  method: 'GET',
  path: '/holds',
  access: 'staff',
  query: listPageSchema,
  reply: z.array(holdSchema),
  tag: 'Payments',
  operationId: 'listHolds',
  summary: 'The payments under way that hold units, the newest first',
  description:
    'Who holds how many units of which tools, since when and until when, and how many payments of theirs ended unpaid in the day before. `DELETE /orders/{id}/payment` of any of its orders ends one. Units reserved by a quote are listed with the quotes, those of an open invoice with the invoices.',
} satisfies Call;
