import { newKey } from '#web/client/new-key.ts';
import type { StorageChange } from './identity-client.ts';
import type { PersistentStorage } from './persistent-storage.ts';

const SESSION_KEY = 'identitySession';
const ATTEMPT_KEY = 'identityRenewal';

/**
 * Runs in the head before anything is painted: marks a page whose visitor has signed in before, which shows no Login.
 */
export const knownVisitorScript = `for(const kept of ['localStorage','sessionStorage'])try{if(window[kept].getItem('${SESSION_KEY}'))document.documentElement.dataset.known=''}catch{}`;

/**
 * The session of the embedded accounts as the browser keeps it: a token that is good for one renewal. The renewal
 * under way has a key of its own, kept with it, so that one whose answer was lost can be made again.
 */
export function createKeptSession(storage: PersistentStorage) {
  return {
    token: () => storage.getItem(SESSION_KEY) ?? undefined,
    keep(token: string) {
      storage.setItem(SESSION_KEY, token);
      storage.removeItem(ATTEMPT_KEY);
    },
    /** The key of the renewal under way, or of a new one. */
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
