import { chmod, chown, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, EmbeddedPostgresError, explainFileError } from './failure.ts';
import type { Place } from './place.ts';

/** SQLite's result codes for a lock that somebody else holds and for a full disk, https://www.sqlite.org/rescode.html */
const sqliteBusy = 5;
const sqliteFull = 13;

/** A process that was just killed holds its locks until the kernel has taken it apart. */
const dyingMs = 500;

/** Keeps held locks from the garbage collector, which would close and so release them. */
const held = new Set<DatabaseSync>();

/**
 * Locks the folder of a database for this process. The lock is the kernel's, on an empty file through SQLite, so it ends with
 * the process however that dies, and needs no guess about process ids.
 * @param dataDir the name of the folder that people know, for the message
 * @param program names the files of the lock, and its holder in the message
 * @returns what releases the lock
 * @throws EmbeddedPostgresError when a running program holds it
 */
export async function lockFolder(place: Place, dataDir: string, program: string): Promise<() => void> {
  const lockFile = join(place.folder, `${program}.lock`);
  const pidFile = join(place.folder, `${program}.pid`);
  try {
    for (const path of [lockFile, pidFile]) await makePrivateFile(path, place);
  } catch (error) {
    throw explainFileError(error, place.folder);
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
    if (code === sqliteFull) throw diskFull(place.folder, error);
    if (code !== sqliteBusy) throw explainFileError(error, place.folder);
    const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
    const holder = pid ? `${program} (process ${pid})` : program;
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} is in use by a running ${holder}. Stop that one first, or use another data folder.`,
      { cause: error },
    );
  }
}

/** Makes an empty file that only the database's user (and root) can open, where there is none. */
async function makePrivateFile(path: string, { runAs }: Place): Promise<void> {
  await (await open(path, 'a', 0o600)).close();
  await chmod(path, 0o600);
  if (runAs) await chown(path, runAs.uid, runAs.gid);
}
