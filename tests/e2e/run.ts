import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '#tests/support/find-browser.ts';
import { e2eAdmin } from './support/admin.ts';

/** Runs the end-to-end tests against the real shop: the production build, started as `npm start` does, on a fresh folder. */
async function runEndToEnd(args: string[]): Promise<number> {
  const browser = findBrowser();
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-e2e-'));
  const port = await freePort();
  const shop = await startShop(dataDir, port);
  try {
    const env = { ...process.env, CHROMIUM_PATH: browser, E2E_ORIGIN: `http://127.0.0.1:${port}` };
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
    shop.kill('SIGTERM');
    await once(shop, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the shop and waits until it says that it is open. */
async function startShop(dataDir: string, port: number): Promise<ChildProcess> {
  const shop = spawn('npm', ['start', '--silent'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SHOP_DATA_DIR: dataDir,
      SHOP_ADMIN_EMAIL: e2eAdmin.email,
      SHOP_ADMIN_PASSWORD: e2eAdmin.password,
      SHOP_RATE_LIMIT: 'off',
      SHOP_LOG_LEVEL: 'error',
    },
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    shop.once('exit', (code) => reject(new Error(`The shop did not start (${code}):\n${printed}`)));
    shop.stdout?.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Toolyard is open at')) resolve();
    });
  });
  return shop;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

process.exitCode = await runEndToEnd(process.argv.slice(2));
