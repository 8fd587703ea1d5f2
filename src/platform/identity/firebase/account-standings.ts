import type { Clock } from '#platform/clock.ts';
import { ProviderTrouble } from '#platform/identity/ask-provider.ts';
import type { FirebaseAccount, FirebaseAccounts } from './firebase-accounts.ts';

type Kept = { account: FirebaseAccount | undefined; askedMs: number };

/** An end that somebody else has put to an account's sessions is noticed after this long at the latest. */
const FRESH_MS = 60_000;

/** While Google is away, what it said last is good for as long as an access token. */
const LAST_WORD_MS = 10 * 60_000;

const MAX_KEPT = 10_000;

/** How accounts stand, asked for at most once a minute each. */
export type AccountStandings = {
  /** As it stands now. @throws ProviderTrouble */
  ask(subject: string): Promise<FirebaseAccount | undefined>;
  /** As it stood within the last minute; within the last ten while Google is away. @throws ProviderTrouble */
  recall(subject: string): Promise<FirebaseAccount | undefined>;
  /** Drops what is known of an account, because it has just been changed. */
  forget(subject: string): void;
};

/** Keeps the last word on each account. */
export function createAccountStandings(accounts: FirebaseAccounts, clock: Clock): AccountStandings {
  const kept = new Map<string, Kept>();
  const underWay = new Map<string, Promise<FirebaseAccount | undefined>>();
  const ageMs = ({ askedMs }: Kept) => clock.now().getTime() - askedMs;

  async function ask(subject: string): Promise<FirebaseAccount | undefined> {
    const askedMs = clock.now().getTime();
    const account = await accounts.find(subject);
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(subject, { account, askedMs });
    return account;
  }

  function askOnce(subject: string): Promise<FirebaseAccount | undefined> {
    const asked = underWay.get(subject) ?? ask(subject).finally(() => underWay.delete(subject));
    underWay.set(subject, asked);
    return asked;
  }

  return {
    ask,
    async recall(subject) {
      const last = kept.get(subject);
      if (last && ageMs(last) < FRESH_MS) return last.account;
      try {
        return await askOnce(subject);
      } catch (error) {
        if (error instanceof ProviderTrouble && last && ageMs(last) < LAST_WORD_MS) return last.account;
        throw error;
      }
    },
    forget: (subject) => void kept.delete(subject),
  };
}
