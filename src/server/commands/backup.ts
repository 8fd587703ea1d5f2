import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { recordAudit } from '#features/audit/record-audit.ts';
import { describeLostPictures } from '#features/pictures/find-lost-pictures.ts';
import { runAsActor } from '#platform/actor.ts';
import { systemClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { errorCode, reasonOf } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import {
  type DatabaseServer,
  joinDatabaseServer,
  startDatabaseServer,
} from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { migrationsOf, openBackup, restoreBackup } from '#server/shop/restore-backup.ts';
import { StartFailure } from '#server/shop/start-failure.ts';
import { type TriedBackup, tryBackup } from '#server/shop/try-backup.ts';
import { parts, timeInName, writeBackup } from '#server/shop/write-backup.ts';
import { type Command, say } from './command-line.ts';

export const backupCommand: Command = {
  name: 'backup',
  option: '--verify',
  takes: '[FILE]',
  about: [
    'Writes the database, pictures, and generated secret to one file, even while the shop runs.',
    'Without FILE, the file goes in this folder, named by the time. An existing file is replaced.',
    'With --verify it restores FILE, an existing backup, into a scratch database beside it, compares,',
    'and removes that again; without FILE, it first makes the backup. The shop and its database are',
    'left alone. Exit code 0: everything is as it was backed up; 2: it is not, and how, or the shop has',
    'lost pictures; 1: not tried.',
  ],
  async run(argument, { option: verify }) {
    const usualName = `toolyard-${timeInName()}.tar.gz`;
    const file = resolve(argument ?? usualName);
    const config = readConfig(process.env);
    if (verify && argument !== undefined) {
      await tryAndTell(file, config);
      return;
    }
    const target = await stat(file).catch(() => undefined);
    if (target?.isDirectory()) {
      throw new StartFailure(
        `${file} is a folder. Name a file in it: npm run backup -- ${join(file, usualName)}`,
      );
    }
    await using opened = new AsyncDisposableStack();
    const server = await joinDatabaseServer(config, say);
    opened.defer(server.stop);
    const written = writeBackup(server, { dataDir: config.dataDir, file, pictures: true });
    const { database, pictures, secret } = await written.catch((error: unknown) => {
      throw explainFileError(error, file);
    });
    if (!verify) await recordBackup(server);
    const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
    const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
    say(
      `${file}: ${rows} rows in ${database.tables.length} tables, ${pictures} files of pictures, ${megabytes} MB.`,
    );
    if (secret) say('It contains the shop’s secret: anyone with the file can log in as anyone.');
    if (!verify) return;
    // A damaged backup must not count as the newest one.
    if (await tryAndTell(file, config)) await recordBackup(server);
  },
};

const NOT_AS_BACKED_UP = 2;

/** Tries a backup and prints the result. Returns whether it is intact; the shop may have lost pictures before
 * it was made. */
async function tryAndTell(file: string, config: Config): Promise<boolean> {
  const { differences, madeAt, rows, tables, pictures, hasPictureSums, named } = await tryBackup(
    file,
    config,
    {
      say,
      log: createLog(config.logLevel),
    },
  );
  if (differences.length > 0) {
    say(`${file} is not as it was backed up. Do not rely on it:`);
    for (const difference of differences) say(`  ${difference}`);
    process.exitCode = NOT_AS_BACKED_UP;
    return false;
  }
  say(
    `${file}, made at ${madeAt}, was restored into a scratch database, which is gone again. All is as it was backed up: ${rows} rows in ${tables} tables, ${pictures} files of pictures.`,
  );
  if (!hasPictureSums && pictures > 0)
    say('The pictures were only counted: the backup is from before their sums were kept in it.');
  tellOfPictures(named);
  return true;
}

function tellOfPictures(named: TriedBackup['named']): void {
  if (typeof named === 'string') {
    say(`Whether pictures are lost cannot be told: ${named}.`);
    return;
  }
  if (named.lost + named.unasked > 0) say(`Pictures: ${describeLostPictures(named)}.`);
  if (named.lost === 0) return;
  say('The shop lost them before this backup: look for them in an older one, or upload them again.');
  process.exitCode = NOT_AS_BACKED_UP;
}

/** Records that a backup was made, so that its age is known. If the database accepts no writes (a replica),
 * or no such record (an older version), the backup still counts. */
async function recordBackup(server: DatabaseServer): Promise<void> {
  const { db, close } = openDatabase(server.owner, { onIdleError: () => undefined });
  const recorded = runAsActor({ actor: 'command_line' }, () =>
    recordAudit({ clock: systemClock }, db, { action: 'backed_up' }),
  );
  await recorded.catch((error: unknown) => say(`The backup could not be recorded: ${reasonOf(error)}`));
  await close();
}

export const restoreCommand: Command = {
  name: 'restore',
  takes: 'FILE',
  about: [
    'Makes a shop of a backup, in an empty data folder or an empty database; also the way from the',
    'embedded database to a server, and from an older version to this one.',
  ],
  async run(argument = '') {
    const file = resolve(argument);
    const config = readConfig(process.env);
    await using opened = new AsyncDisposableStack();
    const backup = await openBackup(file, config.dataDir);
    opened.defer(backup.close);
    const { madeAt, database, pictures } = backup.manifest;
    const wanted = await migrationsOf(backup.manifest);
    const log = createLog(config.logLevel);
    const server = await startDatabaseServer(config, say);
    opened.defer(server.stop);
    await prepareTables(server, log, { wanted });
    await restoreBackup(server, backup, config.dataDir);
    await prepareTables(server, log);
    say(`Restored from ${file}, made at ${madeAt}. Every row was compared with the backup’s.`);
    say('Accounts that were erased since then are back. Erase them again: npm run repeat-erasures -- LOG');
    if (
      pictures === 0 &&
      database.tables.some(({ name, rows }) => name === 'public.tool_pictures' && rows > 0)
    )
      say(
        `The backup has no pictures. If the shop kept them on its disk, copy the folder ${parts.pictures} of its data folder to ${join(config.dataDir, parts.pictures)}.`,
      );
  },
};

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EACCES: 'this user has no permission to write there',
  EPERM: 'this user has no permission to write there',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a file is in the place of its folder',
  EEXIST: 'a file is in the place of its folder',
  ENAMETOOLONG: 'the name is too long',
};

/** Converts the system's error about a file that cannot be written to a readable one; the unfinished file is
 * removed. */
function explainFileError(error: unknown, file: string): unknown {
  const reason = reasons[errorCode(error)];
  return reason ? new StartFailure(`The backup cannot be written to ${file}: ${reason}.`) : error;
}
