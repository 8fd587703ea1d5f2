import { resolve } from 'node:path';
import { type Config, readConfig } from '#platform/config.ts';
import { isKnownMigration } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log.ts';
import { type Command, runCommand, say } from '#server/command-line.ts';
import { startDatabaseServer } from '#server/database-server.ts';
import { prepareTables } from '#server/prepare-tables.ts';
import { StartFailure } from '#server/start-failure.ts';
import { withOwnerClient } from './owner-client.ts';
import { type OpenBackup, openBackup, restoreBackup } from './restore-backup.ts';

const command: Command = {
  name: 'restore',
  takes: 'FILE',
  about: [
    'Makes a shop of a backup, in an empty data folder or an empty database; also the way from the',
    'embedded database to a server, and from an older version to this one.',
  ],
};

async function run(file: string): Promise<void> {
  const config = readConfig(process.env);
  const backup = await openBackup(file, config.dataDir);
  try {
    await restore(config, backup);
    say(
      `Restored from ${file}, made at ${backup.manifest.madeAt}. Every row was compared with the backup’s.`,
    );
  } finally {
    await backup.close();
  }
}

async function restore(config: Config, backup: OpenBackup): Promise<void> {
  const { migration } = backup.manifest.database;
  if (!(await isKnownMigration(migration))) {
    throw new StartFailure(
      `The backup is of a newer version of the shop (${migration}). Restore it with that.`,
    );
  }
  const log = createLog(config.logLevel);
  const server = await startDatabaseServer(config, say);
  try {
    await prepareTables(server, log, { upTo: migration });
    await withOwnerClient(server, (client) => restoreBackup(client, backup, config.dataDir));
    await prepareTables(server, log);
  } finally {
    await server.stop();
  }
}

await runCommand(command, process.argv.slice(2), (file = '') => run(resolve(file)));
