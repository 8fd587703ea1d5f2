import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, openDatabase } from '#platform/database/database.ts';
import {
  findMigrations,
  grantInTransaction,
  grantToAppRole,
  keepsServing,
  lockTables,
  migrate,
  type WantedMigrations,
} from '#platform/database/migrate.ts';
import { errorCode } from '#platform/errors.ts';
import { makeOlderTables, prepareJobs } from '#platform/jobs/prepare-jobs.ts';
import type { Log } from '#platform/log.ts';
import { unawaited } from '#platform/promises.ts';
import type { DatabaseServer } from './database-server.ts';
import { knownJobs } from './job-handlers.ts';
import { explainDatabaseError, StartFailure } from './start-failure.ts';

/** Long enough for a running shop's transactions, and for most migrations of a process that starts at the
 * same time. */
const LOCK_SECONDS = 60;

/** PostgreSQL, appendix A. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Before this migration, jobs were in other tables. */
const LIBRARY_SINCE = '0020';

/** A backup from before a change: call `keep` after the change succeeded, `discard` if it failed. */
type BackupBeforeChange = { keep(): Promise<void>; discard(): Promise<void> };

export type PrepareOptions = {
  /** Reports what the start waits for. */
  say?: (line: string) => void;
  /** Timeout for another connection's lock. */
  lockSeconds?: number;
  /** Undefined: all. */
  wanted?: WantedMigrations;
  /** Called with the pending migrations before the tables of an existing shop change. */
  beforeChange?: ((pending: string[]) => Promise<BackupBeforeChange | undefined>) | undefined;
};

/** Migrates the tables as their owner, and grants the serving role access; safe from several processes at
 * once, and beside a shop that serves, if its version can go on with every change. @throws StartFailure if
 * the database is unreachable or cannot be changed, is served by a version that cannot, is locked by another
 * connection, or was changed by a newer version */
export async function prepareTables(
  server: DatabaseServer,
  log: Log,
  { wanted, beforeChange, say = () => undefined, lockSeconds = LOCK_SECONDS }: PrepareOptions = {},
): Promise<void> {
  const owner = openDatabase(server.owner, {
    name: STARTING,
    maxConnections: 2,
    // Changing the tables of a large shop has no time limit.
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
    const isUnserved = isChange && pending.some((name) => !keepsServing(name, applied));
    if (isUnserved) await assertNobodyServes(db);
    const backup = isChange ? await beforeChange?.(pending) : undefined;
    const progress = tellProgress(db, isChange ? say : () => undefined);
    const change = {
      wanted,
      pending,
      isServed: isChange,
      lockSeconds,
      look: locks.look,
      step: progress.step,
    };
    await changeTables(server, change)
      .finally(progress.stop)
      .catch(async (error: unknown) => {
        // All migrations are one transaction: the database is unchanged.
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

/** Shorter than `deadlock_timeout` (one second), so that the migration gives way to a transaction of the
 * serving shop. Requests queued behind its lock wait no longer than this. */
const YIELD_SECONDS = 0.5;
const YIELD_MS = 500;

type TableChange = {
  wanted: WantedMigrations;
  pending: string[];
  /** Whether there is a shop, which may be serving. */
  isServed: boolean;
  lockSeconds: number;
  /** Called while it may be waiting for locks. */
  look: () => void;
  /** Called as a migration begins. */
  step: (name: string, pending: string[]) => void;
};

/** Applies the missing migrations. Once they have all their locks, other processes wait until they finish.
 * Until then, all locks are released again whenever another transaction holds one of them. */
async function changeTables(
  server: DatabaseServer,
  { wanted, pending, isServed, lockSeconds, look, step }: TableChange,
): Promise<void> {
  const { db, close } = openDatabase(server.owner, {
    ...{ name: STARTING, maxConnections: 2, statementSeconds: 0, lockSeconds: YIELD_SECONDS },
    onIdleError: () => undefined,
  });
  const giveUpAt = Date.now() + lockSeconds * 1000;
  const order: string[] = [];
  let isWaiting = true;
  try {
    while (isWaiting) {
      const looking = setTimeout(look, YIELD_MS / 2).unref();
      let hasLocks = false;
      isWaiting = await migrate(db, wanted, {
        async before(name, tx) {
          if (!hasLocks) await lockTables(tx, pending, order);
          hasLocks = true;
          step(name, pending);
        },
        async after(name, tx) {
          if (name === pending.at(-1) && isServed && server.appRole !== undefined)
            await grantInTransaction(tx, server.appRole);
        },
      }).then(
        () => false,
        (error: unknown) => {
          if (errorCode(error) !== LOCK_NOT_AVAILABLE || Date.now() > giveUpAt) throw error;
          return true;
        },
      );
      clearTimeout(looking);
      if (isWaiting) await pause(YIELD_MS);
    }
  } finally {
    await close();
  }
}

const TELL_AFTER_SECONDS = 1;
const TELL_EVERY_SECONDS = 5;

/** Reports the running migration and the progress of its index, after one second and then every five. */
export function tellProgress(db: Database, say: (line: string) => void) {
  let under: { name: string; place: string; since: number } | undefined;
  let ticks = 0;
  const tell = async () => {
    if (!under) return;
    ticks += 1;
    if (ticks !== TELL_AFTER_SECONDS && ticks % TELL_EVERY_SECONDS !== 0) return;
    const { name, place, since } = under;
    const seconds = Math.round((Date.now() - since) / 1000);
    say(`Changing the tables: ${name} (${place}), for ${seconds} s so far${await describeIndex(db)} …`);
  };
  const timer = setInterval(() => unawaited(tell(), () => undefined), 1_000).unref();
  return {
    step(name: string, pending: string[]) {
      under = { name, place: `${pending.indexOf(name) + 1} of ${pending.length}`, since: Date.now() };
      ticks = 0;
    },
    stop: () => clearInterval(timer),
  };
}

/** The progress of the index that a migration is building; '' if it builds none. */
async function describeIndex(db: Database): Promise<string> {
  const { rows } = await sql<{ table: string; percent: number | null }>`
    select relid::regclass::text as "table",
      floor(100.0 * blocks_done / nullif(blocks_total, 0))::integer as percent
    from pg_stat_progress_create_index where datname = current_database() limit 1`.execute(db);
  const [index] = rows;
  return index ? `; an index of ${index.table} is ${index.percent ?? 100}% read` : '';
}

/** Checks the tables without creating any. @throws StartFailure if they are missing, or older or newer than
 * this version's */
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

/** This version does not know the newer tables, so it leaves them alone. */
function newerTables(newer: string[]): StartFailure {
  return new StartFailure(
    `A newer version of the shop has changed the database (${newer.join(', ')}). Start that version, or restore an earlier backup into an empty database.`,
  );
}

/** The name of connections that prepare the tables; those of a serving shop are named `toolyard`, or behind a
 * pool, whose connections outlive it, `toolyard listener`. */
const STARTING = 'toolyard start';

const LOOK_EVERY_MS = 1_000;
const LOOKS = 4;

/** Another connection to the database, as in `pg_stat_activity`. */
type Other = { pid: number; name: string; since: Date };

const describe = ({ pid, name, since }: Other) =>
  `process ${pid}${name ? ` (${name})` : ''}, since ${since.toISOString().slice(0, 19)}Z`;

/** @throws StartFailure while a process of the shop serves the tables that are to be changed: it does not
 * know the new ones */
async function assertNobodyServes(db: Database): Promise<void> {
  const first = await findServing(db);
  // It may have changed them itself just now.
  const { pending } = await findMigrations(db);
  if (!first || pending.length === 0) return;
  const change = pending.length > 1 ? `${pending[0]} and ${pending.length - 1} more` : pending[0];
  throw new StartFailure(
    `This version changes the database (${change}), and a shop of another version still runs on it: ${describe(first)}. Stop every process of the shop, then start this version.`,
  );
}

/** Finds a connection of a serving shop; one of a process that has just ended may remain for a moment. */
async function findServing(db: Database, looks = LOOKS): Promise<Other | undefined> {
  const { rows } = await sql<Other>`
    select pid, application_name as name, backend_start as since from pg_stat_activity
    where datname = current_database() and application_name in ('toolyard', 'toolyard listener') order by backend_start`.execute(
    db,
  );
  if (rows.length === 0 || looks === 1) return rows[0];
  await pause(LOOK_EVERY_MS);
  return findServing(db, looks - 1);
}

/** Reports whose lock the start waits for, and converts the timeout after `lockSeconds` to a readable
 * error. */
function watchLocks(
  db: Database,
  { lockSeconds, say }: { lockSeconds: number; say: (line: string) => void },
): { failure(): StartFailure; look(): void; stop(): void } {
  let holder: Other | undefined;
  const find = async () => {
    const found = await findHolder(db);
    if (!found) return;
    if (found.pid !== holder?.pid)
      say(`Waiting for a lock on the tables, which is held by ${describe(found)} …`);
    holder = found;
  };
  // The waiting code reports an unavailable database.
  const look = () => unawaited(find(), () => undefined);
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    look,
    failure: () =>
      new StartFailure(
        `The tables could not be changed: for ${lockSeconds} seconds a lock on them was held${holder ? ` by ${describe(holder)}` : ''}. Let that end, or end it (select pg_terminate_backend(${holder?.pid ?? 'PID'})), and start again.`,
      ),
    stop: () => clearInterval(timer),
  };
}

async function findHolder(db: Database): Promise<Other | undefined> {
  const { rows } = await sql<Other>`
    select holder.pid, holder.application_name as name, coalesce(holder.xact_start, holder.backend_start) as since
    from pg_stat_activity waiting cross join unnest(pg_blocking_pids(waiting.pid)) as holding (pid)
      join pg_stat_activity holder on holder.pid = holding.pid
    where waiting.datname = current_database() and waiting.application_name = ${STARTING}
      and waiting.wait_event_type = 'Lock' limit 1`.execute(db);
  return rows[0];
}
