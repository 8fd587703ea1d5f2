import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { answerDelay, answerLinkedDelay, readLinkedDelay } from './answer-delay.ts';
import { answerDelayCall, answerLinkedDelayCall, readLinkedDelayCall, sendDelaysCall } from './contract.ts';
import { sendDelays } from './send-delays.ts';

/** Registers the calls by which staff tell buyers about delays, and by which these answer. */
export function delayRoutes(api: ApiServer, context: AppContext): void {
  serve(api, sendDelaysCall, {}, async (request) => sendDelays(context, requireUser(request), request.body));

  serve(api, answerDelayCall, { limit: 'orders', changesCatalogue: true }, async (request) =>
    answerDelay(context, requireUser(request), { id: request.params.id, ...request.body }),
  );

  serve(api, readLinkedDelayCall, {}, async ({ query }, reply) => {
    // Nothing keeps what only the recipient of the email may know.
    reply.header('cache-control', 'no-store');
    return readLinkedDelay(context, query.token);
  });

  serve(api, answerLinkedDelayCall, { limit: 'orders', changesCatalogue: true }, async ({ body }) =>
    answerLinkedDelay(context, body),
  );
}
