import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clusterOf,
  type DatabaseFolder,
  findDatabaseFolder,
  prepareDatabaseFolder,
  sharedFolderOf,
} from '../src/database-folder.ts';
import { startPostmaster } from '../src/postmaster.ts';
import { postmasterFileOf } from '../src/postmaster-file.ts';
import { tryAs } from '../src/run-as.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/start-embedded-postgres.ts';
import { runSupervised } from '../src/supervisor.ts';

export { isRoot, unprivilegedUser } from '../src/run-as.ts';

/** Fast without durability: settings for tests, never for a program. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const quiet = () => undefined;

/** Starts an empty PostgreSQL for tests, in a temporary folder that `stop` removes.
 * Its owner may create databases.
 * @param name the owner's role and its database
 * @param settings further PostgreSQL settings, such as `max_connections` */
export async function startThrowawayPostgres(
  name: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const dataDir = await makePassableFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir,
    name,
    program: 'test',
    say: quiet,
    settings: { ...forgetful, ...settings },
  });
  const stop = async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { ...postgres, stop };
}

/** Creates a temporary folder. As root, PostgreSQL runs as another user, who must be able to pass through
 * it. */
export async function makePassableFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  await chmod(folder, mode);
  return folder;
}

/** The process id of the running PostgreSQL of `dataDir`. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const file = postmasterFileOf(clusterOf(await findDatabaseFolder(dataDir)));
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

/** A throwaway PostgreSQL made with another installation's programs. */
export type GivenPostgres = {
  /** For example 15.18. */
  version: string;
  /** Connects as its superuser. */
  url: string;
  stop(): Promise<void>;
};

/** Starts an empty PostgreSQL with the programs in `programs`, in a temporary folder that `stop` removes; it
 * ends with this process, listens on a socket that only its user and root can reach, and never runs as root.
 * @throws with the programs' output if they fail */
export async function startPostgresOf(
  programs: string,
  settings: Record<string, string> = {},
): Promise<GivenPostgres> {
  const dataDir = await makePassableFolder();
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const folder = await prepareDatabaseFolder(dataDir, sharedFolderOf('postgres-test'), quiet);
    const version = await makeCluster(folder, programs);
    const binaries = {
      initdb: join(programs, 'initdb'),
      postgres: join(programs, 'postgres'),
      majorVersion: version,
    };
    const postmaster = await startPostmaster(folder, binaries, { ...forgetful, ...settings }, quiet);
    return {
      version,
      url: `postgres://postgres@${encodeURIComponent(postmaster.socketFolder)}/postgres`,
      async stop() {
        postmaster.end();
        await postmaster.exited;
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeCluster({ path: folder, runAs }: DatabaseFolder, programs: string): Promise<string> {
  const told = await tryAs(runAs, join(programs, 'postgres'), ['--version']);
  const [version] = /\d+(\.\d+)?/.exec(told.output) ?? [];
  if (told.code !== 0 || !version) throw new Error(`no PostgreSQL runs in ${programs}: ${told.output}`);
  const options = ['-U', 'postgres', '--encoding=UTF8', '--locale=C', '--auth=trust', '--no-sync'];
  const args = ['-D', clusterOf(folder), ...options];
  const made = await runSupervised({ command: join(programs, 'initdb'), args, runAs, stopSignal: 'TERM' });
  if (made.code !== 0) throw new Error(`PostgreSQL ${version} made no cluster: ${made.output}`);
  return version;
}
