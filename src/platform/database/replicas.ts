import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { errorCode } from '#platform/errors.ts';
import { unawaited } from '#platform/promises.ts';
import type { DatabaseConnection } from './connection.ts';
import { type Database, isDatabaseUnavailable, type OpenDatabase, openDatabase } from './database.ts';

/** Maximum time a reader waits for a replica to catch up with the primary, and how often it checks. */
const PATIENCE_MS = 100;
const LOOK_EVERY_MS = 5;

/** A reader falls back to the primary if a replica provides no connection, or no answer, within this time. */
const CONNECT_WITHIN_SECONDS = 1;
const ANSWER_WITHIN_SECONDS = 2;

const PROBE_EVERY_MS = 1_000;

/** A reader that conflicts with replay:
 * https://www.postgresql.org/docs/18/hot-standby.html#HOT-STANDBY-CONFLICT */
const CONFLICT = /^(40001|40P01)$/;
const TOOK_TOO_LONG = '57014';

/** Reads data that does not depend on the user, from any database that has everything committed so far. */
export type ReadShared = <Result>(read: (db: Database) => Promise<Result>) => Promise<Result>;

/** How far a replica is behind its primary: 0 once it has all; `undefined` if it does not answer. It is
 * healthy while it answers and is read from. */
export type ReplicaDelay = { name: string; isHealthy: boolean; seconds: number | undefined };

export type Replicas = {
  read: ReadShared;
  /** `from`: connects to the primary. */
  delays(from: Database): Promise<ReplicaDelay[]>;
  close(): Promise<void>;
};

type Replica = { name: string; connection: DatabaseConnection; open: OpenDatabase; isHealthy: boolean };

class Behind extends Error {
  override readonly name = 'Behind';
}

/** `onUnhealthy` is called once with the reason when a replica is left out, `onHealthy` when it answers
 * (again). */
type ReplicasOptions = {
  primary: Database;
  connections: DatabaseConnection[];
  maxConnections: number;
  onUnhealthy: (name: string, error: unknown) => void;
  onHealthy: (name: string) => void;
};

function openReplica(connection: DatabaseConnection, name: string, maxConnections: number): OpenDatabase {
  return openDatabase(connection, {
    name,
    maxConnections,
    waitSeconds: CONNECT_WITHIN_SECONDS,
    answerSeconds: ANSWER_WITHIN_SECONDS,
    // The next read over it reports the error.
    onIdleError: () => undefined,
  });
}

/** Distributes reads over the replicas in turn, each only once it has replayed what the primary had written
 * by the start of the read. A replica that fails is left out until a probe succeeds; the primary answers
 * instead, so `read` may be called twice. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { primary, connections, maxConnections, onUnhealthy, onHealthy } = options;
  const closing = new AbortController();
  const open = (connection: DatabaseConnection) => openReplica(connection, 'toolyard reader', maxConnections);
  const replicas = connections.map((connection): Replica => {
    const name = `${connection.host}:${connection.port}`;
    const replica = { name, connection, open: open(connection), isHealthy: false };
    recoverBeside(replica, { isReported: false });
    return replica;
  });
  let turn = 0;

  function markUnhealthy(replica: Replica, used: OpenDatabase, error: unknown): void {
    // Several reads may find the same break, the last of them after recovery.
    if (!replica.isHealthy || replica.open !== used) return;
    replica.isHealthy = false;
    onUnhealthy(replica.name, error);
    if (!(error instanceof Behind)) {
      // A connection that has not answered must never be used again.
      replica.open.close().catch(() => undefined);
      replica.open = open(replica.connection);
    }
    recoverBeside(replica, { isReported: true });
  }

  function recoverBeside(replica: Replica, told: { isReported: boolean }): void {
    unawaited(recover(replica, told), (error) => onUnhealthy(replica.name, error));
  }

  async function recover(replica: Replica, { isReported }: { isReported: boolean }): Promise<void> {
    let isQuiet = isReported;
    while (!closing.signal.aborted) {
      try {
        await probe(primary, replica.open.db);
        replica.isHealthy = true;
        onHealthy(replica.name);
        return;
      } catch (error) {
        if (!isQuiet && !closing.signal.aborted) onUnhealthy(replica.name, error);
        isQuiet = true;
        await pause(PROBE_EVERY_MS, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      }
    }
  }

  async function readFrom<Result>(
    replica: Replica,
    read: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    const place = await writtenUpTo(primary);
    const { open: used } = replica;
    let hasAll = false;
    try {
      // A single connection: another might lead to the same server after a crash, when it is further behind.
      return await used.db.connection().execute(async (db) => {
        await untilReplayed(db, place);
        hasAll = true;
        return await read(db);
      });
    } catch (error) {
      if (hasAll && !isReplicaTrouble(error)) throw error;
      markUnhealthy(replica, used, error);
      return read(primary);
    }
  }

  return {
    read(read) {
      const healthy = replicas.filter(({ isHealthy }) => isHealthy);
      const replica = healthy[turn++ % healthy.length];
      return replica ? readFrom(replica, read) : read(primary);
    },
    async delays(from) {
      const place = await writtenUpTo(from);
      return Promise.all(
        replicas.map(async ({ name, isHealthy, open: { db } }) => {
          const seconds = await delayBehind(db, place).catch(() => undefined);
          return { name, isHealthy: isHealthy && seconds !== undefined, seconds };
        }),
      );
    },
    async close() {
      closing.abort();
      const closed = Promise.allSettled(replicas.map((replica) => replica.open.close()));
      // A replica that no longer answers does not close its connections either.
      await Promise.race([closed, pause(PROBE_EVERY_MS, undefined, { ref: false })]);
    },
  };
}

/** Checks whether a replica would answer. @throws Error saying why not */
export async function checkReplica(primary: Database, connection: DatabaseConnection): Promise<string> {
  const { db, close } = openReplica(connection, 'toolyard doctor', 1);
  try {
    await probe(primary, db);
    return 'it has all that the primary has';
  } finally {
    await close();
  }
}

async function probe(primary: Database, replica: Database): Promise<void> {
  // Log positions are comparable only between clusters of the same origin.
  const identify = async (db: Database) => {
    const { rows } = await sql<{ id: string }>`
      select system_identifier::text || ' ' || current_database() as id from pg_control_system()`.execute(db);
    return rows[0]?.id;
  };
  const [one, other] = await Promise.all([identify(primary), identify(replica)]);
  if (one !== other) throw new Error('it is not a replica of this primary');
  await untilReplayed(replica, await writtenUpTo(primary));
}

function isReplicaTrouble(error: unknown): boolean {
  const code = errorCode(error);
  return CONFLICT.test(code) || (code !== TOOK_TOO_LONG && isDatabaseUnavailable(error));
}

/** The position in the primary's log that includes every acknowledged commit. */
async function writtenUpTo(primary: Database): Promise<string> {
  // With synchronous_commit off, a commit is acknowledged before it is flushed.
  const { rows } = await sql<{ place: string }>`
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as place`.execute(primary);
  return rows[0]?.place ?? '';
}

/** Seconds since the last commit that a replica has replayed, or since it started; 0 if it has all up to a
 * log position. */
async function delayBehind(db: Database, place: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    select case when pg_last_wal_replay_lsn() >= ${place}::pg_lsn then 0
      else extract(epoch from now() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
      end::float8 as seconds`.execute(db);
  return rows[0]?.seconds;
}

/** Waits until a replica has replayed up to a log position. @throws if that takes too long, or it is not a
 * replica (any more) */
async function untilReplayed(db: Database, place: string): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await sql<{ isThere: boolean | null }>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${place}::pg_lsn as "isThere"`.execute(db);
    if (rows[0]?.isThere) return;
    if (performance.now() > giveUpAt) throw new Behind('it is behind the primary, or no replica');
    await pause(LOOK_EVERY_MS);
  }
}
