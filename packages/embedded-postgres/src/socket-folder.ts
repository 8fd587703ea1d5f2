import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseFolder } from './database-folder.ts';
import { EmbeddedPostgresError, errorCode } from './failure.ts';
import { tryAs } from './run-as.ts';

/** PostgreSQL names its socket after the port, although no port is opened. */
export const socketPort = 5432;

/** The capacity of sockaddr_un without its final zero: unix(7) on Linux, and <sys/un.h> of macOS. */
const longestPathBytes = process.platform === 'darwin' ? 103 : 107;

const socketName = `.s.PGSQL.${socketPort}`;

/** Returns the folder for PostgreSQL's Unix socket: the database's own, or, if that path is too long, a
 * private one in the system's folder for temporary files. Removes the socket of a killed PostgreSQL; none may
 * be running. @throws EmbeddedPostgresError if somebody else has taken the folder's name */
export async function prepareSocketFolder(folder: DatabaseFolder): Promise<string> {
  const socketFolder = fits(folder.path) ? folder.path : await prepareShortFolder(folder);
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(socketFolder, name), { force: true });
  return socketFolder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, `${socketName}.lock`)) <= longestPathBytes;
}

async function prepareShortFolder(folder: DatabaseFolder): Promise<string> {
  const name = `postgres-${createHash('sha256').update(folder.path).digest('hex').slice(0, 16)}`;
  for (const base of [tmpdir(), '/tmp']) {
    const short = join(base, name);
    if (fits(short) && (await makePrivateFolder(short, folder))) return short;
  }
  throw new EmbeddedPostgresError(
    `The path ${folder.path} is too long for a socket, and no private folder ${name} could be made in ${tmpdir()} or /tmp. Remove what bears that name, or use a data folder with a shorter path.`,
  );
}

/** Creates a folder that only PostgreSQL's user can use, or finds an existing one; false if it belongs to
 * somebody else. */
async function makePrivateFolder(folder: string, { runAs }: DatabaseFolder): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    if (runAs) await chown(folder, runAs.uid, runAs.gid);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false;
  }
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== (runAs?.uid ?? process.getuid?.())) return false;
  await chmod(folder, 0o700);
  return !runAs || (await tryAs(runAs, '/bin/sh', ['-c', 'test -w "$1"', 'sh', folder])).code === 0;
}
