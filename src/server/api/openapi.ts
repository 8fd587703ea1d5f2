import fastifySwagger from '@fastify/swagger';
import type { RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ErrorCode, errorReplySchema, errorStatuses } from '#contracts/app-error.ts';
import { idempotencyHeadersSchema } from '#contracts/call-parts.ts';
import { scopeFacts, scopes } from '#contracts/scopes.ts';
import { toShopOfPages } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { apiTagTexts, apiTexts } from '#texts/api.ts';
import { apiReferencePolicy, inlineSchemas, renderApiReference } from './api-reference.ts';
import { exampleBody, exampleOf, type Schema } from './examples.ts';
import { namedSchemas } from './named-schemas.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's own refusals; those that follow from its access, limit and input are added
     * automatically. */
    errors?: readonly ErrorCode[];
    /** The bearer of a public call that checks it itself. */
    bearer?: keyof typeof securities | undefined;
    /** Bodies that the framework does not parse: JSON Schemas by media type. */
    unreadBody?: Record<string, object>;
  }
}

const securities = {
  accessToken: [{ accessToken: [] }],
  accessTokenOrNone: [{}, { accessToken: [] }],
  proof: [{ proof: [] }],
  proofOrNone: [{}, { proof: [] }],
};

const listedScopes = scopes.map((scope) => `- \`${scope}\`: ${scopeFacts[scope].text}`).join('\n');

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

const text = (description: string) => ({ description, schema: { type: 'string' } });
const number = (description: string) => ({ description, schema: { type: 'integer' } });
const replyHeaders = apiTexts.headers;
const retryAfter = { 'Retry-After': number(replyHeaders.retryAfter) };
const etag = { ETag: text(replyHeaders.etag) };
const pageHeaders = {
  Link: text(replyHeaders.link),
  'X-Total-Count': number(replyHeaders.totalCount),
  'X-Total-More-Than': number(replyHeaders.totalMoreThan),
};

/** Documents every route registered on `api` after this call, from the schemas that validate its input. */
export async function describeApi(api: ApiServer): Promise<void> {
  for (const [id, schema] of Object.entries(namedSchemas)) {
    if (!z.globalRegistry.has(schema)) z.globalRegistry.add(schema, { id });
  }
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Toolyard API', version: '1.0.0', description: apiTexts.description(listedScopes) },
      tags: Object.entries(apiTagTexts).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          accessToken: bearer(apiTexts.accessToken),
          apiKey: bearer(apiTexts.apiKey),
          proof: bearer(apiTexts.proof),
        },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      if (!described.schema.hide) Object.assign(described.schema, describeAccess(route.route));
      return described;
    },
    transformObject: (document) =>
      finishDocument(jsonSchemaTransformObject(document) as ApiDocument) as object,
  });
  declareErrors(api);
}

function describeAccess({ config, schema }: RouteOptions): object {
  const { access, bearer: own, scope, unreadBody } = config ?? {};
  const { description } = Object(schema);
  const audience = { staff: apiTexts.forStaff, admin: apiTexts.forAdmins }[String(access)];
  return {
    security: own
      ? securities[own]
      : access === 'public'
        ? []
        : [...securities.accessToken, ...(scope ? [{ apiKey: [scope] }] : [])],
    ...(audience && { description: [description, audience].filter(Boolean).join(' ') }),
    ...(unreadBody && {
      body: {
        content: Object.fromEntries(Object.entries(unreadBody).map(([type, it]) => [type, { schema: it }])),
      },
    }),
  };
}

type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Reply = { headers?: object; content?: Content };
type Operation = {
  operationId?: string;
  parameters?: { name: string; required?: boolean; schema?: Schema; example?: unknown }[];
  requestBody?: { content: Content };
  responses: Record<string, Reply>;
};
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { $schema?: string }> };
};

/** Adds the replies' headers, which follow from the calls, and removes unreferenced schemas. */
function finishDocument(document: ApiDocument): ApiDocument {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const { parameters = [], responses } = operation;
    const { 200: success, 304: unchanged, 429: tooMany, 503: unavailable } = responses;
    const isPage = parameters.some(({ name }) => name === 'cursor');
    addHeaders(success, {
      ...(isPage && pageHeaders),
      ...(unchanged && etag),
    });
    addHeaders(unchanged, etag);
    addHeaders(tooMany, retryAfter);
    addHeaders(unavailable, retryAfter);
  }
  addExamples(document);
  const { components } = document;
  components.schemas.ErrorReply = z.toJSONSchema(errorReplySchema, { io: 'input', metadata: z.registry() });
  delete components.schemas.ErrorReply.$schema;
  const isNamed = (name: string) => JSON.stringify(document).includes(`"#/components/schemas/${name}"`);
  for (let dropped = true; dropped; ) {
    const idle = Object.keys(components.schemas).filter((name) => !isNamed(name));
    for (const name of idle) delete components.schemas[name];
    dropped = idle.length > 0;
  }
  return document;
}

/** Adds an example to each JSON body, each reply of success and each parameter that a call needs. */
function addExamples(document: ApiDocument): void {
  const operationsOf = ({ paths }: ApiDocument) =>
    Object.values(paths).flatMap((path) => Object.values(path));
  const inlined = operationsOf(inlineSchemas(document));
  for (const [index, operation] of operationsOf(document).entries()) {
    const { operationId, parameters = [], requestBody, responses } = operation;
    const whole = inlined[index];
    for (const [nth, parameter] of parameters.entries()) {
      const { name, required, schema } = whole?.parameters?.[nth] ?? parameter;
      if (required) parameter.example = exampleOf(schema ?? {}, { name });
    }
    addExample(requestBody?.content, whole?.requestBody?.content, (schema) =>
      exampleBody(schema, operationId),
    );
    for (const status of ['200', '201', '202'])
      addExample(responses[status]?.content, whole?.responses[status]?.content, (schema) =>
        exampleOf(schema),
      );
  }
}

function addExample(
  content: Content | undefined,
  whole: Content | undefined,
  make: (schema: Schema) => unknown,
): void {
  const media = content?.['application/json'];
  const schema = whole?.['application/json']?.schema;
  if (media && schema) media.example = make(schema);
}

function addHeaders(reply: Reply | undefined, headers: object): void {
  if (reply && Object.keys(headers).length > 0) reply.headers = { ...reply.headers, ...headers };
}

/** `GET /openapi.json` and `GET /api-reference`, the same document for machines and for people. */
export function openapiRoutes(api: ApiServer, context: Pick<AppContext, 'origin' | 'details'>): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  const document = () => {
    const { info, ...rest } = api.swagger();
    const license = { name: apiTexts.terms, url: `${context.origin}/policy` };
    return { ...rest, info: { ...info, license }, servers: [{ url: context.origin }] };
  };
  api.get('/openapi.json', options, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
  );
  api.get('/api-reference', options, async (_request, reply) =>
    reply
      .header('content-security-policy', apiReferencePolicy)
      .type('text/html; charset=utf-8')
      .send(renderApiReference(document(), toShopOfPages(await context.details.read()))),
  );
}

const unchanged = z.null().describe('Not changed since the ETag that was sent');

/** Declares on each later route of `api` every status that it may refuse with, and 304 for an unchanged
 * shared read. */
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

// Any call may fail or find the database away, and a write may come from a page of another site.
function refusalsOf({ config, schema, method }: RouteOptions): Set<ErrorCode> {
  const { access, scope, limit, errors = [] } = config ?? {};
  const takesBody = ![method].flat().every((name) => name === 'GET' || name === 'HEAD');
  const hasInput = takesBody || [schema?.params, schema?.querystring, schema?.headers].some(Boolean);
  const isGuarded = access !== 'public';
  return new Set<ErrorCode>([
    ...when(hasInput, 'invalid_input'),
    ...when(isGuarded, 'not_signed_in', 'key_refused'),
    ...when(Boolean(scope), 'scope_missing'),
    ...when(access === 'admin' || access === 'staff' || takesBody, 'not_allowed'),
    ...when(takesBody, 'too_large', 'unsupported_type'),
    ...when(schema?.headers === idempotencyHeadersSchema, 'key_reused'),
    ...errors,
    ...when(limit !== 'none', 'too_many_requests'),
    'internal',
    'unavailable',
  ]);
}

const when = (holds: boolean, ...codes: ErrorCode[]) => (holds ? codes : []);

/** Whether a route's reply is the same for everyone and has an ETag (`revalidatePublicReads`). */
function isSharedRead({ schema, method }: RouteOptions, refusals: Set<ErrorCode>): boolean {
  const isRead = [method].flat().includes('GET') && Object.hasOwn(Object(schema?.response), 200);
  return isRead && !refusals.has('not_signed_in');
}
