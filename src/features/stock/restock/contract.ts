import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';

/** So many tools one buyer may wait for at a time. */
export const MAX_WAITED_FOR = 100;

/** Whether the asker is told by email when a tool is back. */
export const restockNoticeSchema = z.object({ isAsked: z.boolean() });
export type RestockNotice = z.infer<typeof restockNoticeSchema>;

const ofTool = {
  path: '/tool/:id/restock-notice',
  access: 'user',
  params: idParamsSchema,
  reply: restockNoticeSchema,
  tag: 'Tools',
} as const;

export const getRestockNoticeCall = {
  ...ofTool,
  method: 'GET',
  operationId: 'getRestockNotice',
  summary: 'Whether one is told when a tool is back',
} satisfies Call;

export const askRestockNoticeCall = {
  ...ofTool,
  method: 'PUT',
  errors: ['not_found', 'conflict', 'account_blocked'],
  operationId: 'askRestockNotice',
  summary: 'Asks to be told when a tool is back',
  description: `One email, once its minimum order is available again. The address must be verified. 409 while the tool can be ordered, and beyond ${MAX_WAITED_FOR} tools.`,
} satisfies Call;

export const dropRestockNoticeCall = {
  ...ofTool,
  method: 'DELETE',
  operationId: 'dropRestockNotice',
  summary: 'Takes that back',
} satisfies Call;
