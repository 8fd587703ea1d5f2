import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { AppContext } from '#features/app-context.ts';
import { type Actor, runAsActor } from '#platform/actor.ts';

/** Names who asks, for the audit trail. The last hook: what reads the body would
 * lose an earlier one's context. */
export const nameActors = fp(
  async (api: FastifyInstance, { context }: { context: AppContext }) => {
    api.addHook('preHandler', (request, _reply, done) => runAsActor(actorOf(request, context.origin), done));
  },
  { name: 'actors', dependencies: ['authorisation'] },
);

/** Who acts through a request to the shop at `origin`, and from which of its pages. */
export function actorOf(request: FastifyRequest, origin: string): Actor {
  const { currentUser, id: requestId } = request;
  const page = pageOf(request, origin);
  if (!currentUser) return { actor: 'visitor', requestId, page };
  const { userId, isAdmin, isStaff } = currentUser;
  return { actor: isAdmin ? 'admin' : isStaff ? 'staff' : 'user', userId, requestId, page };
}

const MAX_PAGE_LENGTH = 200;

/** The path of the page of this shop that the browser names, without what follows it:
 * links of emails carry tokens there. */
function pageOf({ headers }: FastifyRequest, origin: string): string | undefined {
  const referer = URL.parse(headers.referer ?? '');
  if (!referer || (referer.origin !== origin && referer.host !== headers.host)) return undefined;
  return referer.pathname.length <= MAX_PAGE_LENGTH ? referer.pathname : undefined;
}
