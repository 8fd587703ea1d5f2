import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import { type ErrorCode, errorReplySchema, errorStatuses } from '#contracts/app-error.ts';
import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import type { ApiServer } from './api-server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a route refuses for reasons of its own, to be told in the API's document. What follows from its access, its
     * limit and its having an input needs no mention.
     */
    errors?: readonly ErrorCode[];
  }
}

const unchanged = z.null().describe('Not changed since the ETag that was sent');

/**
 * Declares on every route registered on `api` after this call each status that it may refuse with, so that the
 * document tells no less than the API does. A shared read may also be found unchanged (304).
 */
export function declareErrors(api: ApiServer): void {
  api.addHook('onRoute', (route) => {
    if (route.schema?.hide) return;
    const response = { ...Object(route.schema?.response) };
    const refusals = refusalsOf(route);
    if (isSharedRead(route, refusals)) response[304] = unchanged;
    for (const [status, codes] of Map.groupBy(refusals, (code) => errorStatuses[code])) {
      response[status] = {
        description: codes.join(', '),
        content: { 'application/json': { schema: errorReplySchema } },
      };
    }
    route.schema = { ...route.schema, response };
  });
}

/**
 * Every code that a route may refuse with. Anything may fail, the database may be away from anything, and a write may
 * have been sent by a page of another site.
 */
function refusalsOf({ config, schema, method }: RouteOptions): Set<ErrorCode> {
  const { access, limit, errors = [] } = config ?? {};
  const takesBody = ![method].flat().every((name) => name === 'GET' || name === 'HEAD');
  const hasInput = takesBody || [schema?.params, schema?.querystring, schema?.headers].some(Boolean);
  const isGuarded = access !== 'public';
  return new Set<ErrorCode>([
    ...when(hasInput, 'invalid_input'),
    ...when(isGuarded, 'not_signed_in'),
    ...when(access === 'admin' || takesBody, 'not_allowed'),
    ...when(takesBody, 'too_large', 'unsupported_type'),
    ...when(schema?.headers === idempotencyHeadersSchema, 'key_reused'),
    ...errors,
    ...when(limit !== 'none', 'too_many_requests'),
    'internal',
    'unavailable',
  ]);
}

const when = (holds: boolean, ...codes: ErrorCode[]) => (holds ? codes : []);

/** Whether a route's reply is the same for everybody, and carries an ETag (`revalidatePublicReads`). */
function isSharedRead({ schema, method }: RouteOptions, refusals: Set<ErrorCode>): boolean {
  const isRead = [method].flat().includes('GET') && Object.hasOwn(Object(schema?.response), 200);
  return isRead && !refusals.has('not_signed_in');
}
