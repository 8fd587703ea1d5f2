import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema, momentSchema, oneOf } from '#contracts/call-parts.ts';
import { plainLine } from '#contracts/text.ts';
import { type AuditAction, auditActions, auditEventSchema } from '#features/audit/contract.ts';

/** The groups of what happens in a shop. */
export const activityGroups = [
  'orders',
  'payments',
  'catalog',
  'stock',
  'people',
  'settings',
  'messages',
  'system',
] as const;
export type ActivityGroup = (typeof activityGroups)[number];

/** The group of each action. */
export const groupOfAction: Record<AuditAction, ActivityGroup> = {
  signed_up: 'people',
  signed_in: 'people',
  sign_in_refused: 'people',
  signed_out: 'people',
  email_verified: 'people',
  password_reset: 'people',
  session_stolen: 'people',
  sessions_ended: 'people',
  role_given: 'people',
  role_taken: 'people',
  acted_for_oneself: 'people',
  user_blocked: 'people',
  user_unblocked: 'people',
  profile_changed: 'people',
  address_added: 'people',
  address_changed: 'people',
  address_deleted: 'people',
  address_made_default: 'people',
  list_added: 'people',
  list_changed: 'people',
  list_deleted: 'people',
  customer_note_added: 'people',
  notice_switched: 'people',
  restock_notice_asked: 'people',
  restock_notice_dropped: 'people',
  tool_added: 'catalog',
  tool_edited: 'catalog',
  tool_removed: 'catalog',
  document_added: 'catalog',
  document_edited: 'catalog',
  document_removed: 'catalog',
  category_added: 'catalog',
  category_edited: 'catalog',
  category_merged: 'catalog',
  category_removed: 'catalog',
  brand_added: 'catalog',
  brand_edited: 'catalog',
  brand_merged: 'catalog',
  brand_removed: 'catalog',
  picture_stored: 'catalog',
  import_applied: 'catalog',
  import_undone: 'catalog',
  demo_cleared: 'catalog',
  stock_changed: 'stock',
  delivery_received: 'stock',
  order_placed: 'orders',
  order_changed: 'orders',
  order_repriced: 'orders',
  order_shipped: 'orders',
  order_unshipped: 'orders',
  parcel_sent: 'orders',
  parcel_undone: 'orders',
  parcel_changed: 'orders',
  order_cancelled: 'orders',
  order_deleted: 'orders',
  order_note_added: 'orders',
  order_paid: 'payments',
  order_marked_paid: 'payments',
  pay_link_sent: 'payments',
  order_refunded: 'payments',
  invoice_issued: 'payments',
  invoice_withdrawn: 'payments',
  credit_note_issued: 'payments',
  payment_started: 'payments',
  payment_released: 'payments',
  refund_requested: 'payments',
  payment_refunded: 'payments',
  refund_done: 'payments',
  refund_failed: 'payments',
  refund_retried: 'payments',
  refund_marked: 'payments',
  dispute_opened: 'payments',
  dispute_won: 'payments',
  dispute_lost: 'payments',
  reconciled: 'payments',
  quote_asked: 'messages',
  quote_offered: 'messages',
  quote_accepted: 'messages',
  quote_paid: 'messages',
  quote_declined: 'messages',
  quote_withdrawn: 'messages',
  quote_expired: 'messages',
  review_added: 'messages',
  review_hidden: 'messages',
  review_shown: 'messages',
  review_answered: 'messages',
  review_answer_removed: 'messages',
  message_answered: 'messages',
  message_closed: 'messages',
  message_reopened: 'messages',
  details_changed: 'settings',
  logo_stored: 'settings',
  delivery_changed: 'settings',
  tax_changed: 'settings',
  carriers_changed: 'settings',
  synonym_added: 'settings',
  synonym_removed: 'settings',
  exported: 'system',
  email_given_up: 'system',
  refused: 'system',
};

const moment = (field: string) =>
  z.optional(momentSchema(`${field} must be a time such as 2026-11-23T14:05:00Z`));

/** Query of `GET /activity`. `q`: words of people, tools, actions and changed fields, beginnings of page paths
 * (`/dashboard/details`), order numbers and complete ids. */
export const activityListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  group: z.optional(oneOf('group', activityGroups)),
  action: z.optional(oneOf('action', auditActions)),
  from: moment('from'),
  before: moment('before'),
});
export type ActivityList = z.infer<typeof activityListSchema>;

/** One entry of the audit trail with its subjects: each by its id, and by its name if it still exists. */
export const activitySchema = z.extend(auditEventSchema, {
  orderId: z.nullable(z.uuid()),
  orderNumber: z.nullable(z.string()),
  toolId: z.nullable(z.uuid()),
  toolName: z.nullable(z.string()),
  userId: z.nullable(z.uuid()),
  userEmail: z.nullable(z.string()),
});
export type Activity = z.infer<typeof activitySchema>;

export const listActivityCall = {
  method: 'GET',
  path: '/activity',
  access: 'admin',
  query: activityListSchema,
  reply: z.array(activitySchema),
  tag: 'Activity',
  operationId: 'listActivity',
  summary: 'Lists the audit trail, newest first',
  description:
    'Searches people, tools, actions, changed fields (‘price’), pages, order numbers, and IDs. Filters by group of actions, by action, and by time from one moment to before another.',
} satisfies Call;
