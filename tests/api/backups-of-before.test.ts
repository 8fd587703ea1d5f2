/** @module-tag sweep */
import fs, { readdir, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { createLog } from '#platform/log.ts';
import { createBackupsOfBefore } from '#server/shop/backups-of-before.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { type ComingChange, prepareTables } from '#server/shop/prepare-tables.ts';
import { openBackup } from '#server/shop/restore-backup.ts';
import { withFileSizeLimit } from '#tests/faults/support/file-size-limit.ts';
import { makeDatabase, makeFolder, restore } from '#tests/support/backups.ts';
import type { FreshDatabase } from '#tests/support/fresh-database.ts';

const ONLY_ADDED_TO = '0116-bounded-factors';
const ADDED = '0117-email-changes';

/** A shop of an earlier version, to which Ada has written. */
async function makeOlderShop(wanted: string) {
  const database = await makeDatabase();
  const { connection } = database;
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted });
  await write(database, 'Ada');
  const dataDir = await makeFolder();
  return { database, server, dataDir, folder: join(dataDir, 'backups') };
}

type OlderShop = Awaited<ReturnType<typeof makeOlderShop>>;

const write = ({ asOwner }: FreshDatabase, name: string) =>
  asOwner(`insert into contact_messages (id, name, email, phone)
    values (gen_random_uuid(), '${name}', 'someone@joiner.example', '555')`);

const writersIn = async ({ asOwner }: FreshDatabase) =>
  (await asOwner('select name from contact_messages order by name')).map(({ name }) => name);

function backupsOf({ server, dataDir }: OlderShop) {
  const said: string[] = [];
  const config = readConfig({ SHOP_DATA_DIR: dataDir });
  return { ...createBackupsOfBefore(config, server, (line) => said.push(line)), said };
}

/** Adds to the tables; `meanwhile` runs between that and the backup's being kept. */
async function addTo(
  { server }: OlderShop,
  backups: ReturnType<typeof backupsOf>,
  meanwhile: () => Promise<unknown> = async () => undefined,
) {
  await prepareTables(server, createLog('silent'), {
    wanted: ADDED,
    async beforeChange({ pending }) {
      const backup = await backups.make({ pending, onlyAdds: true });
      if (!backup) throw new Error('there is no backup');
      const keep = async () => void (await meanwhile().then(backup.keep));
      return { ...backup, keep };
    },
  });
  await backups.settled();
}

/** As a killed process leaves it: the tables are added to, and its connection is gone. */
async function addAndEnd(shop: OlderShop) {
  const ended = async () => {
    await shop.database.asOwner(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'toolyard backup'`,
    );
    throw new Error('killed');
  };
  await expect(addTo(shop, backupsOf(shop), ended)).rejects.toThrow('killed');
  expect(await readdir(shop.folder)).toEqual([expect.stringMatching(/-before-0117-.*\.unfinished\.json$/)]);
}

async function finishLeft(shop: OlderShop) {
  const backups = backupsOf(shop);
  await backups.finishLeft();
  await backups.settled();
  return backups.said;
}

/** Restores the only file in the folder of backups: who had written, and the newest migration. */
async function restoreOnly({ folder }: OlderShop) {
  const names = await readdir(folder);
  expect(names).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-before-0117-email-changes\.tar\.gz$/),
  ]);
  const file = join(folder, names[0] ?? '');
  const dataDir = await makeFolder();
  const restored = await makeDatabase();
  await restore(file, restored, dataDir);
  const { manifest, close } = await openBackup(file, dataDir);
  await close();
  return { writers: await writersIn(restored), migration: manifest.database.migration };
}

it('backs up first what a change takes away from, and the backup becomes a shop of this version', async () => {
  const shop = await makeOlderShop('0007-session-tokens');
  const backups = backupsOf(shop);
  for (const _ of [1, 2])
    await prepareTables(shop.server, createLog('silent'), { beforeChange: backups.make });
  const [name = '', ...others] = await readdir(shop.folder);
  expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-before-0008-ratings\.tar\.gz$/);
  expect(others).toEqual([]);
  expect(backups.said).toEqual([
    `This version changes the database. Backing it up first, into ${join(shop.folder, name)} …`,
  ]);
  const restored = await makeDatabase();
  await restore(join(shop.folder, name), restored, await makeFolder());
  expect(await writersIn(restored)).toEqual(['Ada']);
  const migrations = 'select name from kysely_migration order by name';
  expect(await restored.asOwner(migrations)).toEqual(await shop.database.asOwner(migrations));
});

it('backs up the earlier database while the shop serves, if the change only adds', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  const backups = backupsOf(shop);
  await addTo(shop, backups, async () => {
    expect(await readdir(shop.folder)).toEqual([expect.stringMatching(/\.unfinished\.json$/)]);
    await write(shop.database, 'Bob');
    await shop.database.asOwner(`delete from contact_messages where name = 'Ada'`);
  });
  expect(await restoreOnly(shop)).toEqual({ writers: ['Ada'], migration: ONLY_ADDED_TO });
  expect(backups.said).toEqual([
    expect.stringMatching(
      /^This version changes the database\. A backup from before is written to .*-before-/,
    ),
    expect.stringMatching(/^The earlier database is backed up in .*\.tar\.gz\.$/),
  ]);
});

it('writes the backup of a process that ended meanwhile at the next start, with the rows of then', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  await addAndEnd(shop);
  await write(shop.database, 'Bob');
  expect(await finishLeft(shop)).toEqual([expect.stringMatching(/^The earlier database is backed up in/)]);
  expect(await restoreOnly(shop)).toEqual({ writers: ['Ada', 'Bob'], migration: ONLY_ADDED_TO });
  expect(await finishLeft(shop)).toEqual([]);
});

it('takes the rows of now where a snapshot would see none, of a table that was rewritten', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  await addTo(shop, backupsOf(shop), () =>
    shop.database.asOwner('alter table contact_messages add column odd uuid default gen_random_uuid()'),
  );
  expect(await restoreOnly(shop)).toEqual({ writers: ['Ada'], migration: ONLY_ADDED_TO });
});

it('leaves nothing of a change that fails, and begins once what was begun in vain', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  await shop.database.asOwner('create table identity.email_change (id text)');
  await expect(addTo(shop, backupsOf(shop))).rejects.toThrow('already exists');
  expect(await readdir(shop.folder)).toEqual([]);
  const killed = await backupsOf(shop).make({ pending: ['0117-killed'], onlyAdds: true });
  expect(await readdir(shop.folder)).toEqual([expect.stringMatching(/-before-0117-killed\.unfinished/)]);
  await shop.database.asOwner('drop table identity.email_change');
  await addTo(shop, backupsOf(shop));
  expect(await readdir(shop.folder)).toEqual([expect.stringMatching(/\.tar\.gz$/)]);
  await killed?.discard();
  expect(await restoreOnly(shop)).toEqual({ writers: ['Ada'], migration: ONLY_ADDED_TO });
});

it('says what a full disk keeps from being written, and writes it when there is room', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  await addAndEnd(shop);
  const said = await withFileSizeLimit(20_000, () => finishLeft(shop));
  expect(said).toEqual([
    expect.stringMatching(
      /^The earlier database could not be backed up in .*: E\w+: .* Fix that and start the shop again to write it\.$/,
    ),
  ]);
  expect(await readdir(shop.folder)).toEqual([expect.stringMatching(/\.unfinished\.json$/)]);
  await finishLeft(shop);
  expect(await restoreOnly(shop)).toEqual({ writers: ['Ada'], migration: ONLY_ADDED_TO });
});

it.each([
  ['first', false],
  ['while the shop is open', true],
])('ends a backup that the disk has no room for, written %s', async (_when, onlyAdds) => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  // More than lies between PostgreSQL and the file: the rest still waits to be read.
  await shop.database.asOwner(`insert into contact_messages (id, name, email, phone, message)
    select gen_random_uuid(), 'Bob', 'bob@joiner.example', '555', repeat(md5(n::text), 60)
    from generate_series(1, 8000) n`);
  const backups = backupsOf(shop);
  const change = () =>
    prepareTables(shop.server, createLog('silent'), {
      wanted: ADDED,
      beforeChange: ({ pending }) => backups.make({ pending, onlyAdds }),
    });
  await withFileSizeLimit(1_000_000, async () => {
    if (!onlyAdds) return await expect(change()).rejects.toThrow('EFBIG');
    await change();
    await backups.settled();
    expect(backups.said.at(-1)).toMatch(/could not be backed up in .*: EFBIG: .* to write it\.$/);
  });
  const [newest] = await shop.database.asOwner('select max(name) as name from kysely_migration');
  expect(newest).toEqual({ name: onlyAdds ? ADDED : ONLY_ADDED_TO });
  expect(await readdir(shop.folder)).toEqual(onlyAdds ? [expect.stringMatching(/\.unfinished\.json$/)] : []);
});

it('gives up a backup of what is gone, and one that was cut short before the change', async () => {
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  await addAndEnd(shop);
  await shop.database.asOwner('alter table contact_messages drop column phone');
  await writeFile(join(shop.folder, '2026-11-28T00-00-00-before-0117-cut.unfinished.json'), '{"migr');
  expect(await finishLeft(shop)).toEqual([
    expect.stringMatching(/could not be backed up in .*: column "phone" does not exist\.$/),
  ]);
  expect(await readdir(shop.folder)).toEqual([]);
});

it('backs up first where the rows may not fit on the disk', async () => {
  const { statfs: ours } = fs;
  const replaceStatfs = (replacement: object) => {
    Object.assign(fs, { statfs: replacement });
    syncBuiltinESMExports();
  };
  onTestFinished(() => replaceStatfs(ours));
  const shop = await makeOlderShop(ONLY_ADDED_TO);
  for (const [room, line] of [
    [{ blocks: 1_000_000, bavail: 1_000 }, /^This version changes .* Backing it up first/],
    [{ blocks: 0, bavail: 0 }, /^This version changes .* A backup from before is written/],
  ] as const) {
    replaceStatfs(async () => ({ bsize: 4096, ...room }));
    const backups = backupsOf(shop);
    const backup = await backups.make({ pending: [ADDED], onlyAdds: true });
    expect(backups.said).toEqual([expect.stringMatching(line)]);
    await backup?.discard();
  }
  expect(await readdir(shop.folder)).toEqual([]);
});

it.each([
  ['a new version of the job library', 'update pgboss.version set version = version - 1', ONLY_ADDED_TO],
  ['a migration of before such', 'select 1', '0114-standard-shipping'],
])('is told that more than adding may come: %s', async (_what, statement, wanted) => {
  const { database, server } = await makeOlderShop(wanted);
  await database.asOwner(statement);
  const heard: ComingChange[] = [];
  const beforeChange = async (change: ComingChange) => {
    heard.push(change);
    throw new Error('no further');
  };
  await expect(prepareTables(server, createLog('silent'), { beforeChange })).rejects.toThrow('no further');
  expect(heard).toEqual([{ pending: expect.arrayContaining([ADDED]), onlyAdds: false }]);
});

it('does not back up a new shop, or a given PostgreSQL', async () => {
  const { connection } = await makeDatabase();
  const server = { owner: connection, connection, summary: '', stop: async () => undefined };
  const heard: ComingChange[] = [];
  await prepareTables(server, createLog('silent'), {
    beforeChange: async (change) => void heard.push(change),
  });
  expect(heard).toEqual([]);
  const dataDir = await makeFolder();
  const config = readConfig({ SHOP_DATA_DIR: dataDir, DATABASE_URL: 'postgres://shop@127.0.0.1/shop' });
  const backups = createBackupsOfBefore(config, server, () => undefined);
  for (const onlyAdds of [true, false])
    expect(await backups.make({ pending: [ADDED], onlyAdds })).toBeUndefined();
  expect(await readdir(dataDir)).toEqual([]);
});
