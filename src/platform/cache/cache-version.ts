import { sql } from 'kysely';
import { withTimeout } from '#platform/concurrency.ts';
import { openReconnectingClient, type ReconnectingClient } from '#platform/database/reconnecting-client.ts';
import type { DatabaseConnection } from '../database/connection.ts';
import {
  type Database,
  DatabaseSilent,
  type DatabaseTransaction,
  isDatabaseUnavailable,
} from '../database/database.ts';

// Processes of an earlier release listen on this name too.
const CHANNEL = 'catalogue_changed';

/** Changes are collected for this long, so that in a busy hour each sale does not invalidate every page. */
const GATHER_MS = 250;

/** While changes cannot be received, the version is invalidated at this interval. */
const UNHEARD_MS = 1_000;

/** How long the database may take before it is probed. */
const PATIENCE_MS = 1_000;

/** How long it may take to answer the probe. */
const SILENT_AFTER_MS = 1_000;

/** The version of what visitors see: data of an earlier version may be stale, data of the present one is
 * fresh. */
export type CacheVersion = {
  readonly present: number | undefined;
  /** Whether the database that `follow` listens to responds at all. */
  isHeard(): Promise<boolean>;
  invalidate(): void;
  /** Ends the version with each change that any process commits; `onBreak` is called when the connection is
   * lost. */
  follow(connection: DatabaseConnection, onBreak: (error: Error) => void): ReconnectingClient;
};

/** Notifies every process of the shop, when the transaction commits, that what visitors see has changed. */
export async function invalidateEverywhere(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
}

/** Creates a version, which is undefined until changes are followed. */
export function createCacheVersion(): CacheVersion {
  let present: number | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let unheard: NodeJS.Timeout | undefined;
  let invalidatedAtMs = Number.NEGATIVE_INFINITY;
  let listener: ReconnectingClient | undefined;

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
    isHeard: async () => listener?.answersWithin(SILENT_AFTER_MS) ?? true,
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
      listener = listening;
      return {
        ...listening,
        close() {
          clearTimeout(gathering);
          clearInterval(unheard);
          return listening.close();
        },
      };
    },
  };
}

/** Waits for what the database was asked for at `sinceMs`, now by default. @throws DatabaseSilent within two
 * seconds of that if the database says nothing any more: one that is frozen breaks no connection */
export function unlessSilent<Answer>(
  version: CacheVersion,
  answer: Promise<Answer>,
  sinceMs = Date.now(),
): Promise<Answer> {
  const leftMs = Math.max(0, sinceMs + PATIENCE_MS - Date.now());
  return withTimeout(answer, leftMs, async () => {
    if (await version.isHeard()) return answer;
    throw new DatabaseSilent('the database says nothing');
  });
}

/** Data that every page shows, read once per version of what visitors see. */
export type KeptReader<Read> = {
  readonly latest: Read | undefined;
  /** `within`: the transaction under way, so that no second connection is needed. */
  read(within?: Database): Promise<Read>;
};

/** Reads by `find` once per version; while the database is away, returns the last value. */
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
        known = await unlessSilent(cacheVersion, find(within));
        knownAt = present;
      } catch (error) {
        if (known === undefined || !isDatabaseUnavailable(error)) throw error;
      }
      return known;
    },
  };
}
