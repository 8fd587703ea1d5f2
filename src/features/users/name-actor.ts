import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Actor, runAsActor } from '#platform/actor.ts';

/** Names who asks, for the audit trail. The last hook: what reads the body would lose an earlier one's context. */
export const nameActors = fp(
  async (api: FastifyInstance) => {
    api.addHook('preHandler', (request, _reply, done) => runAsActor(actorOf(request), done));
  },
  { name: 'actors', dependencies: ['authorisation'] },
);

/** Who acts through a request. */
export function actorOf({ currentUser, id: requestId }: FastifyRequest): Actor {
  if (!currentUser) return { actor: 'visitor', requestId };
  return { actor: currentUser.isAdmin ? 'admin' : 'user', userId: currentUser.userId, requestId };
}
