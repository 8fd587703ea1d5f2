/** @module-tag sweep */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storePicture } from '#features/pictures/store.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { until } from '#tests/support/until.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const CHANGES = scaled(200, 10);
const PAGES = ['/', '/tools', '/tool', '/tool?limit=6'];

let fleet: ShopFleet;
let img: string;

beforeAll(async () => {
  fleet = await startShopFleet(3);
  const bytes = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  img = (await storePicture(fleet.shop, { userId: fleet.admin.userId, bytes, idempotencyKey: undefined }))
    .url;
});
afterAll(() => fleet?.stop());

it('a change in one process shows in all: no page and no answer is cached beyond it', async () => {
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const name = `Gauge ${change} of ${CHANGES}`;
    const writer = fleet.processes[change % fleet.processes.length] ?? fleet.processes[0];
    const body = {
      name,
      description: 'Measures.',
      img,
      min_order_quantity: 1,
      available_quantity: 9,
      price: 4,
    };
    const added = await writer.call('POST', '/tool', { token: fleet.admin.token, body });
    expect(added.status).toBe(200);
    const since = performance.now();
    const seen = fleet.processes.flatMap(({ origin }) =>
      PAGES.map(async (path) => {
        const shows = async () => (await (await fetch(`${origin}${path}`)).text()).includes(name);
        await until(`${name} at ${path}`, shows);
        return performance.now() - since;
      }),
    );
    delays.push(...(await Promise.all(seen)));
  }
  delays.sort((a, b) => a - b);
  const at = (share: number) => Math.round(delays[Math.floor((delays.length - 1) * share)] ?? 0);
  reportFigure(
    'a change shows on every process',
    `${CHANGES} changes on 3 processes, ${PAGES.length} addresses each: seen after ${at(0.5)} ms (median), ${at(0.99)} ms (p99), ${at(1)} ms (last)`,
  );
});

it('a change of the shop’s details shows in all processes from then on', async () => {
  const [writer] = fleet.processes;
  const shop = {
    name: 'Bit & Brace',
    tagline: 'tools for Ohio',
    slogan: 'By the river.',
    description: 'Tools by the river.',
    appDescription: 'The river shop.',
  };
  const { token } = fleet.admin;
  const changed = await writer.call('PATCH', '/details', { token, body: { version: 1, shop } });
  expect(changed.status).toBe(200);
  const addresses = ['/', '/tools', '/about', '/manifest.webmanifest', '/settings', '/details'];
  await Promise.all(
    fleet.processes.flatMap(({ origin }) =>
      addresses.map((path) =>
        until(`the name at ${path}`, async () =>
          /Bit (?:&|&amp;) Brace/.test(await (await fetch(`${origin}${path}`)).text()),
        ),
      ),
    ),
  );
});
