import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type pg from 'pg';
import { extract, list } from 'tar';
import { copyDatabaseIn } from '#platform/database/backup/database-copy.ts';
import { StartFailure } from '../start-failure.ts';
import { type Manifest, manifestSchema, parts } from './backup-file.ts';

/** A backup whose file lies unpacked in the data folder. */
export type OpenBackup = { manifest: Manifest; folder: string; close(): Promise<void> };

/**
 * Unpacks a backup into a folder of its own inside the data folder.
 * @throws StartFailure when the file is none that this version can read
 */
export async function openBackup(file: string, dataDir: string): Promise<OpenBackup> {
  await mkdir(dataDir, { recursive: true });
  const folder = await mkdtemp(join(dataDir, '.restore-'));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    // Read to its end first, so that nothing is unpacked of a damaged one.
    await list({ file, strict: true });
    await extract({ file, cwd: folder, strict: true, preserveOwner: false, filter: isPart });
    const manifest = manifestSchema.parse(JSON.parse(await readFile(join(folder, parts.manifest), 'utf8')));
    return { manifest, folder, close };
  } catch (error) {
    await close();
    const reason = error instanceof Error && 'code' in error ? error.message : 'it is no backup of this shop';
    throw new StartFailure(`${file} cannot be restored: ${reason}.`);
  }
}

/**
 * Puts the rows of a backup into an empty database that is at the same migration, and its pictures and secret into the
 * data folder. Rows and pictures are there together or not at all.
 * @throws NotRestorable, StartFailure, or the database's error; then no row has been added
 */
export async function restoreBackup(
  client: pg.ClientBase,
  backup: OpenBackup,
  dataDir: string,
): Promise<void> {
  const { manifest, folder } = backup;
  await refuseOtherSecret(manifest, folder, dataDir);
  await copyDatabaseIn(client, join(folder, parts.tables), manifest.database, async () => {
    await movePictures(manifest, folder, join(dataDir, parts.pictures));
    if (manifest.secret) await rename(join(folder, parts.secret), join(dataDir, parts.secret));
  });
}

/** Nothing but the parts of a backup comes out of its file, whatever else somebody has put into it. */
function isPart(path: string, entry: object): boolean {
  const [first = '', second, ...deeper] = path.split(/[/\\]/).filter((name) => name !== '');
  const isKnown = Object.values<string>(parts).includes(first) && deeper.length === 0 && second !== '..';
  return isKnown && 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
}

/** A secret that is there already has signed things that would stop counting. */
async function refuseOtherSecret({ secret }: Manifest, folder: string, dataDir: string): Promise<void> {
  if (!secret) return;
  const ours = await readFile(join(dataDir, parts.secret), 'utf8').catch(() => undefined);
  if (ours === undefined || ours === (await readFile(join(folder, parts.secret), 'utf8'))) return;
  throw new StartFailure(
    `${dataDir}${sep}${parts.secret} is another shop’s. Restore into an empty data folder (SHOP_DATA_DIR).`,
  );
}

async function movePictures({ pictures }: Manifest, folder: string, to: string): Promise<void> {
  const from = join(folder, parts.pictures);
  const names = await readdir(from).catch(() => []);
  if (names.length !== pictures) throw new StartFailure('The backup has lost pictures.');
  await mkdir(to, { recursive: true });
  for (const name of names) await rename(join(from, name), join(to, name));
}
