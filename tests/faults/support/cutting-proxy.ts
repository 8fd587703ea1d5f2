import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** What happens to a request. `late`: the client is cut off at once, and the shop receives it a while
 * later. */
export type Fate = 'through' | 'cut before' | 'cut after' | 'late';

/** A network between clients and the shop that cuts connections. */
export type CuttingProxy = {
  origin: string;
  /** Number of requests that met each fate. */
  met: Record<Fate, number>;
  /** Resolves once every late request has arrived. */
  settle(): Promise<void>;
  stop(): Promise<void>;
};

const LATE_MS = 30;
const fates: Fate[] = ['through', 'cut after', 'through', 'late', 'through', 'cut before', 'through'];

/** Starts a proxy in front of `origin` that cycles through the fates. */
export async function startCuttingProxy(origin: string): Promise<CuttingProxy> {
  const met: Record<Fate, number> = { through: 0, 'cut before': 0, 'cut after': 0, late: 0 };
  const underWay = new Set<Promise<unknown>>();
  let turn = 0;
  const server = createServer(async (incoming, outgoing) => {
    const fate = fates[turn++ % fates.length] ?? 'through';
    met[fate] += 1;
    const body = await buffer(incoming);
    if (fate === 'cut before' || fate === 'late') incoming.socket.resetAndDestroy();
    if (fate === 'cut before') return;
    if (fate === 'late') await pause(LATE_MS);
    const { connection: _, ...headers } = incoming.headers;
    const forwarding = forward(new URL(incoming.url ?? '/', origin), incoming.method ?? 'GET', headers, body);
    underWay.add(forwarding);
    const reply = await forwarding.finally(() => underWay.delete(forwarding));
    if (fate === 'cut after') incoming.socket.resetAndDestroy();
    if (fate !== 'through') return;
    outgoing.writeHead(reply.status, reply.headers).end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    async settle() {
      // A late request may still be delayed.
      await pause(2 * LATE_MS);
      while (underWay.size > 0) await Promise.all(underWay);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Forwarded = { status: number; headers: Record<string, string>; body: Buffer };

function forward(
  url: URL,
  method: string,
  headers: NodeJS.Dict<string | string[]>,
  body: Buffer,
): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, async (message) => {
      const type = message.headers['content-type'];
      const bytes = await buffer(message);
      resolve({
        status: message.statusCode ?? 0,
        headers: type === undefined ? {} : { 'content-type': type },
        body: bytes,
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
