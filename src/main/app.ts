import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { v7 as uuid } from 'uuid';
import { registerApi } from '#api/api.ts';
import { sendError } from '#api/error-reply.ts';
import type { Shop } from '#workflows/shop.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

/** The whole application, the same for production and tests; `pages` adds the screens. Not yet listening. */
export async function buildApp(
  shop: Shop,
  options: { pages?: (app: FastifyInstance) => Promise<void> } = {},
) {
  const loggerInstance: FastifyBaseLogger = shop.log;
  const app = Fastify({
    loggerInstance,
    genReqId: () => uuid(),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    disableRequestLogging: true,
  });
  app.setErrorHandler(sendError);
  await app.register(async (scope) => registerApi(scope.withTypeProvider<ZodTypeProvider>(), shop));
  await options.pages?.(app);
  return app;
}
