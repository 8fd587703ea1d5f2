import { openDatabase } from '#platform/database/database.ts';
import {
  findMigrations,
  grantToAppRole,
  migrate,
  type WantedMigrations,
} from '#platform/database/migrate.ts';
import { errorCode } from '#platform/errors.ts';
import { makeOlderTables, prepareJobs } from '#platform/jobs/prepare-jobs.ts';
import type { Log } from '#platform/log.ts';
import type { DatabaseServer } from './database-server.ts';
import { knownJobs } from './job-handlers.ts';
import { assertNobodyServes, STARTING, watchLocks } from './other-connections.ts';
import { explainDatabaseError, StartFailure } from './start-failure.ts';

/** Long enough for what a running shop does, and for most migrations of a
 * process that starts beside this one. */
const LOCK_SECONDS = 60;

/** PostgreSQL, appendix A. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Jobs were kept in other tables before this migration. */
const LIBRARY_SINCE = '0020';

/** A backup made before a change: the change has been made, or came to nothing. */
export type BackupOfBefore = { keep(): Promise<void>; discard(): Promise<void> };

type PrepareOptions = {
  /** Hears what the start waits for. */
  say?: (line: string) => void;
  /** How long another connection's lock is waited for. */
  lockSeconds?: number;
  /** Undefined: all. */
  wanted?: WantedMigrations;
  /** Hears which migrations are to come, when there is a shop already. */
  beforeChange?: (pending: string[]) => Promise<BackupOfBefore | undefined>;
};

/** Brings the tables up to date as their owner, and lets the serving role use them; safe
 * from several processes at once.
 * @throws StartFailure when the database cannot be reached or changed, is served by an older version that
 * still runs, is locked by another connection, or has been changed by a newer version. */
export async function prepareTables(
  server: DatabaseServer,
  log: Log,
  { wanted, beforeChange, say = () => undefined, lockSeconds = LOCK_SECONDS }: PrepareOptions = {},
): Promise<void> {
  const owner = openDatabase(server.owner, {
    name: STARTING,
    maxConnections: 2,
    // Changing the tables of a large shop takes as long as it takes.
    statementSeconds: 0,
    lockSeconds,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  const { db, close } = owner;
  const locks = watchLocks(db, { lockSeconds, say });
  try {
    const { applied, pending, newer } = await findMigrations(db);
    if (newer.length > 0) throw newerTables(newer);
    const isChange = applied.length > 0 && pending.length > 0;
    if (isChange) await assertNobodyServes(db);
    const backup = isChange ? await beforeChange?.(pending) : undefined;
    await migrate(db, wanted).catch(async (error: unknown) => {
      // All migrations are one transaction: the database is as it was.
      await backup?.discard();
      throw error;
    });
    const newest = typeof wanted === 'string' ? wanted : wanted?.at(-1);
    if (newest !== undefined && newest < LIBRARY_SINCE) return await makeOlderTables(owner);
    await prepareJobs(owner, knownJobs, log);
    if (server.appRole !== undefined) await grantToAppRole(db, server.appRole);
    await backup?.keep();
  } catch (error) {
    throw errorCode(error) === LOCK_NOT_AVAILABLE
      ? locks.failure()
      : explainDatabaseError(error, server.summary);
  } finally {
    locks.stop();
    await close();
  }
}

/** Makes nothing. @throws StartFailure when a shop's tables are not there, or are
 * older or newer than this version's */
export async function requireTables(server: DatabaseServer): Promise<void> {
  const { db, close } = openDatabase(server.owner, { maxConnections: 1, onIdleError: () => undefined });
  try {
    const { applied, pending, newer } = await findMigrations(db);
    if (newer.length > 0) throw newerTables(newer);
    if (applied.length === 0)
      throw new StartFailure(`There is no shop in the database (${server.summary}). npm start makes one.`);
    if (pending.length > 0) {
      throw new StartFailure(
        `The database is of an older version of the shop: it lacks ${pending.join(', ')}. Start this version once, which brings it up to date.`,
      );
    }
  } catch (error) {
    throw explainDatabaseError(error, server.summary);
  } finally {
    await close();
  }
}

/** This version does not know what the tables have become, so it leaves them alone. */
function newerTables(newer: string[]): StartFailure {
  return new StartFailure(
    `A newer version of the shop has changed the database (${newer.join(', ')}). Start that version, or restore a backup of before into an empty database.`,
  );
}
