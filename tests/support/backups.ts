import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createLog } from '#platform/log.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { migrationsOf, openBackup, restoreBackup } from '#server/shop/restore-backup.ts';
import { type Manifest, writeBackup } from '#server/shop/write-backup.ts';
import { createFreshDatabase, type FreshDatabase } from './fresh-database.ts';
import type { TestShop } from './test-shop.ts';

/** A folder that is removed after the test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A database that is dropped after the test; without tables unless a template is named. */
export async function makeDatabase(template = 'template0'): Promise<FreshDatabase> {
  const database = await createFreshDatabase(template);
  onTestFinished(() => database.drop());
  return database;
}

/** Backs a shop up, pictures included, into a new folder unless one is given; returns the file. */
export async function backUp(
  t: Pick<TestShop, 'owner' | 'shop'>,
  folder?: string,
): Promise<{ file: string; manifest: Manifest }> {
  const file = join(folder ?? (await makeFolder()), 'shop.tar.gz');
  const { dataDir } = t.shop.config;
  const manifest = await writeBackup(t, { dataDir, file, pictures: true });
  return { file, manifest };
}

/** Restores a backup as the command does, into a database and a data folder. */
export async function restore(file: string, database: FreshDatabase, dataDir: string): Promise<void> {
  const backup = await openBackup(file, dataDir);
  const { connection: owner, appConnection: connection } = database;
  const server = { owner, connection, appRole: connection.user, summary: '', stop: async () => undefined };
  try {
    await prepareTables(server, createLog('silent'), {
      wanted: await migrationsOf(backup.manifest),
    });
    await restoreBackup(server, backup, dataDir);
    await prepareTables(server, createLog('silent'));
  } finally {
    await backup.close();
  }
}
