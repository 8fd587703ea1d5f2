import type { FastifyRequest } from 'fastify';
import type { ApiServer } from './api-server.ts';
import { sendError, toRefusal } from './error-reply.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route's last good answers stand in while the database is away. They must be everybody's. */
    keepsAnswers?: true;
  }
}

/** An answer as it went out, to be sent again as it is. */
type KeptAnswer = { headers: Record<string, string>; body: string };

const MAX_ANSWERS = 200;

/** What an answer says of itself beside its body. */
const headerNames = ['content-type', 'link', 'x-total-count'];

/** What may stand in a kept address. Searches and pages further on are without number, and would push the others out. */
const keptQuery = new Set(['limit', 'category']);

/**
 * Lets people go on browsing while the database is away or overloaded: what a route with `keepsAnswers` has answered last
 * is answered again then. Whether it is still right cannot be known, so the database is asked first each time, and an
 * order still meets the real price and stock. The shop's own pages get no kept answer while they are rendered: they would
 * take it for a new one and keep it in turn. To be called before the routes are registered.
 */
export function keepAnswers(api: ApiServer): void {
  const answers = new Map<string, KeptAnswer>();

  function keep(address: string, answer: KeptAnswer): void {
    answers.delete(address);
    answers.set(address, answer);
    const [oldest] = answers.keys();
    if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
  }

  api.addHook('onSend', async (request, reply, payload) => {
    const address = addressToKeep(request);
    if (address === undefined) return payload;
    if (reply.statusCode === 404) answers.delete(address);
    if (reply.statusCode === 200 && typeof payload === 'string') {
      const headers = headerNames.map((name) => [name, String(reply.getHeader(name) ?? '')] as const);
      keep(address, { headers: Object.fromEntries(headers.filter(([, value]) => value)), body: payload });
    }
    return payload;
  });

  api.setErrorHandler((error: Error, request, reply) => {
    const address = request.ip === IN_PROCESS_ADDRESS ? undefined : addressToKeep(request);
    const answer = address === undefined ? undefined : answers.get(address);
    if (!answer || toRefusal(error).code !== 'unavailable') return sendError(error, request, reply);
    request.log.warn({ err: error }, 'answered with what was answered last');
    return reply.code(200).headers(answer.headers).send(answer.body);
  });
}

/** The path and query under which an answer is kept; `undefined` for a request whose answer is not. */
function addressToKeep({ method, routeOptions, url }: FastifyRequest): string | undefined {
  if (method !== 'GET' || !routeOptions.config.keepsAnswers) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://shop');
  if ([...searchParams.keys()].some((name) => !keptQuery.has(name))) return undefined;
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}
