import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import type { AppContext } from '#features/app-context.ts';
import { assertSameOriginWrites } from '#http/assert-same-origin-writes.ts';
import { cacheResponses } from '#http/cache-responses.ts';
import { logErrors, sendError, sendHttpError } from '#http/http-error.ts';
import { bareHeaders, securityHeaders } from '#http/security-headers.ts';
import { shedLoad } from '#http/shed-load.ts';
import { traceRequests } from '#http/trace-requests.ts';
import { noteRoutes } from '#http/unknown-calls.ts';
import { answerUnreadable, assertOneHost } from '#http/unreadable-request.ts';
import { registerApi } from '#server/api/api.ts';
import { requestTexts } from '#texts/errors.ts';
import { countViews } from './count-views.ts';

/** The framework's default: longer than the 60 s after which proxies drop an idle connection. */
const KEEP_ALIVE_MS = 72_000;

/** Builds the whole application, the same for production and tests; `addPages` adds the pages. Does not
 * listen yet. */
export async function buildApp(
  context: AppContext,
  addPages: (app: FastifyInstance) => Promise<void> = async () => undefined,
): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = context.log;
  const origin = () => context.origin;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    bodyLimit: requestLimits.bodyBytes,
    requestTimeout: requestLimits.arrivesWithinSeconds * 1000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    trustProxy: context.config.trustedProxies.length > 0 ? context.config.trustedProxies : false,
    forceCloseConnections: 'idle',
    // While closing, it still serves requests on connections accepted before the listener closed.
    return503OnClosing: false,
    // As long as Node's limit for a whole head, so that an overlong path parameter gets the proper error.
    routerOptions: { maxParamLength: requestLimits.headBytes },
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(bareHeaders)),
    clientErrorHandler: answerUnreadable,
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) =>
    sendHttpError(new AppError('not_found', requestTexts.nothingHere), request, reply),
  );
  await app.register(assertOneHost);
  await app.register(countViews, { visits: context.visits });
  await app.register(cacheResponses, { version: context.cacheVersion });
  await app.register(shedLoad, { log: loggerInstance });
  if (context.tracing) await app.register(traceRequests, { tracing: context.tracing });
  await app.register(securityHeaders, {
    isLive: context.config.mode === 'live',
    origin,
    wallets: context.cardPayments.pageSources.wallets,
  });
  await app.register(logErrors, { clock: context.clock });
  await app.register(assertSameOriginWrites, { origin });
  await app.register(noteRoutes);
  await app.register(async (scope) => registerApi(scope.withTypeProvider<ZodTypeProvider>(), context));
  await addPages(app);
  return app;
}
