import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Refusal } from '#contracts/api-error.ts';
import type { Access } from '#contracts/call.ts';
import type { Shop } from '#features/shop.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { verifyAccessToken } from './access-token.ts';
import { type Asker, findAsker } from './store.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route. Every route of the API says so; one that doesn't stops the start. */
    access?: Access;
  }
  interface FastifyRequest {
    asker: Asker | null;
  }
}

/**
 * Guards every route registered on `api` after this call, before its input is looked at: no or a bad token is 401,
 * a user where an admin is needed 403.
 */
export const guardRoutes = fp(
  async (api: FastifyInstance, { shop }: { shop: Shop }) => {
    api.decorateRequest('asker', null);
    api.addHook('onRoute', (route) => {
      if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`);
    });
    api.addHook('onRequest', async (request, reply) => {
      const { access } = request.routeOptions.config;
      if (!access || access === 'public') return;
      // What only some may see is for nobody's cache.
      reply.header('cache-control', 'no-store');
      const asker = await findAskerOf(request, shop);
      if (!asker) throw new Refusal('not_signed_in', refusalTexts.signIn);
      // Known before it is refused, so that the refusal can be written down.
      request.asker = asker;
      if (access === 'admin' && !asker.isAdmin) throw new Refusal('not_allowed', refusalTexts.adminsOnly);
    });
  },
  { name: 'authorisation', dependencies: ['security-headers'] },
);

/**
 * Who sent a request, by its access token; `undefined` when it has none that is good, or when the session that it came
 * of has ended.
 */
export async function findAskerOf(request: FastifyRequest, shop: Shop): Promise<Asker | undefined> {
  const token = bearerOf(request);
  const key = shop.secrets.key('access-token');
  const claims = token && (await verifyAccessToken(key, token, shop.clock.now()));
  if (!claims) return undefined;
  const [asker, subject] = await Promise.all([
    findAsker(shop.db, claims.userId),
    shop.identityProvider.subjectOfSession(claims.sessionId),
  ]);
  return asker?.subject === subject ? asker : undefined;
}

/** The signed-in user behind a request to a route whose access is `user` or `admin`. */
export function askerOf(request: FastifyRequest): Asker {
  if (!request.asker) throw new Refusal('not_signed_in', refusalTexts.signIn);
  return request.asker;
}

/** The token of an `Authorization: Bearer …` header, if there is one. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
