import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#features/app-context.ts';
import { readConfig } from '#platform/config/config.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import { createContext } from '#server/shop/create-context.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import {
  makeTool,
  makeUser,
  type TestPerson,
  type TestShop,
  type TestTool,
  type TestUser,
} from '#tests/support/test-shop.ts';
import { databaseUrl } from './database-url.ts';
import { createHttpClient } from './http-client.ts';
import { createShopProcess, type ShopProcess } from './shop-process.ts';

/** A process of the fleet, with a test shop's `call` for it. */
export type FleetProcess = ShopProcess & Pick<TestShop, 'call'>;

/** The database of a fleet, as the owner of its tables and as the role that the processes use. */
export type FleetDatabase = {
  connection: DatabaseConnection;
  appConnection: DatabaseConnection;
  drop(): Promise<void>;
};

/** Several processes of the shop over one database. */
export type ShopFleet = {
  processes: [FleetProcess, ...FleetProcess[]];
  /** The same shop in the test's own process, not listening, as the owner of the tables: to inspect and
   * modify. */
  shop: AppContext;
  admin: TestUser;
  /** Makes a person whose access token every process accepts. */
  makeUser(person?: TestPerson): Promise<TestUser>;
  makeTool(tool?: TestTool): Promise<{ id: string; name: string; img: string }>;
  /** Ends every process and drops the database. */
  stop(): Promise<void>;
};

/** Starts `count` processes over one database, with one secret and one data folder. @param options.database
 * the database to use; by default a fresh one on the test run's server @param options.environment further
 * settings */
export async function startShopFleet(
  count: number,
  options: { database?: FleetDatabase; environment?: Record<string, string> } = {},
): Promise<ShopFleet> {
  const database = options.database ?? (await createFreshDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-fleet-'));
  const environment = {
    DATABASE_URL: databaseUrl(database.appConnection),
    DATABASE_OWNER_URL: databaseUrl(database.connection),
    SHOP_SECRET: randomBytes(32).toString('base64url'),
    SHOP_DATA_DIR: dataDir,
    SHOP_DEMO: '0',
    SHOP_RATE_LIMIT: 'off',
    DATABASE_WAIT_SECONDS: '30',
    SHOP_LOG_LEVEL: 'info',
    ...options.environment,
  };
  const { context: shop, close } = await createContext(
    readConfig({ ...environment, SHOP_LOG_LEVEL: 'silent' }),
    database.connection,
  );
  // Made first, so no process creates another admin.
  const admin = await makeUser(shop, { role: 'admin' });
  const processes = await Promise.all(
    Array.from({ length: count }, async () => callable(await createShopProcess(environment))),
  );
  const stop = async () => {
    await Promise.all(processes.map((each) => each.end('SIGKILL')));
    await close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.all(processes.map((each) => each.start()));
  } catch (error) {
    await stop();
    throw error;
  }
  const [first, ...others] = processes;
  if (!first) throw new Error('a fleet has one process at least');
  return {
    processes: [first, ...others],
    shop,
    admin,
    makeUser: (person) => makeUser(shop, person),
    makeTool: (tool) => makeTool(shop, tool),
    stop,
  };
}

/** Adds a client to a process. */
export function callable(shopProcess: ShopProcess): FleetProcess {
  const client = createHttpClient();
  return {
    ...shopProcess,
    call: (method, path, options) => client.call(shopProcess.origin, method, path, options),
    end: (signal) => {
      client.close();
      return shopProcess.end(signal);
    },
  };
}
