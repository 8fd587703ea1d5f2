/** @module-tag sweep */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { backUpBeforeChange } from '#server/shop/backup-before-change.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { withFileSizeLimit } from '#tests/faults/support/file-size-limit.ts';
import { makeDatabase, makeFolder, restore } from '#tests/support/backups.ts';
import type { FreshDatabase } from '#tests/support/fresh-database.ts';

const OLDER = '0116-bounded-factors';

/** A shop of an earlier version, to which Ada has written. */
async function makeOlderShop(wanted: string) {
  const database = await makeDatabase();
  const { connection } = database;
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted });
  await database.asOwner(`insert into contact_messages (id, name, email, phone)
    values (gen_random_uuid(), 'Ada', 'someone@joiner.example', '555')`);
  const dataDir = await makeFolder();
  const said: string[] = [];
  const config = readConfig({ SHOP_DATA_DIR: dataDir });
  const beforeChange = backUpBeforeChange(config, server, (line) => said.push(line));
  const update = () => prepareTables(server, createLog('silent'), { beforeChange });
  return { database, folder: join(dataDir, 'backups'), said, update };
}

const writersIn = async ({ asOwner }: FreshDatabase) =>
  (await asOwner('select name from contact_messages order by name')).map(({ name }) => name);

it('backs up before a change, once, and the backup becomes a shop of this version', async () => {
  const shop = await makeOlderShop('0007-session-tokens');
  for (const _ of [1, 2]) await shop.update();
  const [name = '', ...others] = await readdir(shop.folder);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-before-0008-ratings\.tar\.gz$/);
  expect(others).toEqual([]);
  expect(shop.said).toEqual([
    `This version changes the database. Backing it up first, into ${join(shop.folder, name)} …`,
  ]);
  const restored = await makeDatabase();
  await restore(join(shop.folder, name), restored, await makeFolder());
  expect(await writersIn(restored)).toEqual(['Ada']);
  const migrations = 'select name from kysely_migration order by name';
  expect(await restored.asOwner(migrations)).toEqual(await shop.database.asOwner(migrations));
});

it('leaves nothing of a change that fails', async () => {
  const { database, folder, update } = await makeOlderShop(OLDER);
  await database.asOwner('create table identity.email_change (id text)');
  await expect(update()).rejects.toThrow('already exists');
  expect(await readdir(folder)).toEqual([]);
});

it('ends when the disk has no room for the backup, and changes nothing', async () => {
  const { database, folder, update } = await makeOlderShop(OLDER);
  // More than lies between PostgreSQL and the file: the rest still waits to be read.
  await database.asOwner(`insert into contact_messages (id, name, email, phone, message)
    select gen_random_uuid(), 'Bob', 'bob@joiner.example', '555', repeat(md5(n::text), 60)
    from generate_series(1, 8000) n`);
  await withFileSizeLimit(1_000_000, () => expect(update()).rejects.toThrow('EFBIG'));
  const [newest] = await database.asOwner('select max(name) as name from kysely_migration');
  expect(newest).toEqual({ name: OLDER });
  expect(await readdir(folder)).toEqual([]);
});

it('does not back up a new shop, or a given PostgreSQL', async () => {
  const { connection } = await makeDatabase();
  const server = { owner: connection, connection, summary: '', stop: async () => undefined };
  const heard: string[][] = [];
  await prepareTables(server, createLog('silent'), {
    beforeChange: async (pending) => void heard.push(pending),
  });
  expect(heard).toEqual([]);
  const DATABASE_URL = 'postgres://shop@127.0.0.1/shop';
  const config = readConfig({ SHOP_DATA_DIR: await makeFolder(), DATABASE_URL });
  expect(backUpBeforeChange(config, server, () => undefined)).toBeUndefined();
});
