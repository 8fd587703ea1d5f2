import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { forgetOldSessions } from '#features/users/access-token.ts';
import { findUserIdOfAccount } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { deleteOldHits, deleteOldReadCounts, type RateLimit } from '#platform/database/rate-limiter.ts';
import { deleteExpired } from '#platform/identity/embedded/account-store.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import type { IdentityEvent } from '#platform/identity/embedded/identity-events.ts';
import { readToken, signToken } from '#platform/identity/embedded/signed-token.ts';
import { tellOfFactors } from './emails.ts';

/** Attempts are counted here by their target, not as writes. A HEAD request must not use up a mailed link. */
export const countsItself = { limit: 'reads', countsItself: true, exposeHeadRoute: false } as const;

type Count = { subject: string; rate: RateLimit };

/** A client may be several people who share its address, as in an office. */
const TRIES_PER_CLIENT = 5;
const MAILS_PER_CLIENT = 10;
/** Each opening of the login page asks for a challenge, to offer passkeys with. */
const CHALLENGES_PER_CLIENT = 20;

const times = (rate: RateLimit, factor: number): RateLimit => ({ ...rate, limit: rate.limit * factor });

/** Rate limit subject of password attempts for an account, from any client. */
const triesAt = (email: string) => `sign-in to ${email}`;

// Someone guessing passwords would use up the account's attempts and lock its owner out. Setting a new
// password by a mailed link proves access to the mailbox, so it gives a pass with separate attempts for a
// limited time.
const PASS_SECONDS = 15 * 60;
const passUse = ({ secrets, clock }: AppContext) => ({
  key: secrets.key('sign-in-pass'),
  audience: 'sign-in after a reset',
  now: clock.now(),
});

/** Counts attempts at the account calls, each before it is handled; `client` is the caller. */
export function createIdentityCounts(context: AppContext) {
  const { rateLimiter } = context;
  const { signIn, signedIn, signUp, reset } = context.config.limits;

  async function count(...counts: Count[]): Promise<void> {
    for (const { subject, rate } of counts) await rateLimiter.take(subject, rate);
  }

  /** Counts only failures: a success refunds its hits. */
  async function countFailures<Answer>(counts: Count[], call: () => Promise<Answer>): Promise<Answer> {
    await count(...counts);
    const answer = await call();
    for (const { subject } of counts) await rateLimiter.reward(subject);
    return answer;
  }

  /** Counts only successes: a failure refunds its hits. Each adds a session and a row of the audit trail, and
   * occupies the hashing. */
  async function countSuccesses<Answer>(counts: Count[], call: () => Promise<Answer>): Promise<Answer> {
    await count(...counts);
    try {
      return await call();
    } catch (error) {
      for (const { subject } of counts) await rateLimiter.reward(subject);
      throw error;
    }
  }

  const signedInFrom = (client: string): Count => ({
    subject: `signed in from ${client}`,
    rate: times(signedIn, TRIES_PER_CLIENT),
  });

  /** Counts emails with a link, by client and by address; the calls that send them pass `what`. */
  const countMail =
    (what: 'reset mail' | 'verification mail' | 'email change mail') => (client: string, email: string) =>
      count(
        { subject: `${what} from ${client}`, rate: times(reset, MAILS_PER_CLIENT) },
        { subject: `${what} to ${email}`, rate: reset },
      );

  return {
    signUp: (client: string) => count({ subject: `sign-up from ${client}`, rate: signUp }),
    google: (client: string) =>
      count({ subject: `google sign-in from ${client}`, rate: times(signIn, TRIES_PER_CLIENT) }),
    passkey: (client: string) =>
      count({ subject: `passkey from ${client}`, rate: times(signIn, CHALLENGES_PER_CLIENT) }),
    resetMail: countMail('reset mail'),
    verificationMail: countMail('verification mail'),
    emailChangeMail: countMail('email change mail'),

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
      const successes = [signedInFrom(client), { subject: `signed in to ${email}`, rate: signedIn }];
      return countSuccesses(successes, () => countFailures(counts, call));
    },

    /** Counts guesses at the codes of an account, which its password has been typed for, from any client. */
    code: <Answer>(client: string, account: string, call: () => Promise<Answer>) =>
      countFailures(
        [
          { subject: `code from ${client}`, rate: times(signIn, TRIES_PER_CLIENT) },
          { subject: `code of ${account}`, rate: signIn },
        ],
        call,
      ),

    passkeyTry: <Answer>(client: string, call: () => Promise<Answer>) =>
      countSuccesses([signedInFrom(client)], () =>
        countFailures(
          [{ subject: `passkey try from ${client}`, rate: times(signIn, TRIES_PER_CLIENT) }],
          call,
        ),
      ),

    /** Counts a reset, clears failed attempts with the old password, and returns a pass for the account. */
    async reset(client: string, call: () => Promise<string>): Promise<string> {
      const rate = times(signIn, TRIES_PER_CLIENT);
      const email = await countFailures([{ subject: `reset from ${client}`, rate }], call);
      await rateLimiter.forget(triesAt(email));
      return signToken({ sub: email, jti: uuid() }, PASS_SECONDS, passUse(context));
    },
  };
}

/** What the routes of signing in share. */
export type SignInParts = {
  context: AppContext;
  counts: ReturnType<typeof createIdentityCounts>;
  accounts: EmbeddedIdentity;
};

/** Deletes expired attempt counts, sessions and mailed links. */
export async function forgetOldSignIns(context: AppContext): Promise<void> {
  const now = context.clock.now();
  await deleteOldHits(context.db, now);
  await deleteOldReadCounts(context.db, now);
  await forgetOldSessions(context);
  await deleteExpired(context.db, now);
}

/** Records sign-ins and similar events. A new account has no user yet, so the entry includes the provider's
 * account. */
export async function recordAccountEvent(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  db: Database,
  event: IdentityEvent,
): Promise<void> {
  const userId = await findUserIdOfAccount(db, event);
  await tellOfFactors(context, db, event, userId);
  await recordAudit(context, db, {
    action: event.kind,
    ...(userId && { userId }),
    details: {
      ...('subject' in event && { subject: event.subject }),
      ...('factor' in event && { factor: event.factor }),
    },
  });
}
