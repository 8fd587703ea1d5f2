import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressAll, quickly } from '#platform/compressed-body.ts';
import type { ApiServer } from './api-server.ts';
import { sendError, toRefusal } from './error-reply.ts';
import type { KeptReplies, KeptReply } from './kept-replies.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the route's last good answers are kept, which must be everybody's: `until-change` is answered again for as
     * long as nothing that visitors see has changed; `for-outage` stands in while the database is away.
     */
    keeps?: 'until-change' | 'for-outage';
  }
}

/**
 * These say which answers are the common ones, kept the first time. Anything else must be asked for twice: searches
 * and pages further on are without number, and would push the others out.
 */
const commonQuery = new Set(['limit', 'category']);

/**
 * Keeps the answers of routes that say so. Of many who ask the same at once, one asks the database. While the database
 * is away or overloaded people can go on browsing: the last answer is given again, although whether it is still right
 * cannot be known; an order still meets the real price and stock. The shop's own pages get no such answer while they are
 * rendered: they would take it for a new one and keep it in turn. To be called before the routes are registered, and
 * after the hooks that put headers on their replies.
 */
export function keepAnswers(api: ApiServer, replies: KeptReplies): void {
  const underWay = new Map<string, Promise<void>>();
  const notNew = new WeakSet<FastifyRequest>();
  const eras = new WeakMap<FastifyRequest, number | undefined>();
  const worthKeeping = new WeakSet<FastifyRequest>();

  const resend = (request: FastifyRequest, reply: FastifyReply, { headers, body }: KeptReply) => {
    notNew.add(request);
    return reply.code(200).headers(headers).send(body.identity.toString());
  };

  api.addHook('onRoute', ({ method, url, config }) => {
    if (config?.keeps && config.access !== 'public')
      throw new Error(`${method} ${url} is not everybody’s to keep`);
  });

  api.addHook('preHandler', async (request, reply) => {
    if (!isKept(request)) return;
    const { url } = request;
    const { era } = replies;
    if (replies.ask(url) || isCommon(request)) worthKeeping.add(request);
    eras.set(request, era);
    if (request.routeOptions.config.keeps !== 'until-change' || era === undefined) return;
    await underWay.get(url);
    const kept = replies.fresh(url);
    if (kept) return resend(request, reply, kept);
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.set(url, promise);
    reply.raw.once('close', () => {
      if (underWay.get(url) === promise) underWay.delete(url);
      resolve();
    });
  });

  api.addHook('onSend', async (request, reply, payload) => {
    if (!isKept(request) || notNew.has(request)) return payload;
    reply.header('vary', 'accept-encoding');
    if (reply.statusCode === 404) replies.forget(request.url);
    if (reply.statusCode === 200 && typeof payload === 'string' && worthKeeping.has(request)) {
      const isFreshUntilChange = request.routeOptions.config.keeps === 'until-change';
      replies.keep(request.url, {
        era: isFreshUntilChange ? eras.get(request) : undefined,
        headers: headersOf(reply),
        body: await compressAll(Buffer.from(payload), quickly),
      });
    }
    return payload;
  });

  api.setErrorHandler((error: Error, request, reply) => {
    const canStandIn = isKept(request) && request.ip !== IN_PROCESS_ADDRESS;
    const kept = canStandIn ? replies.last(request.url) : undefined;
    if (!kept || toRefusal(error).code !== 'unavailable') return sendError(error, request, reply);
    request.log.warn({ err: error }, 'answered with what was answered last');
    return resend(request, reply, kept);
  });
}

function isKept({ method, routeOptions }: FastifyRequest): boolean {
  return method === 'GET' && routeOptions.config.keeps !== undefined;
}

function isCommon({ url }: FastifyRequest): boolean {
  const { searchParams } = new URL(url, 'http://shop');
  return [...searchParams.keys()].every((name) => commonQuery.has(name));
}

/** A reply's headers as they are by now, but for those that go with a coding. */
export function headersOf(reply: FastifyReply): Record<string, string> {
  const { 'content-length': _, 'content-encoding': __, ...headers } = reply.getHeaders();
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
