import { createReadStream } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findLostPictures, type LostPictures } from '#features/pictures/find-lost-pictures.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { NotRestorable } from '#platform/database/database-copy.ts';
import { errorCode, reasonOf } from '#platform/errors.ts';
import { ImageHostUnavailable } from '#platform/images/image-host.ts';
import { createPictureEncoder } from '#platform/images/picture-encoder.ts';
import type { Log } from '#platform/log.ts';
import { unawaited } from '#platform/promises.ts';
import { type DatabaseServer, startDatabaseServer } from './database-server.ts';
import { prepareTables } from './prepare-tables.ts';
import {
  DamagedBackup,
  findPictureDifferences,
  migrationsOf,
  type OpenBackup,
  openBackup,
  restoreBackup,
} from './restore-backup.ts';
import { createImageHost } from './services.ts';
import { StartFailure } from './start-failure.ts';
import { makeWorkFolder, parts, removeWorkFolder, sumOfFile } from './write-backup.ts';

/** The result of trying a backup. */
export type TriedBackup = {
  /** How it differs from what was backed up, one line each; empty if it is intact. */
  differences: string[];
  madeAt: string;
  rows: number;
  tables: number;
  pictures: number;
  /** Whether each picture could be compared, rather than their number alone. */
  hasPictureSums: boolean;
  /** Whether the pictures named by the backed up database exist: those on the shop's disk in the backup,
   * others where they are stored. A reason if that is unknown. */
  named: LostPictures | string;
};

/** Restores a backup into a scratch database of its own, beside the file, and compares the file with its
 * manifest, and the restored rows with the file. The shop's database is not connected to. Folder and database
 * are removed whatever happens; those of a killed process, by the next backup or trial there. @throws
 * StartFailure, EmbeddedPostgresError or the system's error if it cannot be tried */
export async function tryBackup(
  file: string,
  config: Config,
  { say, log }: { say: (line: string) => void; log: Log },
): Promise<TriedBackup> {
  await using opened = new AsyncDisposableStack();
  const dataDir = await makeWorkFolder(dirname(file), 'verify').catch((error: unknown) => {
    throw new StartFailure(`${file} cannot be tried in its folder: ${reasonOf(error)}`);
  });
  opened.defer(() => removeWorkFolder(dataDir));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const signals = watchSignals(opened);
  const backup = await openBackup(file, dataDir).catch((error: unknown) => {
    if (error instanceof DamagedBackup) return error;
    throw error;
  });
  if (backup instanceof DamagedBackup) return nothingOf([backup.message]);
  const { manifest } = backup;
  const told = {
    madeAt: manifest.madeAt,
    rows: manifest.database.tables.reduce((sum, { rows }) => sum + rows, 0),
    tables: manifest.database.tables.length,
    pictures: manifest.pictures,
    hasPictureSums: backup.hasPictureSums,
    named: 'not asked for',
  };
  const wanted = await migrationsOf(manifest);
  const differences = await findFileDifferences(backup);
  signals.check();
  if (differences.length > 0) return { ...told, differences };
  const scratch = { ...config, dataDir, database: { ...config.database, kind: 'embedded' as const } };
  const server = await startDatabaseServer(scratch, say);
  opened.defer(server.stop);
  signals.whatEnds = server.stop;
  signals.check();
  const compared = await restoreAndCompare(backup, server, { config: scratch, wanted, log }).catch(
    (error: unknown) => {
      signals.check();
      throw error;
    },
  );
  signals.check();
  return { ...told, ...compared };
}

/** Restores an unpacked backup into a database without tables, as a restore does, and compares. */
async function restoreAndCompare(
  backup: OpenBackup,
  server: DatabaseServer,
  { config, wanted, log }: { config: Config; wanted: string[]; log: Log },
): Promise<Pick<TriedBackup, 'differences' | 'named'>> {
  await prepareTables(server, log, { wanted });
  const refused = await restoreBackup(server, backup, config.dataDir).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof NotRestorable || IS_OF_DATA.test(errorCode(error))) return reasonOf(error);
      throw error;
    },
  );
  if (refused !== undefined)
    return { differences: [`the database refuses it: ${refused}`], named: 'not asked for' };
  // It must also be possible to migrate it to this version.
  await prepareTables(server, log);
  return { differences: [], named: await findNamedPictures(backup, server, config) };
}

/** Looks for the pictures that the restored database names. */
async function findNamedPictures(
  { manifest }: OpenBackup,
  server: DatabaseServer,
  config: Config,
): Promise<TriedBackup['named']> {
  if (manifest.picturesLeftOut ?? manifest.pictures === 0) return 'they were left out';
  const { db, close } = openDatabase(server.owner, { onIdleError: () => undefined });
  try {
    return await findLostPictures(db, await createImageHost(config, { db, encoder: createPictureEncoder() }));
  } catch (error) {
    if (error instanceof ImageHostUnavailable) return error.message;
    throw error;
  } finally {
    await close();
  }
}

/** Classes 22 and 23: values and constraints (PostgreSQL, appendix A). */
const IS_OF_DATA = /^2[23][0-9A-Z]{3}$/;

const nothingOf = (differences: string[]): TriedBackup => ({
  ...{ differences, madeAt: '', rows: 0, tables: 0, pictures: 0, hasPictureSums: false },
  named: 'not asked for',
});

/** Listens for the signals that end a process, which by default would end it at once and leave the scratch
 * database. `check` throws after one, and `whatEnds` is told at once. A second signal ends it as usual. */
function watchSignals(opened: AsyncDisposableStack) {
  const watch = {
    isOver: false,
    whatEnds: async (): Promise<void> => undefined,
    check() {
      if (watch.isOver) throw new StartFailure('Ended before the backup was tried to its end.');
    },
  };
  const end = () => {
    watch.isOver = true;
    // Its failure is reported where the scratch database is stopped.
    unawaited(watch.whatEnds(), () => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, end);
    opened.defer(async () => void process.off(signal, end));
  }
  return watch;
}

/** Compares the unpacked files with the sums in the manifest. */
async function findFileDifferences({ manifest, folder }: OpenBackup): Promise<string[]> {
  const found: string[] = [];
  for (const { name, file, rows, sha256 } of manifest.database.tables) {
    const path = join(folder, parts.tables, file);
    const sum = await sumOfFile(path).catch(() => undefined);
    if (sum === sha256) continue;
    const lines = sum === undefined ? 0 : await countLines(path);
    const what =
      lines === rows ? `its ${rows} rows are not those that were` : `${lines} rows, where ${rows} were`;
    found.push(sum === undefined ? `${name}: its rows are missing` : `${name}: ${what} backed up`);
  }
  return [...found, ...(await findPictureDifferences(manifest, folder))];
}

async function countLines(path: string): Promise<number> {
  let lines = 0;
  for await (const _ of createInterface(createReadStream(path))) lines += 1;
  return lines;
}
