import { z } from 'zod/mini';

export const disputeStates = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** A payment that the buyer's bank has called into question; `won` and `lost` are for the shop. `amount` is
 * in `currency`, which need not be the shop's; `uncounted`: what of a lost one was more than was left of the
 * payment, and is in no credit note. `reason`: the card provider's code. `isRefundable`: whether a refund
 * would settle it; `respondBy`: until when it can be answered. Times are ISO 8601. */
export const disputeSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  uncounted: z.number(),
  currency: z.string(),
  reason: z.string(),
  state: z.enum(disputeStates),
  isRefundable: z.boolean(),
  respondBy: z.nullable(z.iso.datetime()),
  openedAt: z.iso.datetime(),
  closedAt: z.nullable(z.iso.datetime()),
});
export type Dispute = z.infer<typeof disputeSchema>;
