import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import type { CacheVersion } from '#platform/cache/cache-version.ts';
import { type Answer, createResponseCache, type ResponseCache } from '#platform/cache/response-cache.ts';
import { limitConcurrency, withTimeout } from '#platform/concurrency.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { errorTexts } from '#texts/errors.ts';
import { type Coding, chooseCoding, compress } from './finish-replies.ts';
import { toHttpError } from './http-error.ts';
import { clientAddress, IN_PROCESS_ADDRESS } from './limit-rate.ts';

/** Answers that clients take turns for, made at once: enough never to idle on the
 * database, few enough for memory. */
const MADE_AT_ONCE = 8;

/** Of those, what one client may have made at once; what more it asks for waits in a line of its own. */
const MADE_AT_ONCE_FOR_ONE = 3;

/** What one client may have under way, waited for or sent: answers that are read
 * slowly fill the memory meanwhile. */
const MOST_UNDER_WAY = 100;
const RETRY_AFTER_SECONDS = 2;

/** A reply in two codings is less than half as large again; its headers and its
 * place weigh no more than this. */
const bytesOf = (body: Buffer) => 1.5 * body.length + 4096;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Keeps the answers, which must be everybody's: one is made for all who ask, and once kept counts
     * towards no limit. Both kinds stand in while the database is away. The handler returns what is sent
     * as JSON, or a whole `Response`. */
    keeps?: 'until-change' | 'for-outage';
    /** Says of a request for what may not be kept whether clients take turns for having it made. */
    takesTurns?: (request: FastifyRequest) => boolean;
    /** So long somebody waits for an answer that is not kept, who then hears that the shop is busy. */
    answersWithinMs?: number;
    /** Whether a call changes what visitors see. This process heeds it at once: the
     * database may tell after the reply. */
    changesCatalogue?: true;
  }
  interface FastifyInstance {
    kept: { answered: number };
    inTurn: Turns;
  }
}

/** Has something made for a client once it is its turn, unless it has been answered or has gone by then.
 * @throws TooManyHits when the client has too much under way */
type Turns = <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<Result>,
) => Promise<Result | undefined>;

/** What goes out in one coding: header names and values by turns, as `writeHead` takes them. */
type Coded = { head: string[]; body: Buffer };
/** A reply that can be sent to everybody, in each coding that somebody has asked for. */
type Reply = Answer & {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  coded: Map<Coding, Coded | Promise<Coded>>;
};
/** What was thrown while an answer was made: who waited for it is told the same. */
type Failure = Answer & { error: unknown };
type Cache = ResponseCache<Reply | Failure>;

/** Keeps the replies of the routes that say so in their `config`, and sends
 * them before any later hook runs. */
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
          // A page rendered from an old answer would be taken for a new one, and kept in turn.
          const mayBeOld = request.ip !== IN_PROCESS_ADDRESS;
          return cache.get(request.url, { until, mayBeOld }, async () => {
            const made = await toAnswer(reply, async () => make.call(this, request, reply));
            // What was asked for is kept with its answer.
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
  const countUnderWay = createUnderWayCount();
  return async (request, reply, make) => {
    const client = clientAddress(request.ip);
    countUnderWay(client, reply);
    return inTurn(async () => (reply.sent || reply.raw.destroyed ? undefined : make()), client);
  };
}

/** Counts what each client has under way. @throws AppError `too_many_requests` */
function createUnderWayCount(): (client: string, reply: FastifyReply) => void {
  const underWay = new Map<string, number>();
  const add = (client: string, one: 1 | -1) => {
    const left = (underWay.get(client) ?? 0) + one;
    if (left > 0) underWay.set(client, left);
    else underWay.delete(client);
  };
  return (client, reply) => {
    // Whoever has gone by now is not heard to go.
    if (reply.raw.destroyed) return;
    if ((underWay.get(client) ?? 0) >= MOST_UNDER_WAY) {
      throw new TooManyHits(RETRY_AFTER_SECONDS);
    }
    add(client, 1);
    reply.raw.once('close', () => add(client, -1));
  };
}

/** Waits for an answer so long. @throws AppError `unavailable` when it is not there by then */
export async function inTime<Result>(answer: Promise<Result>, withinMs: number | undefined): Promise<Result> {
  if (withinMs === undefined) return answer;
  return withTimeout(answer, withinMs, () => {
    throw new AppError('unavailable', errorTexts.busy, { retryAfterSeconds: 2 });
  });
}

/** Has a reply made. One made of a `Response` needs nothing of `reply` but what the hooks have put on it. */
async function toAnswer(reply: FastifyReply, make: () => Promise<unknown>): Promise<Reply | Failure> {
  reply.header('vary', 'accept-encoding');
  const hooked = headersOf(reply);
  try {
    const made = await make();
    if (made instanceof Response) {
      const headers = { ...hooked, ...Object.fromEntries(made.headers) };
      return replyOf(made.status, headers, Buffer.from(await made.arrayBuffer()));
    }
    // Its asker has had an older answer meanwhile, whose head it bears.
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

/** A browser that keeps its bytes takes the headers of a 304 for them (RFC 9111,
 * section 4.3.4), so both count. */
function etagOf(headers: Record<string, string>, body: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(body);
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** Sends a reply as it is, past all later hooks: those of the request that it
 * was made for have had their say. */
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
