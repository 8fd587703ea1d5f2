import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { type Config, readConfig } from '#platform/config.ts';
import { isKnownMigration } from '#platform/database/migrate.ts';
import { createLog } from '#platform/log.ts';
import { startDatabaseServer } from '../database-server.ts';
import { prepareTables } from '../prepare-tables.ts';
import { explainStartFailure, StartFailure } from '../start-failure.ts';
import { withOwnerClient } from './owner-client.ts';
import { type OpenBackup, openBackup, restoreBackup } from './restore-backup.ts';

/**
 * `npm run restore -- FILE`: makes a shop of a backup, in an empty data folder or an empty database; also the way from the
 * embedded database to a server, and from an older version to this one.
 */

const say = (line: string) => process.stdout.write(`${line}\n`);

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

try {
  if (existsSync('.env')) loadEnvFile('.env');
  const [file] = process.argv.slice(2);
  if (!file) throw new StartFailure('Say which backup: npm run restore -- FILE');
  await run(resolve(file));
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exitCode = 1;
}
