import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { joinDatabaseServer } from '#server/shop/database-server.ts';
import { findBrowser } from '#tests/support/find-browser.ts';
import { forgetJobs } from '#tests/support/outbox.ts';
import { freePort, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { e2eAdmin } from './support/admin.ts';
import { googleClient, startGoogleStandIn } from './support/google-stand-in.ts';

/** Runs the end-to-end tests against the real shop: the production build, started by
 * `npm start`, on a fresh folder. */
async function runEndToEnd(args: string[]): Promise<number> {
  const browser = findBrowser();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-e2e-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const google = await startGoogleStandIn(`http://localhost:${port}`);
  const shop = await startSpawnedShop({
    PORT: String(port),
    SHOP_DATA_DIR: dataDir,
    SHOP_ADMIN_EMAIL: e2eAdmin.email,
    SHOP_ADMIN_PASSWORD: e2eAdmin.password,
    SHOP_RATE_LIMIT: 'off',
    // Receivers of webhooks are on this machine.
    WEBHOOK_PRIVATE_ADDRESSES: '1',
    GOOGLE_CLIENT_ID: googleClient.clientId,
    GOOGLE_CLIENT_SECRET: googleClient.clientSecret,
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'support/reach-google-stand-in.js'))}`,
    E2E_GOOGLE: google.origin,
  });
  try {
    await forgetDemoJobs(dataDir);
    const env = {
      ...process.env,
      CHROMIUM_PATH: browser,
      E2E_ORIGIN: shop.origin,
      E2E_GOOGLE: google.origin,
    };
    const cli = [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'tests/e2e/playwright.config.ts',
      ...args,
    ];
    const playwright = spawn(process.execPath, cli, { stdio: 'inherit', env });
    const [code] = await once(playwright, 'exit');
    return code ?? 1;
  } finally {
    await shop.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Deletes the demo catalogue's jobs: encoding AVIF for all pictures takes a core one minute, and no test
 * views them. */
async function forgetDemoJobs(dataDir: string): Promise<void> {
  const server = await joinDatabaseServer(readConfig({ SHOP_DATA_DIR: dataDir }), () => undefined);
  const database = openDatabase(server.owner, { onIdleError: () => undefined });
  await forgetJobs(database.db);
  await database.close();
  await server.stop();
}

process.exitCode = await runEndToEnd(process.argv.slice(2));
