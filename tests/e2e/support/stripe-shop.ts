import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/spawn-shop.ts';
import {
  type PretendedStripeServer,
  startPretendedStripe,
  stripeKeys,
} from '#tests/support/stripe/pretended-stripe.ts';
import { e2eAdmin } from './admin.ts';
import { placeOrderByApi, type ShopOrder } from './orders.ts';
import { visitShop } from './shop-origin.ts';
import { type StandIn, standInForStripe } from './stripe-stand-in.ts';
import { test as base, expect } from './test.ts';

/** A second shop that uses Stripe, with Stripe's API on loopback. */
export type StripeShop = { origin: string; stripe: PretendedStripeServer };

/** The test of a shop that takes cards through Stripe, with an unpaid order of the buyer, and a page that
 * reaches a stand-in for Stripe. Its worker has that shop to itself. */
export const test = base.extend<
  { order: ShopOrder; standIn: StandIn; soundRequests: undefined },
  { stripeShop: StripeShop }
>({
  standIn: [
    async ({ page, stripeShop }, use) => use(await standInForStripe(page, stripeShop.stripe)),
    { auto: true },
  ],
  order: async ({ buyer, tool }, use) => use(await placeOrderByApi(buyer, tool)),
  stripeShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what the fixture needs.
    async ({}, use) => {
      const stripe = await startPretendedStripe();
      const shop = await startShop(stripe.address.port);
      visitShop(shop.origin);
      await use({ origin: shop.origin, stripe });
      visitShop(undefined);
      await shop.stop();
      await stripe.stop();
    },
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  baseURL: ({ stripeShop }, use) => use(stripeShop.origin),
  soundRequests: [
    async ({ stripeShop }, use) => {
      await use(undefined);
      expect(stripeShop.stripe.problems).toEqual([]);
    },
    { auto: true },
  ],
});

async function startShop(stripePort: number): Promise<{ origin: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-e2e-stripe-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    SHOP_DATA_DIR: dataDir,
    SHOP_DEMO: '0',
    SHOP_LOG_LEVEL: 'error',
    SHOP_RATE_LIMIT: 'off',
    SHOP_ADMIN_EMAIL: e2eAdmin.email,
    SHOP_ADMIN_PASSWORD: e2eAdmin.password,
    CARD_PAYMENTS: 'stripe',
    ...stripeKeys,
  };
  const script = 'tests/support/stripe/run-stripe-shop.ts';
  const shop = spawn(process.execPath, [script, `127.0.0.1:${stripePort}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const ended = once(shop, 'close');
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      if (printed.includes('Toolyard is open at')) resolve();
    };
    shop.stdout.on('data', read);
    shop.stderr.on('data', read);
    shop.once('exit', () => reject(new Error(`The shop did not start:\n${printed}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      shop.kill('SIGINT');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
