import { newKey } from '#ui/client/new-key.ts';

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

const SESSION_KEY = 'identitySession';
const ATTEMPT_KEY = 'identityRenewal';

/** Runs in the head: marks a page whose visitor has signed in before, which shows no Login. */
export const knownVisitorScript = `for(const kept of ['localStorage','sessionStorage'])try{if(window[kept].getItem('${SESSION_KEY}'))document.documentElement.dataset.known=''}catch{}`;

/** What the browser says of a stored item that another tab has changed; `key`
 * is null when all were removed. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>;

export type SavedSession = ReturnType<typeof createSavedSession>;

/** The embedded accounts' token, good for one renewal, else the account's name;
 * `providersKey`: the provider's record. */
export function createSavedSession(storage: PersistentStorage, providersKey?: string) {
  return {
    token: () => storage.getItem(SESSION_KEY) ?? undefined,
    keep(token: string) {
      storage.setItem(SESSION_KEY, token);
      storage.removeItem(ATTEMPT_KEY);
    },
    /** The key of the renewal under way, or of a new one: by it, one whose
     * answer was lost can be made again. */
    renewalKey(): string {
      const kept = storage.getItem(ATTEMPT_KEY);
      if (kept) return kept;
      const made = newKey();
      storage.setItem(ATTEMPT_KEY, made);
      return made;
    },
    forget() {
      storage.removeItem(SESSION_KEY);
      storage.removeItem(ATTEMPT_KEY);
      if (providersKey) storage.removeItem(providersKey);
    },
    /** Whether a change in another tab is more than the next token of the same session. */
    isOtherSession({ key, oldValue, newValue }: StorageChange): boolean {
      if (key === null) return true;
      return (
        key === SESSION_KEY && (!oldValue || !newValue || sessionIdOf(oldValue) !== sessionIdOf(newValue))
      );
    },
  };
}

/** A token is `ID_SECRET.SIGNATURE`; its session's id stays the same over renewals. */
function sessionIdOf(token: string): string {
  return token.split('_')[0] ?? token;
}
