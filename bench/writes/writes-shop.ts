import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connectToRunning, type EmbeddedConnection } from '#embedded-postgres';
import { readConfig } from '#platform/config/config.ts';
import { createContext, type OpenContext } from '#server/shop/create-context.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { makeFolder } from '../support/bench-shop.ts';

/** The shop as `npm start` runs it, in one process with a new data folder, and access to its database. */
export type WritesShop = {
  port: number;
  pid: number;
  /** Connects to its PostgreSQL as the tables' owner. */
  owner: EmbeddedConnection;
  /** The same shop's context in this process, on the same database and secrets; it serves nothing. */
  inside: OpenContext;
  /** Suspends the shop's process while `work` has the database to itself. */
  whileFrozen<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

const START_WITHIN_MS = 120_000;

/** Starts a shop like a live one, except that rate limits are off and its catalogue is empty. */
export async function startWritesShop(environment: Record<string, string> = {}): Promise<WritesShop> {
  const dataDir = await makeFolder();
  const settings = {
    SHOP_DATA_DIR: dataDir,
    SHOP_SECRET: randomBytes(32).toString('hex'),
    SHOP_RATE_LIMIT: 'off',
    // As in live shops; otherwise the demo catalogue's pictures would be encoded all the time.
    SHOP_DEMO: '0',
    PORT: String(await freePort()),
    ...environment,
  };
  const shop = spawnServer(settings);
  await untilReady(shop, Number(settings.PORT));
  const owner = await connectToRunning({ dataDir, name: 'toolyard' });
  if (!owner) throw new Error('the shop runs without its PostgreSQL');
  const inside = await createContext(readConfig({ ...settings, SHOP_LOG_LEVEL: 'silent' }), owner);
  return {
    port: Number(settings.PORT),
    pid: shop.pid ?? 0,
    owner,
    inside,
    async whileFrozen(work) {
      shop.kill('SIGSTOP');
      try {
        return await work();
      } finally {
        shop.kill('SIGCONT');
      }
    },
    async stop() {
      await inside.close();
      shop.kill('SIGINT');
      if (shop.exitCode === null) await once(shop, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs the `start` script of package.json without npm, so that the process is the shop's. */
function spawnServer(settings: Record<string, string>): ChildProcess {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ');
  const args = words.splice(words.indexOf('node')).slice(1);
  const env = { ...process.env, ...Object.fromEntries(words.map((word) => word.split('='))), ...settings };
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilReady(shop: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  while (!(await isReady())) {
    if (shop.exitCode !== null || Date.now() > deadline) throw new Error('the shop did not start');
    await pause(50);
  }
}
