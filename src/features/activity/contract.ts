import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema, momentSchema, oneOf } from '#contracts/call-parts.ts';
import { plainLine } from '#contracts/text.ts';
import { activityGroups, auditActions, auditEventSchema } from '#features/audit/contract.ts';

const moment = (field: string) =>
  z.optional(momentSchema(`${field} must be a time such as 2026-11-23T14:05:00Z`));

/** Query of `GET /activity`. `q`: words of people, tools, actions and changed fields, beginnings of page
 * paths (`/dashboard/details`), order numbers and complete ids. */
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
