import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';

/** Each kind is counted up to this number, which then means 'this many or more'. */
export const MOST_WAITING = 100;

/** Failed tasks are counted for so many days: nobody can undo a failure. */
export const FAILED_DAYS = 7;

const count = z.int().check(z.gte(0), z.lte(MOST_WAITING));

/** What waits for staff to act. */
export const waitingSchema = z.object({
  /** Paid orders that have not shipped. */
  toShip: count,
  /** Orders among them that must ship within two days or are late, and whose buyers were not asked to wait. */
  shipSoon: count,
  /** Refunds that are due, failed ones among them. */
  refundsDue: count,
  /** Quotes that buyers have asked for. */
  quotes: count,
  /** Returns that buyers have requested. */
  returns: count,
  /** Invoices to be paid by transfer. */
  transfers: count,
  /** Open contact messages. */
  messages: count,
  /** Tax exemption certificates to check. */
  exemptions: count,
  /** Tools with few minimum orders left. */
  lowStock: count,
  /** Tasks of the last days that failed after all tries; null for staff, who do not see the activity. */
  failedTasks: z.nullable(count),
  /** Webhook endpoints that the shop has turned off; null for staff, who do not see them. */
  webhooksOff: z.nullable(count),
});
export type Waiting = z.infer<typeof waitingSchema>;

export const countWaitingCall = {
  method: 'GET',
  path: '/waiting',
  access: 'staff',
  reply: waitingSchema,
  tag: 'Overview',
  operationId: 'countWaiting',
  summary: 'Counts what staff have to do',
  description: `Orders to ship, those of them that are due within two days or late, refunds due, quotes and returns to answer, invoices awaiting a transfer, open messages, tax exemption certificates to check, and tools running low, each counted up to ${MOST_WAITING}; for admins, also the tasks that failed in the last ${FAILED_DAYS} days, and webhook endpoints that the shop has turned off.`,
} satisfies Call;
