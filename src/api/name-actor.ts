import type { FastifyRequest } from 'fastify';
import { type Acting, actAs } from '#platform/acting.ts';
import type { ApiServer } from './api-server.ts';

/**
 * Lets every handler registered on `api` after this call work in the name of who asks, for the audit trail. It is the
 * last hook before the handler: what reads the body would lose an earlier one's context.
 */
export function nameActors(api: ApiServer): void {
  api.addHook('preHandler', (request, _reply, done) => actAs(actingOf(request), done));
}

/** Who acts through a request. */
export function actingOf({ asker, id: requestId }: FastifyRequest): Acting {
  if (!asker) return { actor: 'visitor', requestId };
  return { actor: asker.isAdmin ? 'admin' : 'user', userId: asker.userId, requestId };
}
