import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { DatabaseServer } from './database-server.ts';
import type { PrepareOptions } from './prepare-tables.ts';
import { timeInName, writeBackup } from './write-backup.ts';

const KEPT = 5;

/** Returns what backs the embedded database up before its tables change, to the data folder's `backups/`,
 * without pictures, since no migration touches them; the newest few are kept. An external PostgreSQL has its
 * own backups. A backup that cannot be written throws, and nothing is changed. */
export function backUpBeforeChange(
  { database, dataDir }: Config,
  server: DatabaseServer,
  say: (line: string) => void,
): PrepareOptions['beforeChange'] {
  if (database.kind !== 'embedded') return undefined;
  const folder = join(dataDir, 'backups');
  return async (pending) => {
    const file = join(folder, `${timeInName()}-before-${pending[0]}.tar.gz`);
    say(`This version changes the database. Backing it up first, into ${file} …`);
    await writeBackup(server, { dataDir, file, pictures: false });
    return { keep: () => removeOlder(folder), discard: () => rm(file, { force: true }) };
  };
}

async function removeOlder(folder: string): Promise<void> {
  const made = (await readdir(folder)).filter(
    (name) => name.includes('-before-') && name.endsWith('.tar.gz'),
  );
  for (const older of made.sort().slice(0, -KEPT)) await rm(join(folder, older));
}
