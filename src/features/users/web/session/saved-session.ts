import { newKey } from '#ui/client/new-key.ts';

/** The part of the browser's `Storage` that the session needs. */
export type PersistentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

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

const SESSION_KEY = 'identitySession';
const ATTEMPT_KEY = 'identityRenewal';

/** Inline script for the head: marks the page if the visitor has signed in before, which hides Login. */
export const knownVisitorScript = `for(const kept of ['localStorage','sessionStorage'])try{if(window[kept].getItem('${SESSION_KEY}'))document.documentElement.dataset.known=''}catch{}`;

/** The storage event for an item changed in another tab; `key` is null if all were removed. */
export type StorageChange = Pick<StorageEvent, 'key' | 'oldValue' | 'newValue'>;

export type SavedSession = ReturnType<typeof createSavedSession>;

/** Stores the embedded accounts' token, valid for one renewal, or the account's id; `providersKey`: the
 * storage key of the provider's own record. */
export function createSavedSession(storage: PersistentStorage, providersKey?: string) {
  return {
    token: () => storage.getItem(SESSION_KEY) ?? undefined,
    keep(token: string) {
      storage.setItem(SESSION_KEY, token);
      storage.removeItem(ATTEMPT_KEY);
    },
    /** The idempotency key of the renewal under way, or a new one: a renewal whose response was lost can be
     * repeated with it. */
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

/** A token is `ID_SECRET.SIGNATURE`; the session id stays the same across renewals. */
function sessionIdOf(token: string): string {
  return token.split('_')[0] ?? token;
}
