import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Reply, TestShop } from '#tests/support/test-shop.ts';

/** A request that got its whole reply, in the order the replies came. */
export type Acknowledged = {
  origin: string;
  method: string;
  path: string;
  key: string | undefined;
  reply: Reply;
};

/** No whole reply came. `code` is the system's word for it, such as `ECONNREFUSED` or `ECONNRESET`. */
export class NoReply extends Error {
  override readonly name = 'NoReply';
  readonly code: string;

  constructor(cause: NodeJS.ErrnoException) {
    super(`no reply: ${cause.message}`, { cause });
    this.code = cause.code ?? 'unknown';
  }
}

/** A client as a browser is one: it keeps its connections, and sends nothing twice by itself. */
export type HttpClient = {
  /** The same as a test shop's `call`, at any origin. @throws NoReply */
  call<Body = unknown>(
    origin: string,
    method: string,
    path: string,
    options?: Parameters<TestShop['call']>[2],
  ): Promise<Reply<Body>>;
  acknowledged: Acknowledged[];
  close(): void;
};

/** Makes a client with connections and a log of its own. */
export function createHttpClient(): HttpClient {
  const agent = new Agent({ keepAlive: true });
  const acknowledged: Acknowledged[] = [];
  return {
    acknowledged,
    close: () => agent.destroy(),
    async call(origin, method, path, options = {}) {
      const body = options.body === undefined ? undefined : JSON.stringify(options.body);
      const headers = {
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      };
      const reply = await exchange(agent, new URL(path, origin), { method, headers, body });
      acknowledged.push({ origin, method, path, key: options.headers?.['idempotency-key'], reply });
      // The caller says what the reply's body is, as with a test shop's own `call`.
      return reply as Reply<never>;
    },
  };
}

type Sent = { method: string; headers: Record<string, string>; body: string | undefined };

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
