import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import type { CacheVersion } from '#platform/cache/cache-version.ts';
import { type Answer, createResponseCache, type ResponseCache } from '#platform/cache/response-cache.ts';
import { limitConcurrency, withTimeout } from '#platform/concurrency.ts';
import { errorTexts } from '#texts/errors.ts';
import { type Coding, chooseCoding, compress } from './finish-replies.ts';
import { toHttpError } from './http-error.ts';
import { clientAddress, IN_PROCESS_ADDRESS } from './limit-rate.ts';

/** Maximum number of answers made at once for clients that take turns: enough never to idle on the database,
 * few enough for memory. */
const MADE_AT_ONCE = 8;

/** Maximum of these for one client; its further requests wait in their own queue. */
const MADE_AT_ONCE_FOR_ONE = 3;

/** A reply in two codings is less than half as large again; its headers and its entry weigh at most this. */
const bytesOf = (body: Buffer) => 1.5 * body.length + 4096;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Caches the answers, which must be the same for everyone: one is made for all who request it, and a
     * cached one counts towards no limit. Both kinds are served stale while the database is away. The handler
     * returns what is sent as JSON, or a whole `Response`. */
    keeps?: 'until-change' | 'for-outage';
    /** Whether clients take turns for this request if its answer may not be cached. */
    takesTurns?: (request: FastifyRequest) => boolean;
    /** Maximum time a client waits for an uncached answer before the shop replies that it is busy. */
    answersWithinMs?: number;
    /** Whether a call changes what visitors see. This process invalidates at once: the database's
     * notification may follow the reply. */
    changesCatalogue?: true;
  }
  interface FastifyInstance {
    kept: { answered: number };
    inTurn: Turns;
  }
}

/** Makes something for a client when its turn comes, unless the reply has been sent or the client is gone. */
type Turns = <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<Result>,
) => Promise<Result | undefined>;

/** A reply in one coding: header names and values alternate, as `writeHead` takes them. */
type Coded = { head: string[]; body: Buffer };
/** A reply for everyone, in each coding requested so far. */
type Reply = Answer & {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  coded: Map<Coding, Coded | Promise<Coded>>;
};
/** An error thrown while an answer was made; everyone who waited for it gets the same error. */
type Failure = Answer & { error: unknown };
type Cache = ResponseCache<Reply | Failure>;

/** Caches the replies of routes that opt in by their `config`, and sends them before any later hook runs. */
export const cacheResponses = fp(
  async (app: FastifyInstance, { version }: { version: CacheVersion }) => {
    const cache: Cache = createResponseCache(version);
    const inTurn = createTurns();
    const kept = { answered: 0 };
    app.decorate('kept', kept);
    app.decorate('inTurn', inTurn);

    app.addHook('onRequest', (request, reply, done) => {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const answer = isRead ? cache.fresh(request.url) : undefined;
      if (!answer || 'error' in answer) return done();
      kept.answered += 1;
      send(request, reply, answer);
    });

    app.addHook('onRoute', (route) => {
      const { keeps, access, takesTurns, answersWithinMs } = route.config ?? {};
      if (!keeps) return;
      if (access !== 'public') throw new Error(`${route.method} ${route.url} is not everybody’s to keep`);
      const make = route.handler;
      const until = keeps === 'until-change' ? 'change' : 'next-asker';
      route.handler = async function (request, reply) {
        const get = () => {
          // A page rendered from a stale answer would be taken for a fresh one and cached in turn.
          const mayBeOld = request.ip !== IN_PROCESS_ADDRESS;
          return cache.get(request.url, { until, mayBeOld }, async () => {
            const made = await toAnswer(reply, async () => make.call(this, request, reply));
            // The URL is stored with its answer, so it counts too.
            made.bytes += request.url.length;
            return made;
          });
        };
        const made = takesTurns?.(request) ? inTurn(request, reply, get) : get();
        const answer = await inTime(made, answersWithinMs);
        if (!answer) return reply.hijack();
        if ('error' in answer) throw answer.error;
        return send(request, reply, answer);
      };
    });

    app.addHook('onSend', (request, reply, _payload, done) => {
      const { method, routeOptions } = request;
      if (method !== 'GET' && routeOptions.config.changesCatalogue && reply.statusCode < 400) {
        version.invalidate();
      }
      done();
    });
  },
  { name: 'response-cache', dependencies: ['one-host'] },
);

function createTurns(): Turns {
  const inTurn = limitConcurrency(MADE_AT_ONCE, MADE_AT_ONCE_FOR_ONE);
  return (request, reply, make) =>
    inTurn(async () => (reply.sent || reply.raw.destroyed ? undefined : make()), clientAddress(request.ip));
}

/** Waits for an answer up to a limit. @throws AppError `unavailable` if it takes longer */
export async function inTime<Result>(answer: Promise<Result>, withinMs: number | undefined): Promise<Result> {
  if (withinMs === undefined) return answer;
  return withTimeout(answer, withinMs, () => {
    throw new AppError('unavailable', errorTexts.busy, { retryAfterSeconds: 2 });
  });
}

/** Makes a reply. A `Response` uses nothing of `reply` except the headers that hooks have set. */
async function toAnswer(reply: FastifyReply, make: () => Promise<unknown>): Promise<Reply | Failure> {
  reply.header('vary', 'accept-encoding');
  const hooked = headersOf(reply);
  try {
    const made = await make();
    if (made instanceof Response) {
      const headers = { ...hooked, ...Object.fromEntries(made.headers) };
      return replyOf(made.status, headers, Buffer.from(await made.arrayBuffer()));
    }
    // The client has received an older answer meanwhile, and `reply` holds that answer's headers.
    if (reply.sent) throw new AppError('unavailable', errorTexts.busy);
    reply.type('application/json; charset=utf-8');
    return replyOf(reply.statusCode, headersOf(reply), Buffer.from(String(reply.serialize(made))));
  } catch (error) {
    const isAway = toHttpError(error as Error).code === 'unavailable';
    if (isAway) reply.log.warn({ err: error }, 'nothing new can be answered');
    return { outcome: isAway ? 'away' : 'other', bytes: 0, error };
  }
}

function replyOf(status: number, headers: Record<string, string>, body: Buffer): Reply {
  headers['cache-control'] ??= 'no-cache';
  if (status === 200) headers.etag = etagOf(headers, body);
  const outcome = status === 200 ? 'good' : status === 503 ? 'away' : 'other';
  return { outcome, status, headers, bytes: bytesOf(body), body, coded: new Map() };
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const headers = Object.entries(reply.getHeaders());
  return Object.fromEntries(headers.map(([name, value]) => [name, String(value)]));
}

/** A browser that reuses its bytes takes the headers of a 304 (RFC 9111, section 4.3.4), so the tag covers
 * both. */
function etagOf(headers: Record<string, string>, body: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Sends a finished reply past all later hooks: they have run for the request that it was made for. */
function send(request: FastifyRequest, reply: FastifyReply, answer: Reply): FastifyReply {
  reply.hijack();
  const { etag } = answer.headers;
  if (etag !== undefined && request.headers['if-none-match']?.includes(etag)) {
    const { 'content-type': _, ...headers } = answer.headers;
    reply.raw.writeHead(304, headers).end();
    return reply;
  }
  const coding = chooseCoding(request.headers['accept-encoding']);
  const coded = answer.coded.get(coding) ?? codeOnce(answer, coding);
  const write = ({ head, body }: Coded) => void reply.raw.writeHead(answer.status, head).end(body);
  if (coded instanceof Promise) coded.then(write, (error) => reply.raw.destroy(error));
  else write(coded);
  return reply;
}

function codeOnce(answer: Reply, coding: Coding): Promise<Coded> {
  const coded = compress(answer.body, coding).then((body) => {
    const headers = {
      ...answer.headers,
      'content-length': String(body.length),
      ...(coding !== 'identity' && { 'content-encoding': coding }),
    };
    const ready = { head: Object.entries(headers).flat(), body };
    answer.coded.set(coding, ready);
    return ready;
  });
  answer.coded.set(coding, coded);
  return coded;
}
