import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSPECTED } from '#tests/support/inspector.ts';
import { grownBy, type HeapProbe, openHeap } from './support/heap-probe.ts';
import { inParallel } from './support/in-parallel.ts';
import { createKinds, type Kind, kinds, kindsInShort } from './support/kinds-of-requests.ts';
import { reportFigure } from './support/report-figure.ts';
import { isFull, scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const TIMES = scaled(2_000, 100);
/** Enough to fill every bounded cache, and to open every connection. */
const WARM_UP = scaled(1_000, 150);
const AT_ONCE = 8;

/** More answers than the cache holds: each counts as at least 4 KB, of 16 MB. */
const KEPT_ANSWERS = 4_200;

/** What leaks per request remains once for each; what is released in the end remains far less often. */
const MOST = TIMES / 2;

/** A leak adds to the same class in each of these rounds. What happens once, such as a library loaded at its
 * first use, or work in the background, adds to one class in one and to another in the next. */
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

/** The classes that grew in each of the rounds. */
function grownInEach([first = {}, ...others]: Record<string, number>[]): string[] {
  return Object.keys(first).filter((name) => others.every((grown) => name in grown));
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
  const rounds: Record<string, number>[] = [];
  while (rounds.length < ROUNDS) {
    await askTimes(TIMES);
    const after = await heap.look();
    const moreBytes = Math.round((after.usedBytes - before.usedBytes) / TIMES);
    reportFigure('nothing grows', `${TIMES} ${name}: ${moreBytes} bytes each after collection`);
    rounds.push(grownBy(MOST, before, after));
    if (grownInEach(rounds).length === 0) return;
    before = after;
  }
  expect(grownInEach(rounds), JSON.stringify(rounds)).toEqual([]);
});
