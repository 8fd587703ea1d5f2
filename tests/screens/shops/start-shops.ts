import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import type { DrawPlate } from '#demo/plate-drawer.ts';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import { runAsActor } from '#platform/actor.ts';
import { readConfig } from '#platform/config/config.ts';
import { type DatabaseConnection, toClientConfig } from '#platform/database/connection.ts';
import { createLog } from '#platform/log.ts';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { createContext } from '#server/shop/create-context.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { forgetJobs } from '#tests/support/outbox.ts';
import { type SpawnedShop, startSpawnedShop } from '#tests/support/spawn-shop.ts';
import type { ShopName, StagedShop, StagedShops } from '../scene.ts';
import { admin } from './cast.ts';
import { type Furnish, furnishDemo, furnishEmpty, furnishLarge, furnishLong } from './furnish.ts';
import { furnishGerman } from './furnish-german.ts';
import { furnishReal } from './furnish-real.ts';
import { createShopClient } from './shop-client.ts';

/** Shops that run until `stop` is called. */
export type RunningShops = { shops: StagedShops; stop(): Promise<void> };

const furnishings: Record<ShopName, Furnish> = {
  demo: furnishDemo,
  long: furnishLong,
  real: furnishReal,
  large: furnishLarge,
  empty: furnishEmpty,
  german: furnishGerman,
};

/** The template of every shop except the empty one: it has the demo catalogue. */
const TEMPLATE = 'template_shop';

/** What all shops share: one PostgreSQL, and a folder with a subfolder for each shop. */
type Ground = { folder: string; owner: DatabaseConnection };

/** Starts the scenes' shops, each by `npm start`, on one throwaway PostgreSQL. @param drawPlate draws the
 * tools' pictures, if not as in the demo catalogue @param names the shops to start; all by default */
export async function startShops(
  drawPlate?: DrawPlate,
  names = Object.keys(furnishings) as ShopName[],
): Promise<RunningShops> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-screens-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  const postgres = await startThrowawayPostgres('toolyard', { max_connections: '120' });
  const ground = { folder, owner: postgres.connection };
  const running: SpawnedShop[] = [];
  const stop = async () => {
    await Promise.all(running.map((shop) => shop.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await buildIfStale(() => undefined);
    await makeTemplate(ground, drawPlate);
    const staged: [string, StagedShop][] = [];
    for (const name of names) {
      await copyTemplate(ground, name, name !== 'empty');
      const shop = await startSpawnedShop(settingsOf(ground, name));
      running.push(shop);
      staged.push([name, await furnishShop(ground, name, shop.origin, furnishings[name])]);
    }
    return { shops: Object.fromEntries(staged) as StagedShops, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const placeOf = ({ folder, owner }: Ground, name: string) => ({
  dataDir: join(folder, name),
  connection: { ...owner, database: name },
});

function settingsOf(ground: Ground, name: string): Record<string, string> {
  const { dataDir, connection } = placeOf(ground, name);
  return {
    SHOP_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl(connection),
    SHOP_DEMO: '0',
    ...(name === 'german' && { SHOP_CURRENCY: 'eur' }),
    SHOP_RATE_LIMIT: 'off',
    SHOP_ADMIN_EMAIL: admin.email,
    SHOP_ADMIN_PASSWORD: admin.password,
  };
}

/** Draws the demo catalogue's plates once for all shops that use them. */
async function makeTemplate(ground: Ground, drawPlate?: DrawPlate): Promise<void> {
  const { connection } = placeOf(ground, TEMPLATE);
  const config = readConfig({ ...settingsOf(ground, TEMPLATE), SHOP_LOG_LEVEL: 'error' });
  await onServer(ground, `create database ${TEMPLATE}`);
  await prepareTables(
    { owner: connection, connection, summary: '', stop: async () => undefined },
    createLog('error'),
  );
  const open = await createContext(config, connection);
  try {
    await runAsActor({ actor: 'start' }, () => loadDemoCatalogue(open.context, () => undefined, drawPlate));
    // Otherwise every shop would spend minutes encoding each picture's AVIF again; its WebP looks the same.
    await forgetJobs(open.context.db);
  } finally {
    await open.close();
  }
}

async function copyTemplate(ground: Ground, name: string, hasTools: boolean): Promise<void> {
  await onServer(ground, `create database "${name}" ${hasTools ? `template ${TEMPLATE}` : ''}`);
  if (hasTools)
    await cp(placeOf(ground, TEMPLATE).dataDir, placeOf(ground, name).dataDir, { recursive: true });
}

async function furnishShop(
  ground: Ground,
  name: string,
  origin: string,
  furnish: Furnish,
): Promise<StagedShop> {
  const owner = new pg.Client(toClientConfig(placeOf(ground, name).connection));
  await owner.connect();
  try {
    return { origin, ...(await furnish(createShopClient(origin), owner)) };
  } finally {
    await owner.end();
  }
}

async function onServer({ owner }: Ground, statement: string): Promise<void> {
  const client = new pg.Client(toClientConfig({ ...owner, database: 'postgres' }));
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
