import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema } from '#contracts/call-parts.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';
import { ofAccount } from './security-contract.ts';

/** One place where somebody is signed in. */
export const sessionSchema = z.object({
  _id: z.uuid(),
  /** As the browser reports it; null if unknown. */
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
  ...ofAccount('GET', '/sessions'),
  reply: z.array(sessionSchema),
  operationId: 'listSessions',
  summary: 'Lists where you are signed in, last used first',
  description: 'At most the 100 sessions used last.',
} satisfies Call;

export const endSessionCall = {
  ...ofAccount('DELETE', '/sessions/:id'),
  params: idParamsSchema,
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'endSession',
  summary: 'Signs you out in one place',
  description: 'The session’s access token ends at once.',
} satisfies Call;

export const endOtherSessionsCall = {
  ...ofAccount('DELETE', '/sessions'),
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed'],
  operationId: 'endOtherSessions',
  summary: 'Signs you out everywhere but here',
  description: 'The answer tells how many sessions that were.',
} satisfies Call;
