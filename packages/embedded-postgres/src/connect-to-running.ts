import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shopRole } from './cluster.ts';
import { errorCode, explainFileError } from './failure.ts';
import { readPassword } from './password.ts';
import { clusterOf, findPlace } from './place.ts';
import { readPostmasterFile, servesCluster } from './postmaster-file.ts';
import type { EmbeddedConnection } from './start-embedded-postgres.ts';

/**
 * Whether there is a database in `dataDir`, running or not. Nothing is made.
 * @throws EmbeddedPostgresError when the user of this process may not look there
 */
export async function isClusterIn(dataDir: string): Promise<boolean> {
  const folder = await findPlace(await realpath(dataDir).catch(() => dataDir));
  try {
    return (await stat(join(clusterOf(folder), 'PG_VERSION'))).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return false;
    throw explainFileError(error, folder);
  }
}

/**
 * Finds the PostgreSQL that a running shop has started in `dataDir`, for command-line tools.
 * @returns how to connect, or undefined when none is running there
 * @throws EmbeddedPostgresError when the user of this process may not read the data folder
 */
export async function connectToRunning(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const path = await realpath(dataDir).catch(() => undefined);
  if (path === undefined) return undefined;
  const folder = await findPlace(path);
  try {
    const data = clusterOf(folder);
    const file = await readPostmasterFile(data);
    if (!file?.ready || !(await servesCluster(file.pid, data))) return undefined;
    const password = await readPassword(folder);
    if (password === undefined) return undefined;
    return { host: file.socketFolder, port: file.port, user: shopRole, password, database: shopRole };
  } catch (error) {
    throw explainFileError(error, folder);
  }
}
