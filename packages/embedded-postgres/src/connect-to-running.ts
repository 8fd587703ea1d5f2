import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPassword } from './cluster.ts';
import { clusterOf, findDatabaseFolder } from './database-folder.ts';
import { errorCode, explainFileError } from './failure.ts';
import { readPostmasterFile, servesCluster } from './postmaster-file.ts';
import type { EmbeddedConnection } from './start-embedded-postgres.ts';

/** Whether `dataDir` contains a database, running or not. Creates nothing. @throws EmbeddedPostgresError if
 * this process's user may not read the folder */
export async function isClusterIn(dataDir: string): Promise<boolean> {
  const folder = await findDatabaseFolder(await realpath(dataDir).catch(() => dataDir));
  try {
    return (await stat(join(clusterOf(folder), 'PG_VERSION'))).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false;
    throw explainFileError(error, folder);
  }
}

/** Finds the PostgreSQL that another process has started in `dataDir` under the same `name`, for command-line
 * tools. @returns how to connect as the owner, or undefined if none is running there @throws
 * EmbeddedPostgresError if this process's user may not read the data folder */
export async function connectToRunning(options: {
  dataDir: string;
  name: string;
}): Promise<EmbeddedConnection | undefined> {
  const path = await realpath(options.dataDir).catch(() => undefined);
  if (path === undefined) return undefined;
  const folder = await findDatabaseFolder(path);
  try {
    const data = clusterOf(folder);
    const file = await readPostmasterFile(data);
    if (!file?.ready || !(await servesCluster(file.pid, data))) return undefined;
    const password = await readPassword(folder);
    if (password === undefined) return undefined;
    const { name } = options;
    return { host: file.socketFolder, port: file.port, user: name, password, database: name };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}
