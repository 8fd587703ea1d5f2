import fastifySwagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorReplySchema } from '#contracts/api-error.ts';
import { apiReferencePolicy, renderApiReference } from './api-reference.ts';
import type { ApiServer } from './api-server.ts';
import { declareRefusals } from './declare-refusals.ts';

/** Describes every route registered on `api` after this call, read off the same schemas that check its input. */
export async function describeApi(api: ApiServer): Promise<void> {
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Toolyard API',
        version: '1.0.0',
        description:
          'Every call of the shop. Errors are `{ error: { code, message, field? } }`. Lists are plain arrays with ' +
          '`limit` and `cursor`, a `Link` header to the next page and `X-Total-Count`; a list that is counted up to a ' +
          'number only answers `X-Total-More-Than` beyond it.',
      },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
        schemas: { ErrorReply: describeErrorReply() },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      const access = route.route.config?.access;
      if (access === 'user' || access === 'admin') {
        described.schema.security = [{ bearer: [] }];
        described.schema.description = [described.schema.description, access === 'admin' && 'For admins.']
          .filter(Boolean)
          .join(' ');
      }
      return described;
    },
  });
  declareRefusals(api);
}

/** The error reply by itself. It is open to additions: the calls of the accounts repeat `message` and `code` at its top. */
function describeErrorReply(): object {
  return z.toJSONSchema(errorReplySchema, { io: 'input', metadata: z.registry() });
}

/** `GET /openapi.json` and `GET /api-reference`, the same document for machines and for people. */
export function openapiRoutes(api: ApiServer): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  api.get('/openapi.json', options, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(api.swagger())),
  );
  api.get('/api-reference', options, async (_request, reply) =>
    reply
      .header('content-security-policy', apiReferencePolicy)
      .type('text/html; charset=utf-8')
      .send(renderApiReference(api.swagger())),
  );
}
