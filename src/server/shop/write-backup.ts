import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { create } from 'tar';
import { z } from 'zod';
import { toClientConfig } from '#platform/database/connection.ts';
import { copyDatabaseOut, databaseCopySchema } from '#platform/database/database-copy.ts';
import { errorCode } from '#platform/errors.ts';
import { findDatabaseFolder } from '../../../packages/embedded-postgres/src/index.ts';
import type { DatabaseServer } from './database-server.ts';

/** The paths of a backup's parts in its file, a gzipped tar (POSIX.1-2001, pax). The manifest is the first
 * entry. */
export const parts = {
  manifest: 'manifest.json',
  tables: 'tables',
  pictures: 'pictures',
  /** The SHA-256 of each picture file, as `sha256sum` writes and checks them; missing in older backups. */
  pictureSums: 'pictures.sha256',
  secret: 'secret',
} as const;

/** The metadata of a backup. */
export const manifestSchema = z.object({
  format: z.literal('toolyard backup 1'),
  madeAt: z.iso.datetime(),
  database: databaseCopySchema,
  /** The number of picture files from the shop's own disk; 0 if they were left out. */
  pictures: z.number().int().nonnegative(),
  /** Whether they were left out; missing in older backups. */
  picturesLeftOut: z.boolean().optional(),
  /** Whether it includes the generated secret. */
  secret: z.boolean(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Files with other names are temporary ones of an interrupted upload. */
const PICTURE_FILE = /\.(webp|avif|json)$/;

/** A start waits for a backup without pictures: two thirds of the time, for a file that is little larger. */
const QUICKLY = { level: 1 };

/** Writes the shop as of one moment to a file readable by its owner only, which appears only when complete; a
 * failure leaves nothing behind. `pictures`: whether those on the shop's own disk are in it. The shop may be
 * running: a picture is written before the row that references it, and never changed. */
export async function writeBackup(
  server: Pick<DatabaseServer, 'owner'>,
  { dataDir, file, pictures }: { dataDir: string; file: string; pictures: boolean },
): Promise<Manifest> {
  await using opened = new AsyncDisposableStack();
  const client = await connectOwner(server, opened);
  await mkdir(dirname(file), { recursive: true });
  const folder = await makeWorkFolder(dirname(file), 'backup');
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  // In a folder that no one else can write to, so that the name is certainly free.
  const part = join(folder, 'shop.tar.gz');
  const manifest: Manifest = {
    format: 'toolyard backup 1',
    madeAt: new Date().toISOString(),
    database: await copyDatabaseOut(client, join(folder, parts.tables)),
    pictures: pictures ? await gatherPictures(dataDir, folder) : 0,
    picturesLeftOut: !pictures,
    secret: await gather(join(dataDir, parts.secret), join(folder, parts.secret)),
  };
  await writeFile(join(folder, parts.pictureSums), await sumPictures(folder), { mode: 0o600 });
  await writeFile(join(folder, parts.manifest), JSON.stringify(manifest, undefined, 2));
  const others = (await readdir(folder)).filter((name) => name !== parts.manifest);
  await create({ file: part, cwd: folder, gzip: pictures || QUICKLY, portable: true, mode: 0o600 }, [
    parts.manifest,
    ...others.sort(),
  ]);
  await settle(part);
  await rename(part, file);
  return manifest;
}

/** The time for a file name, in UTC, so that names sort by it. */
export function timeInName(): string {
  return new Date().toISOString().slice(0, 19).replaceAll(':', '-');
}

/** Connects as the owner of the tables, for one backup or restore; `opened` closes it. */
export async function connectOwner(
  { owner }: Pick<DatabaseServer, 'owner'>,
  opened: AsyncDisposableStack,
): Promise<pg.Client> {
  const client = new pg.Client({ ...toClientConfig(owner), application_name: 'toolyard backup' });
  // A broken connection fails the query under way; this only keeps it from ending the process too.
  client.on('error', () => undefined);
  await client.connect();
  opened.defer(() => client.end());
  return client;
}

async function gatherPictures(dataDir: string, folder: string): Promise<number> {
  const from = join(dataDir, parts.pictures);
  const names = (await readdir(from).catch(() => [])).filter((name) => PICTURE_FILE.test(name));
  await mkdir(join(folder, parts.pictures));
  let gathered = 0;
  for (const name of names) {
    if (await gather(join(from, name), join(folder, parts.pictures, name))) gathered += 1;
  }
  return gathered;
}

/** The sums of the gathered files: a line each, sorted by name. */
async function sumPictures(folder: string): Promise<string> {
  const names = (await readdir(join(folder, parts.pictures)).catch(() => [])).sort();
  const lines: string[] = [];
  for (const name of names) {
    const path = `${parts.pictures}/${name}`;
    lines.push(`${await sumOfFile(join(folder, path))}  ${path}\n`);
  }
  return lines.join('');
}

/** The SHA-256 (hex) of a file. */
export async function sumOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Links or copies a file into the backup's folder; a link takes no space. Returns whether the file
 * exists. */
async function gather(from: string, to: string): Promise<boolean> {
  try {
    if (!(await stat(from)).isFile()) return false;
    await link(from, to).catch(() => copyFile(from, to));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Flushes the file to disk, readable by its owner only, before it gets its name. */
async function settle(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.chmod(0o600);
  await handle.sync();
}

/** Folders in which a backup is assembled, unpacked, or tried; older versions omitted the process id. */
const WORK_FOLDER = /^\.(?:backup|restore|verify)-(?:(?<pid>\d+)-)?[A-Za-z0-9]{6}$/;

const DAY_MS = 24 * 3_600_000;

/** Creates this process's folder for the parts of a backup, and removes those that ended processes have left
 * there. */
export async function makeWorkFolder(
  within: string,
  purpose: 'backup' | 'restore' | 'verify',
): Promise<string> {
  await removeLeftFolders(within);
  return mkdtemp(join(within, `.${purpose}-${process.pid}-`));
}

/** Removes what killed backups, restores, and trials have left in a folder, including the shop's secret. */
export async function removeLeftFolders(within: string): Promise<void> {
  for (const name of await readdir(within).catch(() => [])) {
    const found = WORK_FOLDER.exec(name);
    if (!found) continue;
    const folder = join(within, name);
    const { pid } = found.groups ?? {};
    if (pid === undefined ? await isOlderThanADay(folder) : !isRunning(Number(pid)))
      await removeWorkFolder(folder);
  }
}

/** Removes a work folder, with the database of a trial, which root's trials may keep elsewhere. */
export async function removeWorkFolder(folder: string): Promise<void> {
  await rm(await findDatabaseFolder(folder), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

async function isOlderThanADay(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => undefined);
  return made !== undefined && made.mtimeMs < Date.now() - DAY_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
