import { copyFile, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { create } from 'tar';
import { copyDatabaseOut } from '#platform/database/database-copy.ts';
import { type Manifest, parts } from './backup-file.ts';

/** Files with other names are drafts that a picture's store was killed at. */
const PICTURE_FILE = /\.(webp|avif|json)$/;

/** What is backed up, and where to. */
export type BackupRequest = {
  /** A connection of the owner of the tables, of its own for this. */
  client: pg.ClientBase;
  dataDir: string;
  /** The file to write; it appears under this name only when it is whole. */
  file: string;
  pictures: boolean;
};

/**
 * Writes the database as it stands at one moment, the pictures on disk and the made-up secret into one file, which only
 * its owner may read. The shop may be running: a picture is written before the row that names it, and never changed.
 * @throws the system's or the database's error, with nothing left behind
 */
export async function writeBackup({ client, dataDir, file, pictures }: BackupRequest): Promise<Manifest> {
  await mkdir(dirname(file), { recursive: true });
  const folder = await mkdtemp(join(dirname(file), '.backup-'));
  // In a folder that nobody else can write to, so that nothing can be there under this name.
  const part = join(folder, 'shop.tar.gz');
  try {
    const database = await copyDatabaseOut(client, join(folder, parts.tables));
    const manifest: Manifest = {
      format: 'toolyard backup 1',
      madeAt: new Date().toISOString(),
      database,
      pictures: pictures ? await gatherPictures(dataDir, folder) : 0,
      secret: await gather(join(dataDir, 'secret'), join(folder, parts.secret)),
    };
    await writeFile(join(folder, parts.manifest), JSON.stringify(manifest, undefined, 2));
    const others = (await readdir(folder)).filter((name) => name !== parts.manifest);
    await create({ file: part, cwd: folder, gzip: true, portable: true, mode: 0o600 }, [
      parts.manifest,
      ...others.sort(),
    ]);
    await settle(part);
    await rename(part, file);
    return manifest;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How many bytes a file has. */
export async function sizeOf(file: string): Promise<number> {
  return (await stat(file)).size;
}

async function gatherPictures(dataDir: string, folder: string): Promise<number> {
  const from = join(dataDir, 'pictures');
  const names = (await readdir(from).catch(() => [])).filter((name) => PICTURE_FILE.test(name));
  await mkdir(join(folder, parts.pictures));
  let gathered = 0;
  for (const name of names) {
    if (await gather(join(from, name), join(folder, parts.pictures, name))) gathered += 1;
  }
  return gathered;
}

/** Puts a file where the backup is made of; a link costs no room. Answers whether there was one. */
async function gather(from: string, to: string): Promise<boolean> {
  try {
    if (!(await stat(from)).isFile()) return false;
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Has the file on the disk, and readable for its owner alone, before it gets its name. */
async function settle(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
