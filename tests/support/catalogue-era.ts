import type { CatalogueEra } from '#platform/database/catalogue-era.ts';

/** Eras that end only when the test says so; `isHeard` may be set to false, as while the database is away. */
export function createTestEra(): CatalogueEra & { isHeard: boolean } {
  const listeners: (() => void)[] = [];
  let present = 0;
  return {
    get present() {
      return present;
    },
    isHeard: true,
    end() {
      present += 1;
      for (const listener of listeners) listener();
    },
    onEnd: (listener) => void listeners.push(listener),
    follow: () => ({ close: async () => undefined }),
  };
}
