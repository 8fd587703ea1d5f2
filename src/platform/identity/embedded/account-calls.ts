import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Clock } from '#platform/clock.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { noteProof, type OwnSession, startSession } from '../sessions.ts';
import {
  addLogin,
  addResetLink,
  createAccount,
  findAccount,
  findByEmail,
  findIdentity,
  updateAccount,
} from './account-store.ts';
import { replaceEarlierHash, resetPassword } from './change-password.ts';
import { type FactorKind, findFactorKinds, lockFactors } from './factors.ts';
import { findGoogleAccount, type GoogleSignIn, orKept } from './google-sign-in.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import type { Passkeys } from './passkeys.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { readToken, signToken } from './signed-token.ts';

const VERIFICATION_SECONDS = 24 * 60 * 60;

/** A sign-in: `token` is its proof, which `PUT /user/{email}` exchanges for the access token once a factor of
 * `secondFactor` has passed, if there are any. */
export type SignedIn = { token: string; email: string; secondFactor: FactorKind[] };

/** An email to an address with a link only for its owner. */
export type LinkEmail = { to: string; url: string };

/** The calls of people to their accounts. Each throws AccountError. */
export type AccountCalls = ReturnType<typeof createAccountCalls>;

type Parts = {
  db: Database;
  clock: Clock;
  verificationKey: Uint8Array;
  /** The shop's public address; read at each call, because it is known only once the server listens. */
  origin: () => string;
  passkeys: Passkeys;
  google: GoogleSignIn | undefined;
  onEvent: NoteIdentityEvent;
  /** Called on a sign-up with an address, in lower case, that already has an account. */
  onKnownSignUp(email: string): Promise<void>;
  sendVerification(email: LinkEmail, tx: DatabaseTransaction): Promise<void>;
  sendReset(email: LinkEmail, tx: DatabaseTransaction): Promise<void>;
};

/** Creates the calls. */
export function createAccountCalls(parts: Parts) {
  const { db, clock, origin, passkeys, google, onEvent } = parts;
  const verification = () => ({
    key: parts.verificationKey,
    audience: 'email verification',
    now: clock.now(),
  });

  /** Starts a session of an account that is locked. With a second factor, only passing it completes the
   * sign-in; the audit trail has the password step, too. */
  async function begin(tx: DatabaseTransaction, subject: string): Promise<SignedIn> {
    const identity = await findIdentity(tx, subject);
    if (!identity) throw new AccountError('wrong_password');
    const secondFactor = await findFactorKinds(tx, subject);
    const kind = secondFactor.length > 0 ? 'second_factor_asked' : 'signed_in';
    await onEvent({ kind, subject }, tx);
    const token = await startSession(tx, { subject, now: clock.now() });
    return { token, email: identity.email, secondFactor };
  }

  async function sendVerification(tx: DatabaseTransaction, subject: string, email: string): Promise<void> {
    const token = await signToken({ sub: subject, email }, VERIFICATION_SECONDS, verification());
    await parts.sendVerification({ to: email, url: `${origin()}/verify-email?token=${token}` }, tx);
  }

  /** Checks a password, in the same time for an unknown address and a wrong password. @throws AccountError
   * with `refusal` */
  async function checkPassword(
    email: string,
    password: string,
    refusal: 'wrong_password' | 'not_this_password',
  ): Promise<{ subject: string; hash: string }> {
    const known = await findByEmail(db, email);
    const isRight = known?.hash ? await verifyPassword(known.hash, password) : await hashPassword(password);
    if (known?.hash && isRight) return { subject: known.subject, hash: known.hash };
    await onEvent({ kind: 'sign_in_refused', email }, db);
    throw new AccountError(refusal);
  }

  return {
    /** Creates an account, or emails the owner of an existing one; the reply does not reveal which. */
    async signUp({ name, email, password }: { name: string; email: string; password: string }) {
      const hash = await hashPassword(password);
      const made = db.transaction().execute(async (tx) => {
        const subject = await createAccount(tx, { name, email, emailVerified: false });
        if (subject === undefined) return false;
        await addLogin(tx, {
          userId: subject,
          providerId: 'credential',
          accountId: subject,
          password: hash,
        });
        await onEvent({ kind: 'signed_up', subject }, tx);
        await sendVerification(tx, subject, email);
        return true;
      });
      const isNew = await made.catch((error: unknown) => {
        // An address that its earlier account can still get back is not given away; the reply does not reveal
        // it.
        if (breaksConstraint(error, 'user_email_of_undo')) return true;
        throw error;
      });
      if (!isNew) await parts.onKnownSignUp(email);
    },

    async signIn({ email, password }: { email: string; password: string }): Promise<SignedIn> {
      const { subject, hash } = await checkPassword(email, password, 'wrong_password');
      const signedIn = await db.transaction().execute(async (tx) => {
        await lockFactors(tx, subject);
        // A reset or an undone change meanwhile ended all sessions, but would miss this one.
        const current = await findByEmail(tx, email);
        return current?.hash === hash && current.subject === subject ? begin(tx, subject) : undefined;
      });
      if (!signedIn) {
        await onEvent({ kind: 'sign_in_refused', email }, db);
        throw new AccountError('wrong_password');
      }
      await replaceEarlierHash(db, subject, { hash, password });
      return signedIn;
    },

    /** Signs in by a passkey. @throws AccountError `passkey_refused` */
    async signInByPasskey(response: AuthenticationResponseJSON): Promise<SignedIn> {
      const { subject, token } = await passkeys.signIn(response);
      return { token, email: (await findIdentity(db, subject))?.email ?? '', secondFactor: [] };
    },

    /** Confirms by the password who is using a session. @throws AccountError `not_this_password` */
    async confirmPassword({ subject, sessionId }: OwnSession, password: string): Promise<void> {
      // With a second factor, the password alone is not enough.
      const factors = await findFactorKinds(db, subject);
      if (factors.length > 0) throw new AccountError('second_factor_needed');
      const identity = await findIdentity(db, subject);
      await checkPassword(identity?.email ?? '', password, 'not_this_password');
      await noteProof(db, sessionId, clock.now());
    },

    /** Emails a link to choose a new password, if the address has an account; the reply does not reveal
     * whether. */
    async requestReset(email: string): Promise<void> {
      const known = await findByEmail(db, email);
      if (!known) return;
      await db.transaction().execute(async (tx) => {
        // The address may have left the account since the link was requested.
        if ((await findAccount(tx, known.subject))?.email !== email) return;
        const token = await addResetLink(tx, known.subject);
        await parts.sendReset({ to: email, url: `${origin()}/reset-password?token=${token}` }, tx);
      });
    },

    /** Sets a new password by an emailed link, which invalidates all others, and returns the account's
     * address. */
    resetPassword: (link: { token: string; newPassword: string }) => resetPassword({ db, onEvent }, link),

    sendVerification: (subject: string, email: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, subject);
        if (account?.email !== email) throw new AccountError('other_email');
        if (account.emailVerified) throw new AccountError('already_verified');
        await sendVerification(tx, subject, email);
      }),

    /** Verifies the address for its signed-in account only: otherwise its owner would verify a stranger's
     * account. */
    async verifyEmail(tx: DatabaseTransaction, subject: string, token: string): Promise<void> {
      const claims = await readToken(token, verification());
      if (!claims) throw new AccountError('invalid_link');
      const account = await findAccount(tx, subject);
      if (claims.sub !== subject || account?.email !== claims.email) throw new AccountError('other_email');
      if (account?.emailVerified) return;
      await updateAccount(tx, subject, { emailVerified: true });
      await onEvent({ kind: 'email_verified', subject }, tx);
    },

    /** Returns Google's address for a sign-in that ends on `page`, and the cookie of the attempt; `undefined`
     * if Google is not set up. */
    startGoogle: (page: string) => google?.start(page),

    /** Returns the page where the browser continues after Google, and the sign-in, if any. */
    async finishGoogle(
      query: URLSearchParams,
      attempt: string | undefined,
    ): Promise<{ page: string; signedIn?: SignedIn }> {
      const back = await google?.finish(query, attempt);
      if (!back) return { page: NO_ANSWER };
      if ('trouble' in back) return { page: withError(back.page, back.trouble) };
      const signedIn = await orKept(
        db.transaction().execute(async (tx) => {
          const account = await findGoogleAccount(tx, back.profile);
          if (typeof account === 'string') return account;
          if (account.isNew) await onEvent({ kind: 'signed_up', subject: account.subject }, tx);
          return begin(tx, account.subject);
        }),
      );
      if (typeof signedIn === 'string') return { page: withError(back.page, signedIn) };
      return { page: back.page, signedIn };
    },
  };
}

const NO_ANSWER = '/login/google-done?error=no_answer';

const withError = (page: string, error: string) =>
  `${page}${page.includes('?') ? '&' : '?'}error=${encodeURIComponent(error)}`;
