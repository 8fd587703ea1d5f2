import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Call, Parsed, Reply } from '#contracts/call.ts';
import { scopeOf } from '#contracts/scopes.ts';
import type { RowsPage } from '#platform/database/keyset-pagination.ts';

/** The server as the API's routes see it: Fastify, with types derived from the contracts' zod schemas. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

type CallRequest<C extends Call> = FastifyRequest<{
  Params: Parsed<C, 'params'>;
  Querystring: Parsed<C, 'query'>;
  Headers: Parsed<C, 'headers'>;
  Body: Parsed<C, 'body'>;
}>;

/** Server-only settings of a call: rate limit and caching. The rest is in its declaration. */
type ServeConfig = Omit<FastifyContextConfig, 'access' | 'scope' | 'errors' | 'bearer'> & {
  /** Whether a GET also answers HEAD; by default it does. */
  exposeHeadRoute?: boolean;
};

/** The handler's result: a stream for a file, else the reply of the call's schema. */
type Answer<C extends Call> = C extends { media: string } ? Readable : Reply<C>;

/** Registers the route of a call: its input is validated before `handle` runs, and the result of `handle` is
 * validated too. */
export function serve<C extends Call>(
  api: ApiServer,
  call: C,
  { exposeHeadRoute = true, ...config }: ServeConfig,
  handle: (request: CallRequest<C>, reply: FastifyReply) => Promise<Answer<C>>,
): void {
  const { method, path, access, errors = [], bearer, media, status = 200, tag } = call;
  const { params, query, headers, body, operationId, summary, description } = call;
  api.route({
    method,
    url: path,
    exposeHeadRoute,
    config: { ...config, access, scope: scopeOf(call), errors, bearer },
    schema: {
      tags: [tag],
      operationId,
      summary,
      ...(description && { description }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(headers && { headers }),
      ...(body && { body }),
      response: {
        [status]: media ? { description: summary, content: { [media]: { schema: call.reply } } } : call.reply,
      },
    },
    handler: (request, reply) => {
      reply.code(status);
      // The framework has validated the parts by the schemas above.
      return handle(request as CallRequest<C>, reply);
    },
  });
}

/** Sends a page as an array, with `Link: <…>; rel="next"` and
 * `X-Total-Count`, or `X-Total-More-Than`. */
export function sendPage<Row, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RowsPage<Row>,
  serialize: (row: Row) => Item,
): Item[] {
  reply.header(page.isMoreThanTotal ? 'x-total-more-than' : 'x-total-count', page.total);
  if (page.nextCursor !== undefined) {
    const next = new URL(request.url, 'http://shop');
    next.searchParams.set('cursor', page.nextCursor);
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page.rows.map(serialize);
}
