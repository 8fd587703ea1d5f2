import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppContext } from '#features/app-context.ts';
import { readConfig } from '#platform/config/config.ts';
import { createContext } from '#server/shop/create-context.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { createHttpClient } from '#tests/faults/support/http-client.ts';
import { callable, type FleetProcess } from '#tests/faults/support/shop-fleet.ts';
import { createShopProcess, type ShopProcess } from '#tests/faults/support/shop-process.ts';
import {
  makeTool,
  makeUser,
  type TestPerson,
  type TestShop,
  type TestTool,
  type TestUser,
} from '#tests/support/test-shop.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import type { LoadedShop } from './under-load.ts';

/** A shop of several machines, all simulated here: nginx, three nodes and three PostgreSQLs. */
export type SeveralNodes = LoadedShop & {
  nginx: Nginx;
  /** Calls the shop through nginx, as people do. */
  call: TestShop['call'];
  nodes: FleetProcess[];
  cluster: PostgresCluster;
  /** Prepares one more node with other settings, which nginx does not know. */
  readyNewcomer(environment: Record<string, string>): Promise<ShopProcess>;
  /** The same shop in the test's own process, not listening, as the owner of the tables: to inspect and
   * modify. */
  shop: AppContext;
  makeUser(person?: TestPerson): Promise<TestUser>;
  makeTool(tool?: TestTool): Promise<{ id: string; name: string; img: string }>;
  stop(): Promise<void>;
};

const NODES = 3;

/** Far above what a test requests in the time, except for the limits under test. */
const limits = 'orders=1000/1s,intents=1000/1s,reviews=1000/1s,writes=1000/1s,reads=99999/1m';

/** Starts everything at once on an empty database. Each node has a separate data folder, and the pictures are
 * shared. @param environment settings of every node, on top of those of a first start */
export async function startSeveralNodes(environment: Record<string, string> = {}): Promise<SeveralNodes> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const cluster = await startPostgresCluster();
    undo.push(cluster.drop);
    const base = await mkdtemp(join(tmpdir(), 'toolyard-nodes-'));
    undo.push(() => rm(base, { recursive: true, force: true }));
    const shared = {
      DATABASE_URL: databaseUrl(cluster.appConnection),
      DATABASE_OWNER_URL: databaseUrl(cluster.connection),
      DATABASE_POOL_SIZE: '8',
      // A busy machine opens connections slowly.
      DATABASE_WAIT_SECONDS: '30',
      SHOP_SECRET: randomBytes(32).toString('base64url'),
      SHOP_LOG_LEVEL: 'info',
      SHOP_DEMO: '0',
      TRUST_PROXY: 'loopback',
      SHOP_RATE_LIMIT: limits,
      ...environment,
    };
    const nodes = await Promise.all(
      Array.from({ length: NODES }, async (_, index) => {
        const dataDir = join(base, `node-${index}`);
        await sharePictures(base, dataDir);
        return callable(await createShopProcess({ ...shared, SHOP_DATA_DIR: dataDir }));
      }),
    );
    undo.push(() => Promise.all(nodes.map((node) => node.end('SIGKILL'))));
    const nginx = await startNginx(nodes.map(({ origin }) => origin));
    undo.push(nginx.stop);
    await Promise.all(nodes.map((node) => node.start()));
    const config = readConfig({ ...shared, SHOP_DATA_DIR: base, SHOP_LOG_LEVEL: 'silent' });
    const { context: shop, close } = await createContext(config, cluster.connection);
    undo.push(close);
    const client = createHttpClient();
    undo.push(async () => client.close());
    return {
      nginx,
      origins: [nginx.origin],
      isPassedOn: true,
      call: (method, path, options) => client.call(nginx.origin, method, path, options),
      nodes,
      cluster,
      readyNewcomer: (others) =>
        createShopProcess({ ...shared, SHOP_DATA_DIR: join(base, 'newcomer'), ...others }),
      shop,
      makeUser: (person) => makeUser(shop, person),
      makeTool: (tool) => makeTool(shop, tool),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Links a shared pictures folder, which the disk as picture host requires. */
async function sharePictures(base: string, dataDir: string): Promise<void> {
  const pictures = join(base, 'pictures');
  await mkdir(pictures, { recursive: true });
  await mkdir(dataDir);
  await symlink(pictures, join(dataDir, 'pictures'));
}
