import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CodedBody, type Coding, chooseCoding } from '#platform/compressed-body.ts';
import type { CatalogueEra } from '#platform/database/catalogue-era.ts';

const MAX_REPLIES = 200;
const MAX_BYTES = 16 * 1024 * 1024;

/** Browsers send few different ones; whoever makes up more gets them parsed each time. */
const MAX_CODINGS_KNOWN = 100;

/** A 200 reply as it went out to everybody who asked, with the era it was made in. */
export type KeptReply = {
  era: number | undefined;
  /** All headers but those that go with a coding. */
  headers: Record<string, string>;
  body: CodedBody;
};

/** The last replies to reads that are the same for everybody, by their target (path and query). */
export type KeptReplies = {
  /** The era that a reply made from now on belongs to. */
  readonly era: number | undefined;
  /** How many requests `answer` has answered. */
  readonly answered: number;
  /** Notes that `target` is asked for; answers whether it has been asked for in this era before. */
  ask(target: string): boolean;
  /** Keeps a reply in the place of the last one. The one that was sent longest ago makes room. */
  keep(target: string, reply: KeptReply): void;
  /** Drops the reply to `target`: there is nothing there any more. */
  forget(target: string): void;
  /** The last reply to `target`, fresh or not. */
  last(target: string): KeptReply | undefined;
  /** The reply to `target` when it is of the present era. */
  fresh(target: string): KeptReply | undefined;
  /**
   * Sends the fresh reply to a request, if there is one, straight from its bytes: no hook and no route runs.
   * Answers whether it did.
   */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
};

/** A reply with what is sent of it made ready: header names and values by turns, as `writeHead` takes them. */
type ReadyReply = KeptReply & {
  bytes: number;
  etag: string | undefined;
  heads: Record<Coding, string[]>;
  unchanged: string[];
};

/** Makes an empty store, whose replies are fresh until `era` ends. */
export function createKeptReplies(era: CatalogueEra): KeptReplies {
  const replies = new Map<string, ReadyReply>();
  const codings = new Map<string | undefined, Coding>();
  const asked = new Set<string>();
  let bytes = 0;
  let answered = 0;
  era.onEnd(() => asked.clear());

  function forget(target: string): void {
    bytes -= replies.get(target)?.bytes ?? 0;
    replies.delete(target);
  }

  function fresh(target: string): ReadyReply | undefined {
    const reply = replies.get(target);
    if (reply?.era === undefined || reply.era !== era.present) return undefined;
    replies.delete(target);
    replies.set(target, reply);
    return reply;
  }

  function codingOf(accepted: string | undefined): Coding {
    const known = codings.get(accepted);
    if (known) return known;
    const coding = chooseCoding(accepted);
    if (codings.size < MAX_CODINGS_KNOWN) codings.set(accepted, coding);
    return coding;
  }

  return {
    get era() {
      return era.present;
    },
    get answered() {
      return answered;
    },
    ask(target) {
      if (era.present === undefined || asked.has(target)) return era.present !== undefined;
      if (asked.size >= MAX_REPLIES) asked.clear();
      asked.add(target);
      return false;
    },
    keep(target, reply) {
      forget(target);
      const ready = makeReady(reply);
      replies.set(target, ready);
      bytes += ready.bytes;
      for (const oldest of replies.keys()) {
        if (replies.size <= MAX_REPLIES && bytes <= MAX_BYTES) break;
        forget(oldest);
      }
    },
    forget,
    last: (target) => replies.get(target),
    fresh,
    answer({ method, url = '', headers }, response) {
      const reply = method === 'GET' ? fresh(url) : undefined;
      if (!reply) return false;
      answered += 1;
      if (reply.etag !== undefined && headers['if-none-match']?.includes(reply.etag)) {
        response.writeHead(304, reply.unchanged).end();
        return true;
      }
      const coding = codingOf(headers['accept-encoding'] as string | undefined);
      response.writeHead(200, reply.heads[coding]).end(reply.body[coding]);
      return true;
    },
  };
}

function makeReady(reply: KeptReply): ReadyReply {
  const { 'content-type': contentType = '', ...others } = reply.headers;
  const shared = Object.entries(others).flat();
  const headOf = (coding: Coding) => [
    ...shared,
    ...['content-type', contentType, 'content-length', String(reply.body[coding].length)],
    ...(coding === 'identity' ? [] : ['content-encoding', coding]),
  ];
  const { br, gzip, identity } = reply.body;
  return {
    ...reply,
    bytes: br.length + gzip.length + identity.length,
    etag: reply.headers.etag,
    heads: { br: headOf('br'), gzip: headOf('gzip'), identity: headOf('identity') },
    unchanged: shared,
  };
}
