/** @module-tag sweep */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { expect, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { findMigrations, migrationsThrough } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log.ts';
import { checkDatabase } from '#server/commands/checks.ts';
import { backUpBeforeChange } from '#server/shop/backup-before-change.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { writeBackup } from '#server/shop/write-backup.ts';
import { makeDatabase, makeFolder, restore } from '#tests/support/backups.ts';
import type { FreshDatabase } from '#tests/support/fresh-database.ts';

const BETWEEN = '0051-frozen-for-papers';
const NEWEST = '0058-parcels-alone-tell';

const serverOf = ({ connection }: FreshDatabase): DatabaseServer => ({
  owner: connection,
  connection,
  summary: '',
  stop: async () => undefined,
});

/** A shop started at a commit between two releases: it has the newest migration, but lacks an earlier one. */
async function makeShopOfBetween(): Promise<FreshDatabase> {
  const database = await makeDatabase();
  const all = await migrationsThrough(NEWEST);
  const wanted = all.filter((name) => name !== BETWEEN);
  await prepareTables(serverOf(database), createLog('silent'), { wanted });
  const id = '00000000-0000-7000-8000-000000000001';
  await database.asOwner(`
    insert into users (id, subject, display_name, email_verified) values ('${id}', 'ada', 'Ada', true);
    insert into pictures (id, url, width, height, colour, webp_srcset) values ('${id}', '/s', 4, 3, '#eee', '/s 4w');
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand, part_number)
      values ('${id}', 'Saw', 'Saws', '/s', 1, 1, 0, 'S-1');
    insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents, user_name, email, phone,
      address, placed_at) values ('${id}', '${id}', '${id}', 'Saw', '/s', 1, 1, 1, 'Ada', 'a@b.c', '1', 'x', now())`);
  return database;
}

const partNumbers = ({ asOwner }: FreshDatabase) => asOwner('select part_number from orders');

async function pendingOf({ connection }: FreshDatabase): Promise<string[]> {
  const { db, close } = openDatabase(connection, { onIdleError: () => undefined });
  const { pending } = await findMigrations(db);
  await close();
  return pending;
}

test('reports a migration inserted between others, and applies it with its data step next time', async () => {
  const database = await makeShopOfBetween();
  const { db, close } = openDatabase(database.connection, { onIdleError: () => undefined });
  const findings = await checkDatabase(
    { db, config: readConfig({}), imageHost: { has: async () => true } },
    serverOf(database),
  );
  await close();
  expect(findings.find(({ about }) => about === 'Tables')?.words).toMatch(
    new RegExp(`^at ${NEWEST}; the next start applies ${BETWEEN}`),
  );
  await prepareTables(serverOf(database), createLog('silent'));
  expect(await pendingOf(database)).toEqual([]);
  expect(await partNumbers(database)).toEqual([{ part_number: 'S-1' }]);
});

test('restores a backup of such a shop unchanged, and applies the migration afterwards', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'shop.tar.gz');
  const old = await makeShopOfBetween();
  await writeBackup({ owner: old.connection }, { dataDir: folder, file, pictures: true });
  const restored = await makeDatabase();
  await restore(file, restored, join(folder, 'again'));
  expect(await pendingOf(restored)).toEqual([]);
  expect(await partNumbers(restored)).toEqual([{ part_number: 'S-1' }]);
});

test('refuses a backup that lists no migrations and lacks one', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'shop.tar.gz');
  const old = await makeShopOfBetween();
  const manifest = await writeBackup({ owner: old.connection }, { dataDir: folder, file, pictures: true });
  const unpacked = join(folder, 'unpacked');
  await mkdir(unpacked);
  await extract({ file, cwd: unpacked });
  const { migrations: _, ...database } = manifest.database;
  await writeFile(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, database }));
  await create({ file, cwd: unpacked, gzip: true }, await readdir(unpacked));
  const restored = await makeDatabase();
  await expect(restore(file, restored, join(folder, 'again'))).rejects.toThrow(
    /^The backup was made between two releases: it has no [a-z_, ]+ of public\.[a-z_]+\. Restore it with the version that made it/,
  );
  expect(await restored.asOwner('select 1 from orders')).toEqual([]);
});

test('keeps the backups after a failed start, and the newest five after a successful one', async () => {
  const database = await makeShopOfBetween();
  const dataDir = await makeFolder();
  const folder = join(dataDir, 'backups');
  const older = [1, 2, 3, 4, 5].map((day) => `2026-01-0${day}T00-00-00-before-0044-refunds.tar.gz`);
  await mkdir(folder);
  for (const name of older) await writeFile(join(folder, name), 'a good backup');
  const config = readConfig({ SHOP_DATA_DIR: dataDir });
  const start = () =>
    prepareTables(serverOf(database), createLog('silent'), {
      beforeChange: backUpBeforeChange(config, serverOf(database), () => undefined),
    });
  // Blocks the migration.
  await database.asOwner('alter table payments add column vat_number text');
  for (const _ of [1, 2]) await expect(start()).rejects.toThrow('already exists');
  expect(await readdir(folder)).toEqual(older);
  await database.asOwner('alter table payments drop column vat_number');
  await start();
  expect((await readdir(folder)).sort()).toEqual([
    ...older.slice(1),
    expect.stringMatching(new RegExp(`-before-${BETWEEN}\\.tar\\.gz$`)),
  ]);
});

test('recognizes a migration by its former name', async () => {
  const database = await makeDatabase();
  await prepareTables(serverOf(database), createLog('silent'));
  await database.asOwner(`update kysely_migration set name = '0026-ship-undo' where name = '0011-ship-undo'`);
  expect(await pendingOf(database)).toEqual([]);
  await prepareTables(serverOf(database), createLog('silent'));
  expect(await database.asOwner(`select name from kysely_migration where name like '%-ship-undo'`)).toEqual([
    { name: '0011-ship-undo' },
  ]);
});
