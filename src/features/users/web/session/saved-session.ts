/** The part of the browser's `Storage` that the session needs. */
export type PersistentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The name that the access token is kept under (specification, section 4). */
export const ACCESS_TOKEN_KEY = 'accessToken';

const PROBE_KEY = 'toolyard-probe';

/** Whether a storage accepts writes: private windows and full disks throw only on writing. */
function works(storage: PersistentStorage): boolean {
  storage.setItem(PROBE_KEY, PROBE_KEY);
  const kept = storage.getItem(PROBE_KEY) === PROBE_KEY;
  storage.removeItem(PROBE_KEY);
  return kept;
}

/** A storage that lasts as long as the page. */
function createMemoryStorage(): PersistentStorage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

/** Returns the first candidate that works, else memory (decision 2). Even reading a blocked
 * `window.localStorage` throws. */
export function openPersistentStorage(
  candidates: readonly (() => PersistentStorage)[] = [() => localStorage, () => sessionStorage],
): PersistentStorage {
  for (const candidate of candidates) {
    try {
      const storage = candidate();
      if (works(storage)) return storage;
    } catch {
      // Blocked or full: try the next one.
    }
  }
  return createMemoryStorage();
}

/** Inline script for the head: marks the page if the visitor has signed in before, which hides Login. */
export const knownVisitorScript = `for(const kept of ['localStorage','sessionStorage'])try{if(window[kept].getItem('${ACCESS_TOKEN_KEY}'))document.documentElement.dataset.known=''}catch{}`;
