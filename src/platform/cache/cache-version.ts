import { sql } from 'kysely';
import { openReconnectingClient, type ReconnectingClient } from '#platform/database/reconnecting-client.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import { type Database, type DatabaseTransaction, isDatabaseUnavailable } from '../database/database.ts';

// By this name processes of an earlier release listen too.
const CHANNEL = 'catalogue_changed';

/** So long the changes told are gathered: each sale of a busy hour is not to outdate every page by itself. */
const GATHER_MS = 250;

/** While changes cannot be heard of, there may have been one at any time. */
const UNHEARD_MS = 1_000;

/** Counts what visitors see: what was made of an earlier version may be outdated,
 * of the present one it is fresh. */
export type CacheVersion = {
  readonly present: number | undefined;
  /** Whether changes should be heard of, and are not: the database is away. */
  readonly isUnheard: boolean;
  invalidate(): void;
  /** Ends the version with each change that any process commits; `onBreak` hears
   * once why word of them was lost. */
  follow(connection: DatabaseConnection, onBreak: (error: Error) => void): ReconnectingClient;
};

/** Tells every process of the shop that what visitors see has changed, at the
 * moment the transaction commits. */
export async function invalidateEverywhere(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
}

/** Starts counting. Until changes are followed there is no present version. */
export function createCacheVersion(): CacheVersion {
  let present: number | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let unheard: NodeJS.Timeout | undefined;
  let invalidatedAtMs = Number.NEGATIVE_INFINITY;

  function invalidate(): void {
    clearTimeout(gathering);
    gathering = undefined;
    invalidatedAtMs = performance.now();
    if (present !== undefined) present += 1;
  }

  function invalidateSoon(): void {
    const waitMs = Math.max(0, invalidatedAtMs + GATHER_MS - performance.now());
    gathering ??= setTimeout(invalidate, waitMs).unref();
  }

  return {
    get present() {
      return present;
    },
    get isUnheard() {
      return unheard !== undefined;
    },
    invalidate,
    follow(connection, onBreak) {
      present ??= 0;
      const listening = openReconnectingClient(connection, 'toolyard listener', {
        async onOpen(client) {
          client.on('notification', invalidateSoon);
          await client.query(`listen ${CHANNEL}`);
          clearInterval(unheard);
          unheard = undefined;
          // There may have been changes before it listened.
          invalidate();
        },
        onBreak(error) {
          unheard = setInterval(invalidate, UNHEARD_MS).unref();
          invalidate();
          onBreak(error);
        },
      });
      return {
        close() {
          clearTimeout(gathering);
          clearInterval(unheard);
          return listening.close();
        },
      };
    },
  };
}

/** What every page shows, read once for each version of what visitors see. */
export type KeptReader<Read> = {
  /** As it was last read. */
  readonly latest: Read | undefined;
  /** `within`: the transaction under way, so that it waits for no second connection. */
  read(within?: Database): Promise<Read>;
};

/** Reads by `find`, once for each version; while the database is away, what was read last stands. */
export function createKeptReader<Read extends object | string>(
  cacheVersion: CacheVersion,
  db: Database,
  find: (db: Database) => Promise<Read>,
): KeptReader<Read> {
  let known: Read | undefined;
  let knownAt: number | undefined;
  return {
    get latest() {
      return known;
    },
    async read(within = db): Promise<Read> {
      const { present } = cacheVersion;
      if (known !== undefined && present !== undefined && present === knownAt) return known;
      try {
        known = await find(within);
        knownAt = present;
      } catch (error) {
        if (known === undefined || !isDatabaseUnavailable(error)) throw error;
      }
      return known;
    },
  };
}
