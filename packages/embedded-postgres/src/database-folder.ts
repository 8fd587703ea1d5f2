import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readFile,
  realpath,
  rename,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, errorCode, explainFileError } from './failure.ts';
import { isRoot, type RunAs, tryAs, unprivilegedUser } from './run-as.ts';

/** The folder of one PostgreSQL (cluster, password, log, lock), and the user who owns and runs it. */
export type DatabaseFolder = { path: string; runAs: RunAs | undefined };

/** Reports one line to the person who starts the program: a slow step, or a deviation from the usual. */
export type Say = (line: string) => void;

/** Root's folder for what PostgreSQL's unprivileged user cannot reach in the data folder or beside the
 * program. */
export function sharedFolderOf(name: string): string {
  return join('/var/lib', name);
}

/** Finds the database's folder without creating anything: `postgres` in the data folder, or the folder that a
 * first start as root chose and recorded there. */
export async function findDatabaseFolder(dataDir: string): Promise<string> {
  return (await notedFolder(dataDir)) ?? join(dataDir, 'postgres');
}

/** The cluster itself, which PostgreSQL calls its data directory. */
export function clusterOf(folder: string): string {
  return join(folder, 'data');
}

/** Creates or finds the database's folder, private to the user that PostgreSQL runs as. For root that is an
 * unprivileged user; if that user cannot reach the data folder, the database is placed below `sharedFolder`,
 * which is reported and recorded in the data folder. @throws EmbeddedPostgresError if there is no usable
 * folder */
export async function prepareDatabaseFolder(
  dataDir: string,
  sharedFolder: string,
  say: Say,
): Promise<DatabaseFolder> {
  const noted = await notedFolder(dataDir);
  if (noted && !(await exists(noted))) {
    throw new EmbeddedPostgresError(
      `The database of the data folder ${dataDir} was kept in ${noted}, which is not there. Bring it back, or delete ${noteIn(dataDir)} to begin with an empty database.`,
    );
  }
  const folder = noted ?? join(dataDir, 'postgres');
  if (!isRoot()) return prepareOwnFolder(folder);
  const prepared = await prepareFolderAsRoot(folder);
  if (!prepared && (await exists(clusterOf(folder)))) throw unreachable(folder);
  if (!prepared) {
    await rmdir(folder).catch(() => undefined);
    return prepareSharedFolder(dataDir, sharedFolder, say);
  }
  if (noted) sayWhere(folder, say);
  return prepared;
}

/** Creates the data folder if there is none, and returns its full path without symbolic links. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true });
    // Root's umask may exclude the user that PostgreSQL runs as, who only needs to pass through.
    if (made && isRoot()) await chmod(dataDir, 0o711);
    return await realpath(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

/** Creates a folder that everyone can read, whatever the umask; an existing one is left unchanged. */
export async function makeReadableFolder(path: string): Promise<void> {
  try {
    if (await mkdir(path, { recursive: true })) await chmod(path, 0o755);
  } catch (error) {
    throw explainFileError(error, path);
  }
}

async function prepareOwnFolder(folder: string): Promise<DatabaseFolder> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { uid } = await stat(folder);
    if (uid !== process.getuid?.()) {
      throw new EmbeddedPostgresError(
        `The database in ${folder} belongs to another user (uid ${uid}). Start as root or as that user, or use another data folder.`,
      );
    }
    await chmod(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { path: folder, runAs: undefined };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

/** Returns undefined if PostgreSQL's user cannot reach the folder. */
async function prepareFolderAsRoot(folder: string): Promise<DatabaseFolder | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const owner = await stat(folder);
    const runAs = owner.uid === 0 ? await unprivilegedUser() : { uid: owner.uid, gid: owner.gid };
    // Also repairs the owner of a copy that root restored.
    if (owner.uid === 0) await tryAs(undefined, 'chown', ['-R', `${runAs.uid}:${runAs.gid}`, folder]);
    await chmod(folder, 0o700);
    const reached = await tryAs(runAs, '/bin/sh', ['-c', 'cd "$1" && test -r . && test -w .', 'sh', folder]);
    return reached.code === 0 ? { path: folder, runAs } : undefined;
  } catch (error) {
    throw explainFileError(error, folder);
  }
}

async function prepareSharedFolder(dataDir: string, sharedFolder: string, say: Say): Promise<DatabaseFolder> {
  const folder = join(sharedFolder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await makeReadableFolder(sharedFolder);
  if (await exists(folder)) {
    // No record points to it, so its data folder was deleted: the new one starts empty, and the old database
    // is preserved.
    const aside = `${folder}-until-${new Date().toISOString().replaceAll(':', '')}`;
    await rename(folder, aside);
    say(
      `The database of a deleted data folder in the same place is kept in ${aside}. Delete it if nobody needs it.`,
    );
  }
  const prepared = await prepareFolderAsRoot(folder);
  if (!prepared) throw unreachable(folder);
  await writeFile(noteIn(dataDir), `${folder}\n`).catch((error: unknown) => {
    throw explainFileError(error, dataDir);
  });
  sayWhere(folder, say);
  return prepared;
}

function sayWhere(folder: string, say: Say): void {
  say(`The database is kept in ${folder}: its unprivileged user cannot reach the data folder.`);
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'postgres-folder');
}

async function notedFolder(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(noteIn(dataDir), 'utf8')).trim() || undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw explainFileError(error, dataDir);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

function unreachable(folder: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and its unprivileged user cannot reach ${folder}. Let others pass through the folders above it (chmod o+x), or use another data folder.`,
  );
}
