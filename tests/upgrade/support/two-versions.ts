import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startThrowawayPostgres } from '#embedded-postgres/testing';
import { findPdf } from '#features/invoices/invoice-files.ts';
import { openDatabase } from '#platform/database/database.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { createHttpClient } from '#tests/faults/support/http-client.ts';
import { callable, type FleetProcess } from '#tests/faults/support/shop-fleet.ts';
import { createShopProcess } from '#tests/faults/support/shop-process.ts';
import { startNginx } from '#tests/nodes/support/nginx.ts';
import type { LoadedShop } from '#tests/nodes/support/under-load.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { adminSettings } from '#tests/support/spawned-admin-shop.ts';
import { comeAsPeople } from './people.ts';
import { copyThisVersion, hasMigration, installVersion, makeLater } from './versions.ts';

/** The migration that this version has on top of its own, in the test only, with other words on invoices. */
export const MADE_UP = '9000-made-up';
const madeUpFile = new URL(`${MADE_UP}.sql`, import.meta.url);

/** Where the output of every node is left. */
const LOGS = 'test-results/upgrade';

/** A shop behind nginx with room for three nodes, two of which run an earlier version. */
export type TwoVersions = LoadedShop & {
  origin: string;
  /** The earlier version's, which serve. */
  earlier: [FleetProcess, FleetProcess];
  /** Whether the earlier version knows the access tokens of this one, which knows its. */
  hasSameSessions: boolean;
  /** Whether the earlier version keeps the papers that it issues. */
  keepsPapers: boolean;
  logIn(email: string): Promise<string>;
  isKept(invoiceId: string): Promise<boolean>;
  /** Starts a node of this version in the third place, or in that of an earlier one that has ended. */
  startNew(inPlaceOf?: FleetProcess): Promise<FleetProcess>;
  /** The ids of the orders that the made-up migration's trigger has noted. */
  madeUpOrders(): Promise<string[]>;
  appliedMigrations(): Promise<string[]>;
  stop(): Promise<void>;
};

/** Starts it on an empty database. */
export async function startTwoVersions(commit: string): Promise<TwoVersions> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await mkdir(LOGS, { recursive: true });
    const base = await mkdtemp(join(tmpdir(), 'toolyard-upgrade-'));
    undo.push(() => rm(base, { recursive: true, force: true }));
    const folders = { earlier: join(base, 'earlier'), present: join(base, 'present') };
    await installVersion(commit, folders.earlier);
    await copyThisVersion(folders.present);
    await makeLater(folders.present, madeUpFile);
    const postgres = await startThrowawayPostgres('toolyard', { max_connections: '200' });
    undo.push(postgres.stop);
    const environment = {
      DATABASE_URL: databaseUrl(postgres.appConnection),
      DATABASE_OWNER_URL: databaseUrl(postgres.connection),
      // A busy machine opens connections slowly.
      DATABASE_WAIT_SECONDS: '30',
      SHOP_SECRET: randomBytes(32).toString('base64url'),
      SHOP_DATA_DIR: join(base, 'data'),
      SHOP_DEMO: '0',
      SHOP_LOG_LEVEL: 'info',
      SHOP_RATE_LIMIT: 'off',
      TRUST_PROXY: 'loopback',
      ...adminSettings,
    };
    let nodes = 0;
    const prepare = async (folder: string, port: string) => {
      const script = [join(folder, 'src/server/server.ts')];
      const node = callable(await createShopProcess({ ...environment, PORT: port }, { script }));
      nodes += 1;
      const log = join(LOGS, `${commit.slice(0, 8)}-node-${nodes}.log`);
      undo.push(async () => {
        await node.end('SIGKILL');
        await writeFile(log, node.printed());
      });
      return node;
    };
    const thirdPort = String(await freePort());
    const earlier: TwoVersions['earlier'] = [
      await prepare(folders.earlier, String(await freePort())),
      await prepare(folders.earlier, String(await freePort())),
    ];
    const origins = [...earlier.map(({ origin }) => origin), `http://127.0.0.1:${thirdPort}`];
    const nginx = await startNginx(origins);
    undo.push(nginx.stop);
    // One after the other: the first makes the admin.
    for (const node of earlier) await node.start();
    const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
    undo.push(close);
    const client = createHttpClient();
    undo.push(async () => client.close());
    const call: TwoVersions['call'] = (...asked) => client.call(nginx.origin, ...asked);
    return {
      ...(await comeAsPeople(nginx.origin, call, db)),
      call,
      shop: { db },
      origin: nginx.origin,
      origins: [nginx.origin],
      isPassedOn: true,
      earlier,
      hasSameSessions: hasMigration(folders.earlier, '0137-sessions'),
      keepsPapers: hasMigration(folders.earlier, '0126-kept-papers'),
      async isKept(invoiceId) {
        return (await findPdf(db, invoiceId)) !== undefined;
      },
      async startNew(inPlaceOf) {
        const node = await prepare(folders.present, inPlaceOf ? new URL(inPlaceOf.origin).port : thirdPort);
        await node.start();
        return node;
      },
      async madeUpOrders() {
        const { rows } = await sql<{ id: string }>`select order_id as id from made_up_orders`.execute(db);
        return rows.map(({ id }) => id);
      },
      async appliedMigrations() {
        const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
          db,
        );
        return rows.map(({ name }) => name);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
