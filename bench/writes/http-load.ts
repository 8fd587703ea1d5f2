import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The result of a load: responses per second, and the latency of each. */
export type Load = { perSecond: number; latenciesMs: number[] };

/** The request to send: its raw bytes, and the expected status. */
export type LoadRequest = { bytes: string; status: number };

/** Keeps `clients` connections busy for `seconds`, each with one request at a time, as raw bytes over
 * persistent sockets: the sender shares the machine with what it measures, so it must cost almost nothing.
 * `next` returns a client's next request, or undefined if none is left. @throws at the first response with
 * another status */
export async function loadHttp(
  port: number,
  { clients, seconds }: { clients: number; seconds: number },
  next: (client: number) => LoadRequest | undefined,
): Promise<Load> {
  const latenciesMs: number[] = [];
  const begun = performance.now();
  const endsAt = begun + seconds * 1000;
  const work = async (client: number) => {
    const socket = await open(port);
    try {
      while (performance.now() < endsAt) {
        const request = next(client);
        if (!request) return;
        const sentAt = performance.now();
        const { status, text } = await ask(socket, request.bytes);
        if (status !== request.status) throw new Error(`${status} instead of ${request.status}: ${text}`);
        latenciesMs.push(performance.now() - sentAt);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
  return { perSecond: latenciesMs.length / ((performance.now() - begun) / 1000), latenciesMs };
}

/** An HTTP/1.1 request as bytes. `body` is sent unchanged. */
export function httpRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

/** Opens a connection to the shop. */
export async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends one request and reads its whole response, which must declare its length. */
export function ask(socket: Socket, bytes: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const headEnds = text.indexOf('\r\n\r\n');
      if (headEnds < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnds))?.[1] ?? 0);
      if (text.length < headEnds + 4 + length) return;
      settle();
      resolve({ status: Number(text.slice(9, 12)), text });
    };
    const fail = (error?: Error) => {
      settle();
      reject(error ?? new Error('the shop hung up'));
    };
    const settle = () => socket.off('data', read).off('error', fail).off('close', fail);
    socket.on('data', read).once('error', fail).once('close', fail);
    socket.write(bytes);
  });
}
