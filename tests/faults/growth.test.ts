import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSPECTED } from '#tests/support/inspector.ts';
import { grownBy, type HeapProbe, openHeap } from './support/heap-probe.ts';
import { inParallel } from './support/in-parallel.ts';
import { createKinds, type Kind, kinds, kindsInShort } from './support/kinds-of-requests.ts';
import { reportFigure } from './support/report-figure.ts';
import { isFull, scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const TIMES = scaled(2_000, 500);
/** Enough to fill every bounded cache, and to open every connection. */
const WARM_UP = scaled(1_000, 150);
const AT_ONCE = 8;

/** More answers than the cache holds: each counts as at least 4 KB, of 16 MB. */
const KEPT_ANSWERS = 4_200;

/** What leaks per request remains once for each; what is released in the end remains far less often. Some 130
 * objects come and go however many requests there are, most of them with the connections. */
const MOST = TIMES / 2;

/** One-time growth, such as a library loaded at its first use, does not recur in each of these rounds. */
const ROUNDS = 3;

let fleet: ShopFleet;
let shop: FleetProcess;
let heap: HeapProbe;
let asks: Record<Kind, (n: number) => Promise<unknown>>;

beforeAll(async () => {
  fleet = await startShopFleet(1, { environment: INSPECTED });
  [shop] = fleet.processes;
  heap = await openHeap(shop.printed());
  asks = await createKinds(fleet);
  if (isFull) await fillCache();
});
afterAll(async () => {
  heap?.close();
  await fleet?.stop();
});

/** Fills the cache of answers, so that each further answer evicts another. */
async function fillCache(): Promise<void> {
  const answers = Array.from({ length: KEPT_ANSWERS }, (_, n) => n);
  await inParallel(answers, AT_ONCE, (n) => shop.call('GET', `/tool/categories?x=${n}`));
}

test.each(isFull ? kinds : kindsInShort)('stores nothing of %s', async (name) => {
  const ask = asks[name];
  let asked = 0;
  const askTimes = async (times: number) => {
    await inParallel(
      Array.from({ length: times }, (_, n) => asked + n),
      AT_ONCE,
      ask,
    );
    // Turns are taken in order: this request comes after all those that were aborted.
    await shop.call('GET', `/tools?q=rest${name}${asked}`);
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
});
