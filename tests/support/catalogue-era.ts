import type { CatalogueEra } from '#platform/database/catalogue-era.ts';

/** Eras that end only when the test says so. */
export function createTestEra(): CatalogueEra {
  const listeners: (() => void)[] = [];
  let present = 0;
  return {
    get present() {
      return present;
    },
    end() {
      present += 1;
      for (const listener of listeners) listener();
    },
    onEnd: (listener) => void listeners.push(listener),
    follow: () => ({ close: async () => undefined }),
  };
}
