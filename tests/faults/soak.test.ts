import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSPECTED } from '#tests/support/inspector.ts';
import { type HeapProbe, openHeap } from './support/heap-probe.ts';
import { createKinds, kinds } from './support/kinds-of-requests.ts';
import { reportFigure } from './support/report-figure.ts';
import { isFull, scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const SOAK_MS = scaled(15 * 60_000, 5_000);
const ASKERS = 6;
const MB = 1_048_576;
/** Relative to the heap once caches and connections are full, in the full form. */
const MOST_GROWTH = 0.1;

let fleet: ShopFleet;
let shop: FleetProcess;
let heap: HeapProbe;
beforeAll(async () => {
  fleet = await startShopFleet(1, { environment: INSPECTED });
  [shop] = fleet.processes;
  heap = await openHeap(shop.printed());
});
afterAll(async () => {
  heap?.close();
  await fleet?.stop();
});

test('a shop at work for long uses no more memory than at first', async () => {
  const asks = await createKinds(fleet);
  let asked = 0;
  const workFor = async (ms: number) => {
    const endsAt = performance.now() + ms;
    const work = async () => {
      while (performance.now() < endsAt) {
        const n = asked++;
        await asks[kinds[n % kinds.length] ?? 'pages'](n);
      }
    };
    await Promise.all(Array.from({ length: ASKERS }, work));
  };
  await workFor(SOAK_MS / 5);
  const before = await heap.look();
  await workFor(SOAK_MS);
  const after = await heap.look();
  const growth = after.usedBytes / before.usedBytes - 1;
  const [from, to] = [before, after].map(({ usedBytes }) => (usedBytes / MB).toFixed(1));
  const seconds = SOAK_MS / 1_000;
  reportFigure('nothing grows', `${asked} mixed requests, ${seconds} s: the heap from ${from} to ${to} MB`);
  expect(shop.printed()).not.toContain('heap out of memory');
  // The cache of answers does not fill up in a short run.
  if (isFull) expect(growth).toBeLessThan(MOST_GROWTH);
});
