import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What a load came to: answers a second, and how long each took. */
export type Load = { perSecond: number; latenciesMs: number[] };

/** What to send: the whole request as bytes, and the status it must be answered with. */
export type LoadRequest = { bytes: string; status: number };

/** Keeps `clients` connections busy for so many seconds, each with one request at a time, as raw bytes over
 * sockets that stay open: the sender must cost next to nothing on the machine it shares with what it
 * measures. `next` answers the request of a client, or undefined when there are none left.
 * @throws at the first answer with another status. */
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

/** A request of HTTP/1.1 as bytes. `body` is sent as it is. */
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

/** Sends one request and reads its whole answer, which must give its length. */
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
