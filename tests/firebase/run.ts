import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '#tests/support/find-browser.ts';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { emulatorProject, startAuthEmulator } from './auth-emulator.ts';

const apiKey = 'key-of-the-emulator';

/** Runs the account screens against Firebase's emulator: the production build, started by `npm start`. */
async function runAgainstEmulator(args: string[]): Promise<number> {
  const browser = findBrowser();
  const emulator = await startAuthEmulator();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-firebase-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const settings = {
    SHOP_DATA_DIR: dataDir,
    SHOP_RATE_LIMIT: 'off',
    SHOP_ADMIN_EMAIL: 'owner@toolyard.example',
    IDENTITY_PROVIDER: 'firebase',
    FIREBASE_PROJECT_ID: emulatorProject,
    FIREBASE_API_KEY: apiKey,
    FIREBASE_AUTH_DOMAIN: `${emulatorProject}.firebaseapp.com`,
    FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
  };
  try {
    const shop = await startSpawnedShop(settings);
    const env = {
      ...process.env,
      ...settings,
      CHROMIUM_PATH: browser,
      E2E_ORIGIN: shop.origin,
    };
    const cli = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/firebase/playwright.config.ts'];
    const playwright = spawn(process.execPath, [...cli, ...args], { stdio: 'inherit', env });
    const [code] = await once(playwright, 'exit');
    await shop.stop();
    return code ?? 1;
  } finally {
    await emulator.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await runAgainstEmulator(process.argv.slice(2));
