import { chmod, chown, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { diskFull, EmbeddedPostgresError, explainFileError } from './failure.ts';
import type { RunAs } from './run-as.ts';

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
 * @param folder the database's folder, which holds the lock file
 * @param dataDir the name of it that people know, for the message
 * @returns what releases the lock
 * @throws EmbeddedPostgresError when a running shop holds it
 */
export async function lockFolder(
  folder: string,
  dataDir: string,
  runAs: RunAs | undefined,
): Promise<() => void> {
  const lockFile = join(folder, 'shop.lock');
  const pidFile = join(folder, 'shop.pid');
  try {
    await makePrivateFile(lockFile, runAs);
    await makePrivateFile(pidFile, runAs);
  } catch (error) {
    throw explainFileError(error, folder);
  }
  const lock = new DatabaseSync(lockFile, { timeout: dyingMs });
  try {
    lock.exec('BEGIN IMMEDIATE');
  } catch (error) {
    lock.close();
    const code = sqliteCode(error);
    if (code === sqliteBusy) throw new EmbeddedPostgresError(await inUse(dataDir, pidFile), { cause: error });
    throw code === sqliteFull ? diskFull(folder, error) : error;
  }
  held.add(lock);
  const release = () => {
    if (held.delete(lock)) lock.close();
  };
  await writeFile(pidFile, `${process.pid}\n`).catch((error: unknown) => {
    release();
    throw explainFileError(error, folder);
  });
  return release;
}

/** Makes an empty file that only the database's user (and root) can open, where there is none. */
async function makePrivateFile(path: string, runAs: RunAs | undefined): Promise<void> {
  await (await open(path, 'a', 0o600)).close();
  await chmod(path, 0o600);
  if (runAs) await chown(path, runAs.uid, runAs.gid);
}

function sqliteCode(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}

async function inUse(dataDir: string, pidFile: string): Promise<string> {
  const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
  const holder = pid ? ` (process ${pid})` : '';
  return `The data folder ${dataDir} is in use by a running shop${holder}. Stop that one first, or set SHOP_DATA_DIR to another folder.`;
}
