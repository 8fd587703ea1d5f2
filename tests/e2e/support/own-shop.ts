import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { e2eAdmin } from './admin.ts';
import { visitShop } from './shop-origin.ts';
import { test } from './test.ts';

/** Returns the test of a separate shop without demo catalogue, started with these settings; `ownShop` is its
 * origin. */
export const inOwnShop = (settings: Record<string, string> = {}) =>
  test.extend<object, { ownShop: string }>({
    ownShop: [
      async ({ browserName: _ }, use) => {
        const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-e2e-own-'));
        // As root, PostgreSQL runs as another user, who must be able to pass through.
        await chmod(dataDir, 0o711);
        const shop = await startSpawnedShop({
          SHOP_DATA_DIR: dataDir,
          SHOP_DEMO: '0',
          SHOP_RATE_LIMIT: 'off',
          SHOP_ADMIN_EMAIL: e2eAdmin.email,
          SHOP_ADMIN_PASSWORD: e2eAdmin.password,
          ...settings,
        });
        visitShop(shop.origin);
        await use(shop.origin);
        visitShop(undefined);
        await shop.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
      { scope: 'worker', auto: true, timeout: 120_000 },
    ],
    baseURL: ({ ownShop }, use) => use(ownShop),
  });
