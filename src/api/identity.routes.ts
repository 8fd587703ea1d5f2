import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { EmbeddedIdentity } from '#platform/identity-provider/embedded/embedded-identity.ts';
import {
  createIdentityCalls,
  IDENTITY_PATH,
  type IdentityCall,
} from '#platform/identity-provider/embedded/identity-calls.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { clientAddress } from './client-address.ts';
import { identityReplies } from './identity-replies.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * `/api/auth/*`: the calls of the embedded accounts, where sign-up and sign-in happen. Their error replies carry
 * `message` and `code` at the top as well, where an identity provider's client looks for them.
 */
export async function identityRoutes(api: ApiServer, shop: Shop): Promise<void> {
  const { embeddedIdentity } = shop;
  if (!embeddedIdentity) return;
  await api.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onSend', async (_request, reply, payload) => liftMessage(reply, payload));
    // The accounts check their input themselves: here its schema only tells of it.
    scope.setValidatorCompiler(() => (data) => ({ value: data }));
    for (const [path, call] of Object.entries(createIdentityCalls(shop.config.limits))) {
      addCall(scope, path, call, (request, reply) => passOn(embeddedIdentity, request, reply));
    }
  });
}

function addCall(
  scope: FastifyInstance,
  path: string,
  { method, body }: IdentityCall,
  handler: RouteHandlerMethod,
): void {
  const described = identityReplies[path];
  if (!described) throw new Error(`${path} is not described`);
  const { operationId, summary, description, bearer, givesSession, query, replies, refuses = [] } = described;
  scope.route({
    method,
    url: `${IDENTITY_PATH}${path}`,
    // A look ahead by HEAD must not use a mailed link up.
    exposeHeadRoute: false,
    // The accounts count sign-ins and the like by themselves.
    config: {
      access: 'public',
      limit: 'reads',
      refuses: ['invalid_input', ...refuses],
      bearer,
      givesSession,
    },
    schema: {
      tags: ['Accounts'],
      operationId,
      summary,
      description,
      // For browsers alone, which it sends on.
      hide: path === '/callback/google',
      ...(body && { body }),
      ...(query && { querystring: query }),
      response: replies,
    },
    bodyLimit: BODY_LIMIT_BYTES,
    handler,
  });
}

async function passOn(
  identity: EmbeddedIdentity,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const answer = await identity.handler(toWebRequest(request), clientAddress(request.ip));
  reply.code(answer.status).header('cache-control', 'no-store');
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') reply.header(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(Buffer.from(await answer.arrayBuffer()));
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const name of ['authorization', 'cookie', 'idempotency-key'] as const) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(new URL(request.url, 'http://shop'), {
    method: request.method,
    headers,
    ...(typeof request.body === 'string' ? { body: request.body } : {}),
  });
}

function liftMessage(reply: FastifyReply, payload: unknown): unknown {
  if (reply.statusCode < 400 || typeof payload !== 'string') return payload;
  const body: { error?: { message: string; code: string } } = JSON.parse(payload);
  const { message, code } = body.error ?? {};
  return JSON.stringify({ ...body, message, code });
}
