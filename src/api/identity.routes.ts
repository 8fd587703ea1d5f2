import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EmbeddedIdentity } from '#platform/identity-provider/embedded/embedded-identity.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { clientAddress } from './client-address.ts';

const BODY_LIMIT_BYTES = 16 * 1024;

/**
 * `/api/auth/*`: the calls of the embedded accounts, where sign-up and sign-in happen. Their error replies carry
 * `message` and `code` at the top as well, where an identity provider's client looks for them.
 */
export async function identityRoutes(api: ApiServer, shop: Shop): Promise<void> {
  const { embeddedIdentity } = shop;
  if (!embeddedIdentity) return;
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    scope.addHook('onSend', async (_request, reply, payload) => liftMessage(reply, payload));
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/api/auth/*',
      // The accounts count sign-ins and the like by themselves.
      config: { access: 'public', limit: 'reads' },
      schema: { hide: true },
      bodyLimit: BODY_LIMIT_BYTES,
      handler: (request, reply) => passOn(embeddedIdentity, request, reply),
    });
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
  for (const name of ['authorization', 'cookie'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
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
