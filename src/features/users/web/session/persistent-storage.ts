/** The part of the browser's `Storage` that the session needs. */
export type PersistentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PROBE_KEY = 'toolyard-probe';

/** Sees whether a storage really keeps things: private windows and full disks throw only on writing. */
function works(storage: PersistentStorage): boolean {
  storage.setItem(PROBE_KEY, PROBE_KEY);
  const kept = storage.getItem(PROBE_KEY) === PROBE_KEY;
  storage.removeItem(PROBE_KEY);
  return kept;
}

/** A storage that lives as long as the page. */
function createMemoryStorage(): PersistentStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** The first candidate that works, else memory (decision 2). Merely reading a
 * blocked `window.localStorage` throws. */
export function openPersistentStorage(
  candidates: readonly (() => PersistentStorage)[] = [() => localStorage, () => sessionStorage],
): PersistentStorage {
  for (const candidate of candidates) {
    try {
      const storage = candidate();
      if (works(storage)) return storage;
    } catch {
      // Blocked or full: the next one is tried.
    }
  }
  return createMemoryStorage();
}
