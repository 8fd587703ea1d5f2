import type { CacheVersion } from '#platform/cache/cache-version.ts';

/** A version that changes only when the test says so; setting `isUnheard` to true simulates an unavailable
 * database. */
export function createTestVersion(): CacheVersion & { isUnheard: boolean } {
  let present = 0;
  return {
    get present() {
      return present;
    },
    isUnheard: false,
    invalidate() {
      present += 1;
    },
    follow: () => ({ close: async () => undefined }),
  };
}
