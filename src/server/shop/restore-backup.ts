import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { extract, list } from 'tar';
import { copyDatabaseIn } from '#platform/database/database-copy.ts';
import { migrationsThrough, unknownMigrations } from '#platform/database/migrate.ts';
import { errorCode } from '#platform/errors.ts';
import { parseJson } from '#platform/text-formats.ts';
import type { DatabaseServer } from './database-server.ts';
import { StartFailure } from './start-failure.ts';
import {
  connectOwner,
  type Manifest,
  makeWorkFolder,
  manifestSchema,
  parts,
  sumOfFile,
} from './write-backup.ts';

/** A backup whose file is unpacked in the data folder. */
export type OpenBackup = {
  manifest: Manifest;
  folder: string;
  /** Whether it holds the sum of each picture; older ones do not. */
  hasPictureSums: boolean;
  close(): Promise<void>;
};

/** A file that could be read is no backup, or a damaged one. */
export class DamagedBackup extends StartFailure {}

/** Unpacks a backup inside the data folder. @throws StartFailure if this version cannot read the file */
export async function openBackup(file: string, dataDir: string): Promise<OpenBackup> {
  // Reads it to the end first, so that nothing of a damaged file is unpacked or created.
  await readWhole(file).catch((error: unknown) => {
    const isOfSystem = /^E[A-Z]+$/.test(errorCode(error));
    throw notRestorable(file, explainReadError(error), isOfSystem ? StartFailure : DamagedBackup);
  });
  const made = await mkdir(dataDir, { recursive: true });
  const folder = await makeWorkFolder(dataDir, 'restore');
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    await extract({ file, cwd: folder, strict: true, preserveOwner: false, filter: isPart });
    const text = await readFile(join(folder, parts.manifest), 'utf8').catch(() => '');
    const { data: manifest } = manifestSchema.safeParse(parseJson(text));
    if (!manifest) throw notRestorable(file, NO_BACKUP, DamagedBackup);
    const hasPictureSums = existsSync(join(folder, parts.pictureSums));
    return { manifest, folder, hasPictureSums, close };
  } catch (error) {
    await close();
    if (made) await rmdir(dataDir).catch(() => undefined);
    if (errorCode(error) === 'ENOSPC')
      throw notRestorable(file, `the disk that holds ${dataDir} is full`, StartFailure);
    throw error;
  }
}

const NO_BACKUP = 'it is not a backup of this shop';

/** Reads a file through as an archive. @throws the system's or the archive's error */
async function readWhole(file: string): Promise<void> {
  if ((await stat(file)).size === 0) throw new Error('it is empty');
  await list({ file, strict: true });
}

function explainReadError(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'this user has no permission to read it';
  if (code.startsWith('TAR_')) return NO_BACKUP;
  // Error codes of the decompression (zlib).
  if (code.startsWith('Z_')) return 'it is damaged or cut short';
  return error instanceof Error ? error.message : NO_BACKUP;
}

function notRestorable(file: string, reason: string, Failure: typeof StartFailure): StartFailure {
  return new Failure(`${file} cannot be restored: ${reason}.`);
}

/** Returns the migrations of the backed-up database. @throws StartFailure if this version lacks any of
 * them */
export async function migrationsOf({ database: { migration, migrations } }: Manifest): Promise<string[]> {
  const [newer] = await unknownMigrations(migrations ?? [migration]);
  if (newer) {
    throw new StartFailure(
      `The backup is from a newer version of the shop (${newer}). Restore it with that version.`,
    );
  }
  return migrations ?? (await migrationsThrough(migration));
}

/** Restores into an empty database at the same migration and the data folder, rows and pictures together or
 * not at all. @throws NotRestorable, StartFailure, or the database's error; no row has been added then */
export async function restoreBackup(
  server: Pick<DatabaseServer, 'owner'>,
  { manifest, folder }: OpenBackup,
  dataDir: string,
): Promise<void> {
  await checkSecret(manifest, folder, dataDir);
  await using opened = new AsyncDisposableStack();
  const client = await connectOwner(server, opened);
  await copyDatabaseIn(client, join(folder, parts.tables), manifest.database, {
    mustBeEmpty: ['users', 'tools', 'orders', 'reviews', 'contact_messages', 'identity."user"'],
    async beforeCommit() {
      await movePictures(manifest, folder, join(dataDir, parts.pictures));
      if (manifest.secret) await rename(join(folder, parts.secret), join(dataDir, parts.secret));
    },
  });
}

/** Whether an entry is a part of a backup; nothing else in the file is unpacked. */
function isPart(path: string, entry: object): boolean {
  const [first = '', second, ...deeper] = path.split(/[/\\]/).filter((name) => name !== '');
  const isKnown = Object.values<string>(parts).includes(first) && deeper.length === 0 && second !== '..';
  return isKnown && 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
}

/** An existing secret has signed things that would become invalid. */
async function checkSecret({ secret }: Manifest, folder: string, dataDir: string): Promise<void> {
  if (!secret) return;
  const ours = await readFile(join(dataDir, parts.secret), 'utf8').catch(() => undefined);
  if (ours === undefined || ours === (await readFile(join(folder, parts.secret), 'utf8'))) return;
  throw new StartFailure(
    `${dataDir}${sep}${parts.secret} is another shop’s. Restore into an empty data folder (SHOP_DATA_DIR).`,
  );
}

async function movePictures(
  { pictures }: Pick<Manifest, 'pictures'>,
  folder: string,
  to: string,
): Promise<void> {
  const [difference] = await findPictureDifferences({ pictures }, folder);
  if (difference) throw new StartFailure(`The backup has lost pictures: ${difference}.`);
  const from = join(folder, parts.pictures);
  const names = await readdir(from).catch(() => []);
  await mkdir(to, { recursive: true });
  for (const name of names) await rename(join(from, name), join(to, name));
}

/** Returns how the files of pictures differ from those that were backed up, a line each: by their number,
 * and by the sum of each unless the backup is from before these were kept. */
export async function findPictureDifferences(
  { pictures }: Pick<Manifest, 'pictures'>,
  folder: string,
): Promise<string[]> {
  const names = new Set(await readdir(join(folder, parts.pictures)).catch(() => []));
  const sums = await readFile(join(folder, parts.pictureSums), 'utf8').catch(() => undefined);
  const found =
    names.size === pictures ? [] : [`${names.size} files of pictures, where ${pictures} were backed up`];
  for (const line of sums?.split('\n').filter(Boolean) ?? []) {
    const [sum = '', path = ''] = line.split('  ');
    const name = path.slice(parts.pictures.length + 1);
    if (!names.has(name)) found.push(`${path} is missing`);
    else if ((await sumOfFile(join(folder, parts.pictures, name))) !== sum)
      found.push(`${path} has another content`);
  }
  return found;
}
