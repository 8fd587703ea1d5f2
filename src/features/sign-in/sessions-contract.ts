import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';

/** One place where somebody is signed in. */
export const sessionSchema = z.object({
  _id: z.uuid(),
  /** As far as the browser says; null if it says nothing that is known. */
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** The network of the last use, such as `203.0.113.0/24`: the whole address is not kept. */
  network: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  /** Within five minutes. */
  lastUsedAt: z.iso.datetime(),
  /** Whether the call was made in it. */
  isCurrent: z.boolean(),
});
export type OwnSessionRow = z.infer<typeof sessionSchema>;

export const listSessionsCall = {
  method: 'GET',
  path: '/account/sessions',
  access: 'user',
  reply: z.array(sessionSchema),
  tag: 'Accounts',
  operationId: 'listSessions',
  summary: 'Lists where you are signed in, last used first',
  description: 'At most the 100 sessions used last.',
} satisfies Call;

export const endSessionCall = {
  method: 'DELETE',
  path: '/account/sessions/:id',
  access: 'user',
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  tag: 'Accounts',
  operationId: 'endSession',
  summary: 'Signs you out in one place',
  description: 'The session’s access token ends at once.',
} satisfies Call;

export const endOtherSessionsCall = {
  method: 'DELETE',
  path: '/account/sessions',
  access: 'user',
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed'],
  tag: 'Accounts',
  operationId: 'endOtherSessions',
  summary: 'Signs you out everywhere but here',
  description: 'The answer tells how many sessions that were.',
} satisfies Call;
