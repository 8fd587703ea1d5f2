import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { requestTexts } from '#texts/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes with a cookie from pages of another site, which can send a cookie without knowing it. */
export const assertSameOriginWrites = fp(
  async (app: FastifyInstance, { origin }: { origin: () => string }) => {
    app.addHook('onRequest', async (request) => {
      if (SAFE_METHODS.has(request.method) || request.headers.cookie === undefined) return;
      assertSameOrigin(request, origin());
    });
  },
  { name: 'foreign-writes', dependencies: ['security-headers'] },
);

/** @throws AppError `not_allowed` if the browser reports that another site's page sent this */
export function assertSameOrigin(request: FastifyRequest, shopOrigin: string): void {
  if (isForeign(request, shopOrigin)) throw new AppError('not_allowed', requestTexts.foreignPage);
}

/** Uses the browser's statement about the two sites (Fetch Metadata), and in older browsers the origin. */
function isForeign({ headers }: FastifyRequest, shopOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin !== shopOrigin && origin !== `http://${host}` && origin !== `https://${host}`;
}
