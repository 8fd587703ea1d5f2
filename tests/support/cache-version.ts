import type { CacheVersion } from '#platform/cache/cache-version.ts';

/** A version that changes only when the test says so; setting `isSilent` to true simulates a database that
 * says nothing. */
export function createTestVersion(): CacheVersion & { isSilent: boolean } {
  let present = 0;
  const version: CacheVersion & { isSilent: boolean } = {
    get present() {
      return present;
    },
    isSilent: false,
    isHeard: async () => !version.isSilent,
    invalidate() {
      present += 1;
    },
    follow: () => ({ answersWithin: version.isHeard, close: async () => undefined }),
  };
  return version;
}
