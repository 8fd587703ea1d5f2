import { setTimeout as pause } from 'node:timers/promises';
import { ask, httpRequest, open } from './http-load.ts';
import type { WritesShop } from './writes-shop.ts';

const SIGN_INS_A_SECOND = 8;
const PAGES_A_SECOND = 200;
const PASSWORD = 'seven dull chisels';

/** Time of the slowest of a hundred visits to `/`, in milliseconds: without sign-ins, and with eight per
 * second. */
export type BrowsingPair = { idle: number; signingIn: number };

/** Creates the account that `measureBrowsing` signs in to repeatedly. */
export async function makeAccount({ port }: WritesShop): Promise<void> {
  const socket = await open(port);
  const account = { name: 'Bench', email: 'sign-in@example.com', password: PASSWORD };
  const { status, text } = await ask(socket, post('/api/auth/sign-up/email', account));
  socket.destroy();
  if (status !== 200) throw new Error(`the sign-up was answered with ${text}`);
}

/** Measures visits at a steady pace, in pairs, one after another. */
export async function measureBrowsing(
  { port }: WritesShop,
  { pairs, seconds }: { pairs: number; seconds: number },
): Promise<BrowsingPair[]> {
  const visit = httpRequest('GET', '/', { 'accept-encoding': 'gzip' });
  const signIn = post('/api/auth/sign-in/email', { email: 'sign-in@example.com', password: PASSWORD });
  const measured: BrowsingPair[] = [];
  // Warms up, so that first-time rendering and execution are not measured.
  await Promise.all([pace(port, visit, PAGES_A_SECOND, 2), pace(port, signIn, SIGN_INS_A_SECOND, 2)]);
  for (let pair = 0; pair < pairs; pair += 1) {
    const idle = p99(await pace(port, visit, PAGES_A_SECOND, seconds));
    const [visits] = await Promise.all([
      pace(port, visit, PAGES_A_SECOND, seconds),
      pace(port, signIn, SIGN_INS_A_SECOND, seconds),
    ]);
    measured.push({ idle, signingIn: p99(visits) });
  }
  return measured;
}

function post(path: string, body: object): string {
  return httpRequest('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
}

/** Sends a request `perSecond` times a second, regardless of response times; returns each latency from the
 * moment at which the request was due, so that waiting behind a slow one counts. */
async function pace(port: number, bytes: string, perSecond: number, seconds: number): Promise<number[]> {
  const begun = performance.now();
  const sockets = await Promise.all(Array.from({ length: 8 }, () => open(port)));
  const latenciesMs: number[] = [];
  const work = sockets.map(async (socket, lane) => {
    for (let nth = lane; nth < perSecond * seconds; nth += sockets.length) {
      const dueAt = begun + (nth * 1000) / perSecond;
      const wait = dueAt - performance.now();
      if (wait > 0) await pause(wait);
      const { status, text } = await ask(socket, bytes);
      if (status !== 200) throw new Error(`200 was expected: ${text.slice(0, 500)}`);
      latenciesMs.push(performance.now() - dueAt);
    }
    socket.destroy();
  });
  await Promise.all(work);
  return latenciesMs;
}

function p99(latenciesMs: number[]): number {
  const sorted = latenciesMs.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
