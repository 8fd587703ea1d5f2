import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { createContext } from '#server/shop/create-context.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { reportFigure } from '#tests/faults/support/report-figure.ts';
import { buy, placeOrder } from '#tests/support/buying.ts';
import { makeTool, makeUser } from '#tests/support/test-shop.ts';
import { type ArchivedPostgres, startArchivedPostgres } from './support/archived-postgres.ts';
import { callsOf } from './support/calls-of.ts';

let postgres: ArchivedPostgres;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'toolyard-recovery-'));
  postgres = await startArchivedPostgres();
  await postgres.pgbackrest('stanza-create');
});

afterAll(async () => {
  await postgres?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

/** Opens the shop on the database, for some work. */
async function withShop<Result>(work: (shop: Awaited<ReturnType<typeof callsOf>>) => Promise<Result>) {
  const config = readConfig({
    DATABASE_URL: databaseUrl(postgres.connection),
    ...{ SHOP_DATA_DIR: dataDir, SHOP_DEMO: '0', SHOP_LOG_LEVEL: 'silent', SHOP_RATE_LIMIT: 'off' },
  });
  const { context, close } = await createContext(config, postgres.connection);
  const shop = await callsOf(context);
  try {
    return await work(shop);
  } finally {
    await shop.stop();
    await close();
  }
}

const now = async () => String((await postgres.run('select clock_timestamp()::text as time'))[0]?.time);

it('brings a shop back as it was at one moment, after a mistake and after a lost disk', async () => {
  const owner = postgres.connection;
  const server = { owner, connection: owner, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'));
  await postgres.pgbackrest('--type=full', 'backup');

  const placed = await withShop(async (shop) => {
    const [buyer, tool] = [await makeUser(shop.shop), await makeTool(shop.shop, { onHand: 20 })];
    const paid = await buy(shop, buyer, tool.id, 2);
    const before = await placeOrder(shop, buyer, tool.id);
    const moment = await now();
    const after = await placeOrder(shop, buyer, tool.id);
    return { kept: [paid._id, before._id].sort(), after: after._id, moment };
  });
  const orders = async () =>
    (await postgres.run('select id from orders order by id')).map(({ id }) => String(id));
  expect(await orders()).toEqual([...placed.kept, placed.after].sort());
  await postgres.run('truncate orders cascade');
  await postgres.archiveAll();
  await postgres.crash();

  const startedAt = Date.now();
  const target = [`--target=${placed.moment}`, '--type=time', '--target-action=promote'];
  await postgres.pgbackrest('--delta', ...target, 'restore');
  await postgres.start();
  const seconds = (Date.now() - startedAt) / 1000;
  expect(await orders()).toEqual(placed.kept);
  const again = await withShop(async (shop) => {
    expect(await findBrokenRules(shop.shop.db, { isSettled: false })).toEqual([]);
    const [buyer, tool] = [await makeUser(shop.shop), await makeTool(shop.shop, { onHand: 20 })];
    return (await buy(shop, buyer, tool.id))._id;
  });
  await postgres.archiveAll();
  await postgres.crash();

  await postgres.loseDisk();
  await postgres.pgbackrest('restore');
  await postgres.start();
  expect(await orders()).toEqual([...placed.kept, again].sort());
  reportFigure(
    'recovery',
    `back to a moment between two orders, from a full backup and the archived log: ${seconds.toFixed(1)} s; after a lost disk, with all that was archived`,
  );
});
