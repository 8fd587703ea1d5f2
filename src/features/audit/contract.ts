import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema } from '#contracts/call-parts.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';

export const auditActions = [
  'signed_up',
  'signed_in',
  'sign_in_refused',
  'signed_out',
  'email_verified',
  'password_reset',
  'session_stolen',
  'sessions_ended',
  'role_given',
  'role_taken',
  'user_blocked',
  'user_unblocked',
  'profile_changed',
  'customer_note_added',
  'notice_switched',
  'tool_added',
  'tool_edited',
  'tool_removed',
  'document_added',
  'document_removed',
  'stock_changed',
  'delivery_received',
  'category_added',
  'category_edited',
  'category_merged',
  'category_removed',
  'brand_added',
  'brand_edited',
  'brand_merged',
  'brand_removed',
  'synonym_added',
  'synonym_removed',
  'picture_stored',
  'review_added',
  'review_hidden',
  'review_shown',
  'review_answered',
  'review_answer_removed',
  'order_placed',
  'order_changed',
  'order_repriced',
  'order_paid',
  'order_shipped',
  'order_unshipped',
  'order_deleted',
  'order_note_added',
  'payment_started',
  'payment_released',
  'refund_requested',
  'payment_refunded',
  'exported',
  'import_applied',
  'import_undone',
  'reconciled',
  'details_changed',
  'email_given_up',
  'refused',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One entry of an order's audit trail. `details` holds ids, units and amounts in whole minor units. */
export const auditEventSchema = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  actor: z.string(),
  /** The address of the user who acted, where it was one who is still there. */
  actorEmail: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** The path of the shop's page that it came from, where it came from one. */
  page: z.nullable(z.string()),
  action: z.enum(auditActions),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

export const listOrderEventsCall = {
  method: 'GET',
  path: '/orders/:id/audit',
  access: 'staff',
  params: idParamsSchema,
  query: listPageSchema,
  reply: z.array(auditEventSchema),
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'listOrderEvents',
  summary: 'What happened to an order, oldest first',
  description: 'Who did what to the order, and when.',
} satisfies Call;
