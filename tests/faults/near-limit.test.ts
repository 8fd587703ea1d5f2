/** @module-tag sweep */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '#tests/support/until.ts';
import { inParallel } from './support/in-parallel.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

/** Little more than the heap of an idle shop. */
const HEAP_MB = Number(process.env.HEAP_MB ?? 100);
const PAGES = scaled(20_000, 1_500);
const CLIENTS = 200;
const AT_ONCE = 60;
const WITHIN_MS = 60_000;

let fleet: ShopFleet;
let shop: FleetProcess;
beforeAll(async () => {
  fleet = await startShopFleet(1, {
    environment: {
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      TRUST_PROXY: '127.0.0.1',
      SHOP_RATE_LIMIT: 'on',
    },
  });
  [shop] = fleet.processes;
});
afterAll(() => fleet?.stop());

/** Requests a new search page as one of many clients behind one proxy. */
async function search(n: number): Promise<number> {
  const headers = { 'x-forwarded-for': `198.51.100.${n % CLIENTS}` };
  return (await shop.call('GET', `/tools?q=word${n}`, { headers })).status;
}

test('a shop near its memory limit refuses pages, survives, and renders them again after the load', async () => {
  const pid = shop.pid();
  const searches = Array.from({ length: PAGES }, (_, n) => n);
  const statuses = await inParallel(searches, AT_ONCE, search);
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  const { 200: rendered = 0, 429: tooMany = 0, 503: refused = 0, ...others } = counts;
  reportFigure(
    'near its limit',
    `${PAGES} unlike pages, ${HEAP_MB} MB of heap: ${rendered} rendered, ${tooMany} too many of one client, ${refused} refused`,
  );
  expect(others).toEqual({});
  expect(rendered).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  await until('pages to be rendered again', async () => (await search(PAGES)) === 200, WITHIN_MS);
  expect(shop.pid()).toBe(pid);
  expect(shop.printed()).not.toContain('heap out of memory');
});
