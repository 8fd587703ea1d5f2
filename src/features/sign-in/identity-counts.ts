import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findUserIdOfAccount } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { deleteOldHits, deleteOldReadCounts, type RateLimit } from '#platform/database/rate-limiter.ts';
import type { AccountCalls } from '#platform/identity/embedded/account-calls.ts';
import type { IdentityEvent } from '#platform/identity/embedded/account-store.ts';
import { IDENTITY_PATH } from '#platform/identity/embedded/accounts-engine.ts';
import { readToken, signToken } from '#platform/identity/embedded/signed-token.ts';

export type IdentityRouteParts = { calls: AccountCalls; counts: ReturnType<typeof createIdentityCounts> };

/** What the calls of the accounts have in common. */
export const accountsCall = <Method extends 'GET' | 'POST'>(method: Method, path: string) => ({
  method,
  path: `${IDENTITY_PATH}${path}`,
  access: 'public' as const,
  tag: 'Accounts' as const,
});

/** Tries are counted here by what they are at, not as writes. A HEAD must not spend a
 * session's token or a mailed link. */
export const countsItself = { limit: 'reads', exposeHeadRoute: false } as const;
export const givesSession = { ...countsItself, givesSession: true } as const;

type Count = { subject: string; rate: RateLimit };

/** A client stands for several people, as in an office, who share its address. */
const TRIES_PER_CLIENT = 5;
const MAILS_PER_CLIENT = 10;

const times = (rate: RateLimit, factor: number): RateLimit => ({ ...rate, limit: rate.limit * factor });

/** What tries at an account's password count towards, from wherever they come. */
const triesAt = (email: string) => `sign-in to ${email}`;

// Whoever goes on guessing at an account uses its tries up, and would keep its owner out. Who has set a new
// password by a mailed link has the mailbox: a pass gives them tries of their own, for a while.
const PASS_SECONDS = 15 * 60;
const passUse = ({ secrets, clock }: AppContext) => ({
  key: secrets.key('sign-in-pass'),
  audience: 'sign-in after a reset',
  now: clock.now(),
});

/** Counts the tries at the calls of the accounts, each before it is answered; `client` is who calls. */
export function createIdentityCounts(context: AppContext) {
  const { rateLimiter } = context;
  const { signIn, signUp, reset } = context.config.limits;

  async function count(...counts: Count[]): Promise<void> {
    for (const { subject, rate } of counts) await rateLimiter.take(subject, rate);
  }

  /** Counts failures alone: a success gives its hits back. */
  async function countFailures<Answer>(counts: Count[], call: () => Promise<Answer>): Promise<Answer> {
    await count(...counts);
    const answer = await call();
    for (const { subject } of counts) await rateLimiter.giveBack(subject);
    return answer;
  }

  /** Mails with a link to one address; the calls that send them say which. */
  const countMail = (what: 'reset mail' | 'verification mail') => (client: string, email: string) =>
    count(
      { subject: `${what} from ${client}`, rate: times(reset, MAILS_PER_CLIENT) },
      { subject: `${what} to ${email}`, rate: reset },
    );

  return {
    signUp: (client: string) => count({ subject: `sign-up from ${client}`, rate: signUp }),
    google: (client: string) =>
      count({ subject: `google sign-in from ${client}`, rate: times(signIn, TRIES_PER_CLIENT) }),
    resetMail: countMail('reset mail'),
    verificationMail: countMail('verification mail'),

    async signIn<Answer>(
      client: string,
      { email, pass }: { email: string; pass?: string | undefined },
      call: () => Promise<Answer>,
    ): Promise<Answer> {
      const read = pass === undefined ? undefined : await readToken(pass, passUse(context));
      const tries = read?.sub === email ? `sign-in with pass ${read.jti}` : triesAt(email);
      const counts = [
        { subject: `sign-in from ${client}`, rate: times(signIn, TRIES_PER_CLIENT) },
        { subject: tries, rate: signIn },
      ];
      return countFailures(counts, call);
    },

    /** Counts a reset, forgets the guesses at the old password, and answers a pass for the account. */
    async reset(client: string, call: () => Promise<string>): Promise<string> {
      const rate = times(signIn, TRIES_PER_CLIENT);
      const email = await countFailures([{ subject: `reset from ${client}`, rate }], call);
      await rateLimiter.forget(triesAt(email));
      return signToken({ sub: email, jti: uuid() }, PASS_SECONDS, passUse(context));
    },
  };
}

/** Deletes counted tries, sessions and mailed links that are over. */
export async function forgetOldSignIns(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await deleteOldHits(context.db, now);
  await deleteOldReadCounts(context.db, now);
  await context.embeddedIdentity?.forgetExpired();
}

/** Writes a sign-in and the like down. A new account has no user yet, so the entry
 * names the provider's account too. */
export async function recordAccountEvent(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  event: IdentityEvent,
): Promise<void> {
  const userId = await findUserIdOfAccount(db, event);
  await recordAudit(context, db, {
    action: event.kind,
    ...(userId && { userId }),
    details: 'subject' in event ? { subject: event.subject } : {},
  });
}
