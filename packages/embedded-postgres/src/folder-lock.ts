import { chmod, chown, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DatabaseFolder } from './database-folder.ts';
import { diskFull, EmbeddedPostgresError, explainFileError } from './failure.ts';

/** SQLite's result codes for a lock held by another process and for a full disk,
 * https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteFull = 13;

/** A process that was just killed holds its locks until the kernel has removed it. */
const dyingMs = 500;

/** Keeps held locks from the garbage collector, which would close and so release them. */
const held = new Set<DatabaseSync>();

/** Locks the folder of a database for this process. The kernel holds the lock, on an empty file through
 * SQLite, so it ends with the process in any case, and needs no check of process ids. @param dataDir the
 * folder's name as people know it, for the message @param program names the files of the lock, and its holder
 * in the message @returns a function that releases the lock @throws EmbeddedPostgresError if a running
 * program holds it */
export async function lockFolder(
  folder: DatabaseFolder,
  dataDir: string,
  program: string,
): Promise<() => void> {
  const lockFile = join(folder.path, `${program}.lock`);
  const pidFile = join(folder.path, `${program}.pid`);
  try {
    for (const path of [lockFile, pidFile]) await makePrivateFile(path, folder);
  } catch (error) {
    throw explainFileError(error, folder.path);
  }
  const lock = new DatabaseSync(lockFile, { timeout: dyingMs });
  const release = () => {
    held.delete(lock);
    if (lock.isOpen) lock.close();
  };
  try {
    lock.exec('BEGIN IMMEDIATE');
    held.add(lock);
    await writeFile(pidFile, `${process.pid}\n`);
    return release;
  } catch (error) {
    release();
    const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
    if (code === sqliteFull) throw diskFull(folder.path, error);
    if (code !== sqliteBusy) throw explainFileError(error, folder.path);
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    const holder = pid ? `${program} (process ${pid})` : program;
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} is in use by a running ${holder}. Stop that one first, or use another data folder.`,
      { cause: error },
    );
  }
}

/** Creates an empty file, unless it exists, that only the database's user (and root) can open. */
async function makePrivateFile(path: string, { runAs }: DatabaseFolder): Promise<void> {
  await (await open(path, 'a', 0o600)).close();
  await chmod(path, 0o600);
  if (runAs) await chown(path, runAs.uid, runAs.gid);
}
