import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { DatabaseServer } from '#server/database-server.ts';
import { withOwnerClient } from './owner-client.ts';
import { writeBackup } from './write-backup.ts';

const KEPT = 5;

/**
 * Backs the embedded database up before migrations change it, into `backups/` in the data folder, where the newest few
 * stay. Pictures are left out, since no migration touches them. A given PostgreSQL has backups of its own.
 */
export async function backUpBeforeChange(
  config: Config,
  server: DatabaseServer,
  pending: string[],
  say: (line: string) => void,
): Promise<void> {
  if (config.database.kind !== 'embedded') return;
  const folder = join(config.dataDir, 'backups');
  const file = join(folder, `${timeInName(new Date())}-before-${pending[0]}.tar.gz`);
  say(`This version changes the database. Backing it up first, into ${file} …`);
  await withOwnerClient(server, (client) =>
    writeBackup({ client, dataDir: config.dataDir, file, pictures: false }),
  );
  const older = (await readdir(folder))
    .filter((name) => name.includes('-before-'))
    .sort()
    .slice(0, -KEPT);
  for (const name of older) await rm(join(folder, name));
}

/** A time as part of a file's name, in UTC, so that names sort by it. */
export function timeInName(time: Date): string {
  return time.toISOString().slice(0, 19).replaceAll(':', '-');
}
