import { newKey } from '#ui/client/new-key.ts';
import type { PersistentStorage } from './persistent-storage.ts';

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
