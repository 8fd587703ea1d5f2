import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderBody } from '#tests/support/buying.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { grownBy, type HeapProbe, INSPECTED, openHeap } from './support/heap-probe.ts';
import { inParallel } from './support/in-parallel.ts';
import { reportFigure } from './support/report-figure.ts';
import { isFull, scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const TIMES = scaled(2_000, 100);
/** Enough to fill every cache that has a bound, and to open every connection. */
const WARM_UP = scaled(1_000, 250);
const AT_ONCE = 8;

/** More answers than are kept: each counts as 4 KB at least, of 16 MB. */
const KEPT_ANSWERS = 4_200;

/** Whatever is kept for each request is kept as often as it was made; what is let go at last is fewer by far. */
const MOST = TIMES / 2;

/** What comes once, such as a library that is loaded at the first need, does not come in each of so many rounds. */
const ROUNDS = 3;

let fleet: ShopFleet;
let shop: FleetProcess;
let heap: HeapProbe;
let buyers: TestUser[];
let tools: { id: string }[];

beforeAll(async () => {
  fleet = await startShopFleet(1, { environment: INSPECTED });
  [shop] = fleet.processes;
  heap = await openHeap(shop.printed());
  buyers = await inParallel(Array.from({ length: 20 }), AT_ONCE, () => fleet.makeUser());
  if (isFull) await fillCache();
  tools = await inParallel(Array.from({ length: 20 }), AT_ONCE, () => fleet.makeTool({ onHand: 1_000_000 }));
});
afterAll(async () => {
  heap?.close();
  await fleet?.stop();
});

const nth = <Item>(items: Item[], n: number) => items[n % items.length] as Item;

/** Fills the memory that answers are kept in, so that each further one takes the place of another. */
async function fillCache(): Promise<void> {
  const answers = Array.from({ length: KEPT_ANSWERS }, (_, n) => n);
  await inParallel(answers, AT_ONCE, (n) => shop.call('GET', `/tool/categories?x=${n}`));
}

/** Asks for a page and goes away before it has come. */
async function breakOff(n: number): Promise<void> {
  const { hostname, port } = new URL(shop.origin);
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  socket.on('close', () => resolve()).on('error', () => undefined);
  socket.write(`GET /tools?q=gone${n} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`, () => socket.destroy());
  await promise;
}

/** A kind of request, asked a little otherwise every time. */
type Kind = [name: string, ask: (n: number) => Promise<unknown>];

/** Each of these is kept, and takes the place of an older one: small ones first, as pages give way to them only slowly. */
const keptAnswers: Kind[] = [
  ['searches', (n) => shop.call('GET', `/tool?limit=5&q=word${n}`)],
  ['facets', (n) => shop.call('GET', `/tool/facets?q=word${n}`)],
  ['reviews', (n) => shop.call('GET', `/review?x=${n}`)],
  ['data of pages', (n) => shop.call('GET', `/tools.data?q=word${n}`)],
  ['pages that are not there', (n) => shop.call('GET', `/nowhere-${n}`)],
  ['pages of tools', (n) => shop.call('GET', `/tools/${nth(tools, n).id}?from=${n}`)],
];

const calls: Kind[] = [
  ['tools that are not there', () => shop.call('GET', `/tool/${randomUUID()}`)],
  ['made-up tokens', (n) => shop.call('GET', '/orders', { token: `made.up.${n}` })],
  ['refused inputs', (n) => shop.call('POST', '/contact', { body: { name: `n${n}` } })],
  ['password resets', (n) => shop.call('POST', '/api/auth/request-password-reset', resetOf(n))],
  ['pasted lists', pasteList],
];

const always: Kind[] = [
  ['own lists', ownOrders],
  ['orders placed and deleted', placeAndDelete],
  ['pages', (n) => shop.call('GET', `/tools?q=word${n}`)],
  ['pages that nobody waits for', breakOff],
];

function ownOrders(n: number) {
  const { email, token } = nth(buyers, n);
  return shop.call('GET', `/orders?email=${email}&limit=${(n % 90) + 1}`, { token });
}

const resetOf = (n: number) => ({ body: { email: `nobody${n}@example.com` } });

async function placeAndDelete(n: number): Promise<void> {
  const { token } = nth(buyers, n);
  const body = orderBody(nth(tools, n).id);
  const placed = await shop.call<{ insertedId: string }>('POST', '/orders', { token, body });
  await shop.call('DELETE', `/orders/${placed.body.insertedId}`, { token });
}

function pasteList(n: number) {
  const { token } = nth(buyers, n);
  return shop.call('POST', '/quick-order', { token, body: { text: `2 x word${n}\nclaw hammer` } });
}

test.each(isFull ? [...keptAnswers, ...calls, ...always] : always)(
  'nothing is kept of %s',
  async (name, ask) => {
    let asked = 0;
    const askTimes = async (times: number) => {
      await inParallel(
        Array.from({ length: times }, (_, n) => asked + n),
        AT_ONCE,
        ask,
      );
      asked += times;
    };
    await askTimes(WARM_UP);
    let before = await heap.look();
    for (let round = 1; ; round += 1) {
      await askTimes(TIMES);
      const after = await heap.look();
      const moreBytes = Math.round((after.usedBytes - before.usedBytes) / TIMES);
      reportFigure('nothing grows', `${TIMES} ${name}: ${moreBytes} bytes each after collection`);
      const grown = grownBy(MOST, before, after);
      if (Object.keys(grown).length === 0) return;
      if (round === ROUNDS) expect(grown).toEqual({});
      before = after;
    }
  },
);
