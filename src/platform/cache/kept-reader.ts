import type { Database } from '#platform/database/database.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import type { CacheVersion } from './cache-version.ts';

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
