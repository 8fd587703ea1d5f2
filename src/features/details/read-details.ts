import type { ShopDetails } from '#contracts/shop-details.ts';
import type { AppContext, DetailsReader } from '#features/app-context.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { findDetails } from './store.ts';

/** Reads the details once for each version of what visitors see; while the database is away they are those last read. */
export function createDetailsReader({
  db,
  cacheVersion,
}: Pick<AppContext, 'db' | 'cacheVersion'>): DetailsReader {
  let known: ShopDetails | undefined;
  let knownAt: number | undefined;
  return {
    get latest() {
      return known;
    },
    async read(): Promise<ShopDetails> {
      const { present } = cacheVersion;
      if (known && present !== undefined && present === knownAt) return known;
      try {
        known = await findDetails(db);
        knownAt = present;
      } catch (error) {
        if (!known || !isDatabaseUnavailable(error)) throw error;
      }
      return known;
    },
  };
}
