import type { Config } from '#platform/config.ts';
import type { DatabaseConnection } from '#platform/database/database.ts';
import { connectToRunning } from '#platform/database/embedded-postgres/connect-to-running.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres/start-embedded-postgres.ts';

/** A PostgreSQL to connect to. `stop` ends it, when it is the shop's own. */
export type DatabaseServer = { connection: DatabaseConnection; summary: string; stop(): Promise<void> };

/** Finds the PostgreSQL of the settings, bringing the embedded one up when none is named. */
export async function startDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  if (config.databaseUrl) return givenServer(config.databaseUrl);
  const { connection, stop } = await startEmbeddedPostgres({ dataDir: config.dataDir, say });
  return { connection, summary: 'embedded PostgreSQL in the data folder', stop };
}

/** The same for a command run beside the shop: the running embedded PostgreSQL is joined, else one is started. */
export async function joinDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const running = config.databaseUrl ? undefined : await connectToRunning(config.dataDir);
  if (!running) return startDatabaseServer(config, say);
  return { connection: running, summary: 'the running shop’s PostgreSQL', stop: async () => undefined };
}

function givenServer(connectionString: string): DatabaseServer {
  const { host, pathname } = new URL(connectionString);
  return {
    connection: { connectionString },
    summary: `PostgreSQL at ${host}${pathname}`,
    stop: async () => undefined,
  };
}
