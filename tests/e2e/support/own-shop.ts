import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { joinDatabaseServer } from '#server/shop/database-server.ts';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { e2eAdmin } from './admin.ts';
import { visitShop } from './shop-origin.ts';
import { test } from './test.ts';

/** Returns the test of a separate shop without demo catalogue, started with these settings; `ownShop` is its
 * origin, `inDatabase` runs a statement on its database, such as one that lets time pass. */
export const inOwnShop = (settings: Record<string, string> = {}) =>
  test.extend<
    { inDatabase: (statement: string) => Promise<void> },
    { ownShopFolder: string; ownShop: string }
  >({
    ownShopFolder: [
      async ({ browserName: _ }, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'toolyard-e2e-own-'));
        // As root, PostgreSQL runs as another user, who must be able to pass through.
        await chmod(folder, 0o711);
        await use(folder);
        await rm(folder, { recursive: true, force: true });
      },
      { scope: 'worker' },
    ],
    ownShop: [
      async ({ ownShopFolder: dataDir }, use) => {
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
      },
      { scope: 'worker', auto: true, timeout: 120_000 },
    ],
    baseURL: ({ ownShop }, use) => use(ownShop),
    inDatabase: ({ ownShopFolder }, use) =>
      use(async (statement) => {
        const config = readConfig({ SHOP_DATA_DIR: ownShopFolder });
        const server = await joinDatabaseServer(config, () => undefined);
        const database = openDatabase(server.owner, { onIdleError: () => undefined });
        await sql.raw(statement).execute(database.db);
        await database.close();
        await server.stop();
      }),
  });
