import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Reply, TestShop } from '#tests/support/test-shop.ts';

/** A request that got its complete reply, in the order of the replies. */
export type Acknowledged = {
  origin: string;
  method: string;
  path: string;
  key: string | undefined;
  reply: Reply;
};

/** No complete reply. `code` is the system's error code, such as `ECONNREFUSED` or `ECONNRESET`. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(`no reply: ${cause.message}`, { cause });
    this.code = cause.code ?? 'unknown';
  }
}

/** A client like a browser: it keeps its connections, and never retries by itself. */
export type HttpClient = {
  /** The same as a test shop's `call`, at any origin. @throws NoReply */
  call<Body = unknown>(
    origin: string,
    method: string,
    path: string,
    options?: Parameters<TestShop['call']>[2],
  ): Promise<Reply<Body>>;
  /** Sends a raw body. @throws NoReply */
  send(
    origin: string,
    method: string,
    path: string,
    request: { headers?: Record<string, string>; body: string },
  ): Promise<Reply>;
  acknowledged: Acknowledged[];
  close(): void;
};

/** Creates a client with its own connections and log. */
export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const acknowledged: Acknowledged[] = [];
  const send: HttpClient['send'] = async (origin, method, path, { headers = {}, body }) => {
    const length = Buffer.byteLength(body);
    const sized = length === 0 ? headers : { ...headers, 'content-length': String(length) };
    const reply = await exchange(agent, new URL(path, origin), { method, headers: sized, body });
    acknowledged.push({ origin, method, path, key: headers['idempotency-key'], reply });
    return reply;
  };
  return {
    acknowledged,
    close: () => agent.destroy(),
    send,
    async call(origin, method, path, { body, token, headers } = {}) {
      const reply = await send(origin, method, path, {
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: body === undefined ? '' : JSON.stringify(body),
      });
      // The caller declares the type of the reply's body, as with a test shop's own `call`.
      return reply as Reply<never>;
    },
  };
}

type Sent = { method: string; headers: Record<string, string>; body: string };

function exchange(agent: Agent, url: URL, { method, headers, body }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new NoReply(error));
    const sent = request(url, { agent, method, headers }, (message) => {
      readReply(message).then(resolve, fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

async function readReply(message: IncomingMessage): Promise<Reply> {
  const text = (await buffer(message)).toString('utf8');
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const isJson = headers.get('content-type')?.includes('json');
  return { status: message.statusCode ?? 0, body: isJson ? JSON.parse(text) : text, headers };
}
