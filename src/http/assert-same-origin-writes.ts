import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { requestTexts } from '#texts/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that carry a cookie and come from a page of another site: it
 * need not know a cookie to send it. */
export const assertSameOriginWrites = fp(
  async (app: FastifyInstance, { origin }: { origin: () => string }) => {
    app.addHook('onRequest', async (request) => {
      if (SAFE_METHODS.has(request.method) || request.headers.cookie === undefined) return;
      assertSameOrigin(request, origin());
    });
  },
  { name: 'foreign-writes', dependencies: ['security-headers'] },
);

/** @throws AppError `not_allowed` when a browser says that a page of another site sent this. */
export function assertSameOrigin(request: FastifyRequest, shopOrigin: string): void {
  if (isForeign(request, shopOrigin)) throw new AppError('not_allowed', requestTexts.foreignPage);
}

/** Goes by what the browser says of the two sites (Fetch Metadata), and for
 * older ones by the origin it names. */
function isForeign({ headers }: FastifyRequest, shopOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  if (origin === undefined) return false;
  return origin !== shopOrigin && origin !== `http://${host}` && origin !== `https://${host}`;
}
