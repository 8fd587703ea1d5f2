import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.ts';
import type { DatabaseSettings } from '#platform/config/database-settings.ts';
import { checkLentPool, checkOwner, checkServer } from '#platform/database/check-server.ts';
import type { DatabaseConnection } from '#platform/database/connection.ts';
import {
  connectToRunning,
  isClusterIn,
  startEmbeddedPostgres,
} from '../../../packages/embedded-postgres/src/index.ts';
import { explainDatabaseError, StartFailure } from './start-failure.ts';

/** The embedded PostgreSQL's owner and database; the shop connects as `toolyard_app`. */
export const DATABASE_NAME = 'toolyard';

/** Pool size that the embedded PostgreSQL's defaults allow; a larger one, and connections beside it, need
 * more. */
const ROOM_ANYWAY = 40;
const BESIDE_THE_POOL = 20;

/** A PostgreSQL to connect to. `stop` stops it if it is the shop's own. */
export type DatabaseServer = {
  owner: DatabaseConnection;
  /** Connects as the role that the shop serves with. */
  connection: DatabaseConnection;
  /** The name of that role, if it is not the owner. */
  appRole?: string;
  summary: string;
  stop(): Promise<void>;
};

/** Starts the embedded PostgreSQL unless another is configured. @throws StartFailure if the configured one is
 * unreachable or unsuitable */
export async function startDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const { database } = config;
  if (database.kind === 'server') return findGivenServer(database, say);
  const {
    connection: owner,
    appConnection,
    stop,
  } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    name: DATABASE_NAME,
    program: 'shop',
    say,
    ...(database.poolSize > ROOM_ANYWAY && {
      settings: { max_connections: String(database.poolSize + BESIDE_THE_POOL) },
    }),
  });
  const summary = 'embedded PostgreSQL in the data folder';
  return { owner, connection: appConnection, appRole: appConnection.user, summary, stop };
}

/** Whether the settings lead to a shop that has been started before, judging by the data folder. */
export async function isShopThere({ database, dataDir, secret }: Config): Promise<boolean> {
  if (database.kind === 'embedded') return isClusterIn(dataDir);
  return secret !== undefined || existsSync(join(dataDir, 'secret'));
}

/** For a command beside the shop: joins the embedded PostgreSQL if it is running, else starts it. @throws
 * StartFailure also if there is no shop: a mistyped folder must not become one */
export async function joinDatabaseServer(
  config: Config,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  if (!(await isShopThere(config))) {
    throw new StartFailure(
      `There is no shop in ${config.dataDir}. Set SHOP_DATA_DIR to the data folder of one; npm start makes a new one.`,
    );
  }
  const running =
    config.database.kind === 'server'
      ? undefined
      : await connectToRunning({ dataDir: config.dataDir, name: DATABASE_NAME });
  if (!running) return startDatabaseServer(config, say);
  const stop = async () => undefined;
  return { owner: running, connection: running, summary: 'the running shop’s PostgreSQL', stop };
}

async function findGivenServer(
  { connection, direct, owner, poolSize }: Extract<DatabaseSettings, { kind: 'server' }>,
  say: (line: string) => void,
): Promise<DatabaseServer> {
  const itself = direct ?? connection;
  const { host, port, database } = itself;
  const summary = `PostgreSQL at ${host}:${port}/${database}`;
  const setting = direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const explain = (named: string) => (error: unknown) => {
    throw explainDatabaseError(error, summary, named);
  };
  const { problems, notes } = await checkServer(itself, { poolSize, isPoolLent: direct !== undefined }).catch(
    explain(setting),
  );
  if (direct && problems.length === 0)
    problems.push(...(await checkLentPool(connection, direct).catch(explain('DATABASE_URL'))));
  if (problems.length === 0) {
    const found = checkOwner(itself, owner).catch(explain(owner ? 'DATABASE_OWNER_URL' : setting));
    problems.push(...(await found));
  }
  if (problems.length > 0)
    throw new StartFailure(`The database cannot be used (${summary}): ${problems.join('; and ')}.`);
  for (const note of notes) say(note);
  const place = direct ? `${summary}, through a pool at ${connection.host}:${connection.port}` : summary;
  return {
    owner: owner ?? itself,
    connection,
    // Otherwise the restrictions on the serving role would apply to the owner itself.
    ...(owner && owner.user !== connection.user && { appRole: connection.user }),
    summary: place,
    stop: async () => undefined,
  };
}
