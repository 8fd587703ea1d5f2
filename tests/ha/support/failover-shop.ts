import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '#features/app-context.ts';
import { readConfig } from '#platform/config/config.ts';
import { createContext } from '#server/shop/create-context.ts';
import { createHttpClient } from '#tests/faults/support/http-client.ts';
import { createShopProcess } from '#tests/faults/support/shop-process.ts';
import type { LoadedShop } from '#tests/nodes/support/under-load.ts';
import { readFile } from '#tests/support/deploy-files.ts';
import { stripeKeys } from '#tests/support/stripe/pretended-stripe.ts';
import { makeTool, makeUser } from '#tests/support/test-shop.ts';
import { type DatabaseMachines, runPsql, startDatabaseMachines, untilLeading } from './database-machines.ts';
import { logOf, makeHere, makeMachine, makeNetwork, type Place, runFolder } from './machines.ts';
import { openStripeTill, type StripeTill } from './stripe-till.ts';

const OWN_ADDRESS = '10.0.0.1';
const SHOPS = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
const PORT = '3000';
const DIRECT_PORT = 5000;
const POOL_PORT = 6432;

/** Far above what the crowd requests in the time. */
const limits = 'orders=1000/1s,intents=1000/1s,reviews=1000/1s,writes=1000/1s,reads=99999/1m';

/** A shop of six machines: three of the database, and three of the shop, each with HAProxy and PgBouncer. */
export type FailoverShop = LoadedShop & {
  shop: AppContext;
  database: DatabaseMachines;
  till: StripeTill;
  stop(): Promise<void>;
};

/** Starts all of it on empty disks, with the files of `deploy/failover`. */
export async function startFailoverShop(): Promise<FailoverShop> {
  makeNetwork(OWN_ADDRESS);
  const database = await startDatabaseMachines();
  const passwords = { owner: randomPassword(), app: randomPassword() };
  const here = await makeHere('here');
  startHaproxy(here);
  const superuser = { port: DIRECT_PORT, user: 'postgres', password: database.superuserPassword };
  await untilLeading(here, superuser);
  const words = [`owner_password=${passwords.owner}`, `app_password=${passwords.app}`];
  runPsql(here, superuser, [
    ...words.flatMap((word) => ['-v', word]),
    '-f',
    'deploy/failover/make-database.sql',
  ]);

  const settings = {
    ...readSettings(passwords),
    SHOP_SECRET: randomPassword(),
    SHOP_DEMO: '0',
    SHOP_RATE_LIMIT: limits,
    SHOP_LOG_LEVEL: 'info',
    CARD_PAYMENTS: 'stripe',
    ...stripeKeys,
  };
  const origins = SHOPS.map((host) => `http://${host}:${PORT}`);
  const till = await openStripeTill(OWN_ADDRESS, origins);
  const { address } = till;
  const script = ['tests/support/stripe/run-stripe-shop.ts', `${address.host}:${address.port}`];
  const nodes = await Promise.all(
    SHOPS.map(async (host, index) => {
      const machine = await makeMachine(`shop-${index + 1}`, host);
      startHaproxy(machine);
      startPgbouncer(machine, passwords.app);
      const shop = { user: 'toolyard_app', password: passwords.app, database: 'toolyard' };
      for (const port of [DIRECT_PORT, POOL_PORT]) await untilLeading(machine, { ...shop, port });
      const environment = { ...settings, HOST: host, PORT, SHOP_DATA_DIR: makeDataDir(index) };
      return createShopProcess(environment, { host, inside: machine.inside, script });
    }),
  );
  await Promise.all(nodes.map((node) => node.start()));
  // The test's own view is the owner's, past the pool.
  const { DATABASE_OWNER_URL: DATABASE_URL } = settings;
  const config = readConfig({ DATABASE_URL, SHOP_SECRET: settings.SHOP_SECRET, SHOP_LOG_LEVEL: 'silent' });
  if (config.database.kind !== 'server') throw new Error('the database is a server');
  const { context: shop, close } = await createContext(config, config.database.connection);
  const client = createHttpClient();
  return {
    shop,
    database,
    till,
    origins,
    isPassedOn: false,
    confirmCard: till.confirmCard,
    record: (tried) => appendFileSync(logOf('here', 'tries'), `${JSON.stringify(tried)}\n`),
    call: (method, path, options) => client.call(origins[0] ?? '', method, path, options),
    makeUser: (person) => makeUser(shop, person),
    makeTool: (tool) => makeTool(shop, tool),
    async stop() {
      client.close();
      await close();
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
      for (const [index, node] of nodes.entries())
        writeFileSync(logOf(`shop-${index + 1}`, 'shop'), node.printed());
      // All else ends with the namespaces.
    },
  };
}

const randomPassword = () => randomBytes(32).toString('base64url');

/** The settings of `deploy/failover/shop.env`, with passwords in place of its dots. */
function readSettings(passwords: { owner: string; app: string }) {
  const lines = [...readFile('deploy/failover/shop.env').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)];
  const fill = (url: string) =>
    url
      .replace('toolyard_app:…', `toolyard_app:${passwords.app}`)
      .replace('toolyard:…', `toolyard:${passwords.owner}`);
  const settings = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, fill(value)]));
  return { ...settings, DATABASE_OWNER_URL: settings.DATABASE_OWNER_URL ?? '' };
}

/** A data folder of a shop's machine, with the pictures that all share. */
function makeDataDir(index: number): string {
  const pictures = join(runFolder(), 'pictures');
  mkdirSync(pictures, { recursive: true });
  const folder = join(runFolder(), `data-${index}`);
  mkdirSync(folder);
  symlinkSync(pictures, join(folder, 'pictures'));
  return folder;
}

function startHaproxy(place: Place): void {
  const file = join(place.folder, 'haproxy.cfg');
  writeFileSync(file, readFile('deploy/failover/haproxy.cfg'));
  place.run('haproxy', ['-f', file], {});
}

function startPgbouncer(place: Place, password: string): void {
  const users = join(place.folder, 'userlist.txt');
  writeFileSync(users, `"toolyard_app" "${password}"\n`, { mode: 0o644 });
  const file = join(place.folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    readFile('deploy/failover/pgbouncer.ini').replace('/etc/pgbouncer/userlist.txt', users),
  );
  place.run('pgbouncer', [file], {});
}
