import type { Config } from '#platform/config.ts';
import type { DatabaseConnection } from '#platform/database/database.ts';
import { connectToRunning } from '#platform/database/embedded-postgres/connect-to-running.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';

/** A PostgreSQL to connect to. `stop` ends it, when it is the shop's own. */
export type DatabaseServer = {
  /** Connects as the owner of the tables. */
  owner: DatabaseConnection;
  /** Connects as the role that the shop serves as. */
  connection: DatabaseConnection;
  /** The name of that role, where it is not the owner. */
  appRole?: string;
  summary: string;
  stop(): Promise<void>;
};

/** Finds the PostgreSQL of the settings, bringing the embedded one up when none is named. */
export async function startDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.database.url) return givenServer(config.database.url, config.database.ownerUrl);
  const {
    connection: owner,
    appConnection,
    stop,
  } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    say,
  });
  const summary = 'embedded PostgreSQL in the data folder';
  return { owner, connection: appConnection, appRole: appConnection.user, summary, stop };
}

/** The same for a command run beside the shop: the running embedded PostgreSQL is joined, else one is started. */
export async function joinDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const running = config.database.url ? undefined : await connectToRunning(config.dataDir);
  if (!running) return startDatabaseServer(config, say);
  const stop = async () => undefined;
  return { owner: running, connection: running, summary: 'the running shop’s PostgreSQL', stop };
}

function givenServer(url: string, ownerUrl: string | undefined): DatabaseServer {
  const { host, pathname, username } = new URL(url);
  return {
    owner: { connectionString: ownerUrl ?? url },
    connection: { connectionString: url },
    ...(ownerUrl && { appRole: decodeURIComponent(username) }),
    summary: `PostgreSQL at ${host}${pathname}`,
    stop: async () => undefined,
  };
}
