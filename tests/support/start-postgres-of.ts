import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runKept } from '#embedded-postgres/keeper.ts';
import { clusterOf, type Place, preparePlace } from '#embedded-postgres/place.ts';
import { startPostmaster } from '#embedded-postgres/postmaster.ts';
import { tryAs } from '#embedded-postgres/run-as.ts';

/** Quick and forgetful, and room for two suites. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  // On 15, only a superuser drops a database that is just being vacuumed.
  autovacuum: 'off',
};

const quiet = () => undefined;

/** A throwaway PostgreSQL made with another installation's programs. */
export type GivenPostgres = {
  /** Such as 15.18. */
  version: string;
  /** Connects as its superuser. */
  url: string;
  stop(): Promise<void>;
};

/**
 * Starts an empty PostgreSQL of the programs in `folder`, in a temporary folder that `stop` removes; it ends with this process,
 * listens on a socket that only its user and root reach, and never runs as root.
 * @throws with what the programs say when they cannot
 */
export async function startPostgresOf(folder: string): Promise<GivenPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-test-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    // As root, PostgreSQL runs as another user, who must be able to pass through.
    await chmod(dataDir, 0o711);
    const place = await preparePlace(dataDir, quiet);
    const version = await makeCluster(place, folder);
    const binaries = {
      initdb: join(folder, 'initdb'),
      postgres: join(folder, 'postgres'),
      majorVersion: version,
    };
    const postmaster = await startPostmaster(place, binaries, settings, quiet);
    return {
      version,
      url: `postgres://postgres@${encodeURIComponent(postmaster.socketFolder)}/postgres`,
      async stop() {
        postmaster.letGo();
        await postmaster.exited;
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeCluster(place: Place, folder: string): Promise<string> {
  const told = await tryAs(place.runAs, join(folder, 'postgres'), ['--version']);
  const [version] = /\d+(\.\d+)?/.exec(told.output) ?? [];
  if (told.code !== 0 || !version) throw new Error(`no PostgreSQL runs in ${folder}: ${told.output}`);
  const made = await runKept({
    command: join(folder, 'initdb'),
    args: [
      '-D',
      clusterOf(place.folder),
      '-U',
      'postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--auth=trust',
      '--no-sync',
    ],
    runAs: place.runAs,
    stopSignal: 'TERM',
  });
  if (made.code !== 0) throw new Error(`PostgreSQL ${version} made no cluster: ${made.output}`);
  return version;
}
