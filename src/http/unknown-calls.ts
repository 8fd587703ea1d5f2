import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { requestTexts } from '#texts/errors.ts';
import type { ApiServer } from './serve.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** The methods of each path, filled as routes are registered. */
type KnownRoutes = Map<string, Set<string>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that only answers that the path does not exist. */
    isNoRoute?: true;
  }
  interface FastifyInstance {
    routes: KnownRoutes;
  }
}

/** Records every route registered on `app` from now on in `app.routes`. */
export const noteRoutes = fp(
  async (app: FastifyInstance) => {
    const known: KnownRoutes = new Map();
    app.addHook('onRoute', ({ url, method, config }: RouteOptions) => {
      if (config?.isNoRoute) return;
      const noted = known.get(url) ?? new Set();
      for (const name of [method].flat()) noted.add(name);
      known.set(url, noted);
    });
    app.decorate('routes', known);
  },
  { name: 'known-routes' },
);

/** Answers 405 with `Allow` for another method of a known path, and 404 for an unknown path below. Call after
 * all routes. */
export function answerUnknownCalls(api: ApiServer): void {
  const { routes } = api;
  const known = [...routes];
  for (const [url, taken] of known) {
    const allow = [...taken].sort().join(', ');
    addAnswer(api, url, taken, (reply) => {
      reply.header('allow', allow);
      throw new AppError('method_not_allowed', requestTexts.otherMethod(allow));
    });
  }
  const roots = new Set(known.map(([url]) => `/${url.split('/')[1]}/*`));
  for (const root of roots)
    addAnswer(api, root, routes.get(root) ?? new Set(), () => {
      throw new AppError('not_found', requestTexts.noSuchCall);
    });
}

function addAnswer(
  api: ApiServer,
  url: string,
  taken: Set<string>,
  answer: (reply: FastifyReply) => never,
): void {
  const method = methods.filter((name) => !taken.has(name));
  if (method.length === 0) return;
  api.route({
    method,
    url,
    config: { access: 'public', limit: 'reads', isNoRoute: true },
    schema: { hide: true },
    handler: (_request, reply) => answer(reply),
  });
}
