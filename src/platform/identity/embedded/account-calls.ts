import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { APIError } from 'better-auth/api';
import { jwtVerify } from 'jose';
import { JWTExpired } from 'jose/errors';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { AccountError, type AccountErrorCode } from '../identity-provider.ts';
import { findAccount, findIdentity, findPasswordHash, updateAccount } from './account-store.ts';
import { type AccountsEngine, IDENTITY_PATH } from './accounts-engine.ts';
import { replaceEarlierHash, resetPassword } from './change-password.ts';
import { isKeptAddress } from './email-changes.ts';
import { whoIsAtGoogle } from './google-provider.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import type { Passkeys } from './passkeys.ts';
import { verifyPassword } from './password-hash.ts';
import { type FactorKind, findFactorKinds, type SecondFactor } from './second-factor.ts';
import {
  endUnlessCurrent,
  noteProof,
  type OpenSession,
  type Sessions,
  sessionIdOf,
  signSessionToken,
} from './sessions.ts';
import { signToken } from './signed-token.ts';

const ID_TOKEN_SECONDS = 5 * 60;

type HandedOut = { token: string; session: string };

/** The answer to a sign-in that lacks its second factor: a session that is
 * good for nothing but to pass one. */
type LacksFactor = { secondFactor: FactorKind[]; session: string };

/** The calls of people to their accounts. `bearer` is the session token of a call. Each throws
 * AccountError. */
export type AccountCalls = ReturnType<typeof createAccountCalls>;

type Parts = {
  db: Database;
  clock: Clock;
  secret: string;
  idTokens: { key: Uint8Array; audience: string };
  sessions: Sessions;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  onEvent: NoteIdentityEvent;
  /** Called on a sign-up with an address that already has an account. */
  onKnownSignUp: (email: string) => Promise<void>;
  engine: () => AccountsEngine;
};

const knownErrors: Record<string, AccountErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'wrong_password',
  INVALID_TOKEN: 'invalid_link',
  USER_NOT_FOUND: 'invalid_link',
  EMAIL_MISMATCH: 'other_email',
  EMAIL_ALREADY_VERIFIED: 'already_verified',
};

const codeOf = (error: unknown) => (error instanceof APIError ? error.body?.code : undefined) ?? '';

async function asking<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const code = knownErrors[codeOf(error)];
    throw code ? new AccountError(code) : error;
  }
}

/** Creates the calls: better-auth answers them, or the shop itself where token rotation or an address is
 * involved. */
export function createAccountCalls({
  db,
  clock,
  secret,
  idTokens,
  sessions,
  secondFactor,
  passkeys,
  onEvent,
  onKnownSignUp,
  engine,
}: Parts) {
  const ask = () => engine().api;

  /** Issues the tokens of an open session. @throws AccountError if it has just ended */
  async function handOut({ id, subject, token }: OpenSession): Promise<HandedOut> {
    const now = clock.now();
    const identity = await findIdentity(db, { subject, sessionId: id }, now);
    if (!identity) throw new AccountError('not_signed_in');
    const { email, emailVerified, displayName } = identity;
    const claims = { sub: subject, sid: id, email, email_verified: emailVerified, name: displayName };
    return {
      token: await signToken(claims, ID_TOKEN_SECONDS, { ...idTokens, now }),
      session: await signSessionToken(token, secret),
    };
  }

  /** Finds the session of a bearer. @throws AccountError `not_signed_in` */
  async function open(bearer: string | undefined) {
    const session = await sessions.find(bearer);
    if (!session) throw new AccountError('not_signed_in');
    return session;
  }

  const lacking = async (secondFactor: FactorKind[], token: string): Promise<LacksFactor> => ({
    secondFactor,
    session: await signSessionToken(token, secret),
  });

  /** Renews a session, also once it has passed a factor: whoever had its
   * token before is left with nothing. */
  async function renew(bearer: string | undefined, key?: string): Promise<HandedOut> {
    const session = await sessions.renew(bearer, key);
    if (!session) throw new AccountError('not_signed_in');
    return handOut(session);
  }

  return {
    /** Creates an account, or emails the owner of an existing one; the reply does not reveal which. */
    async signUp(person: { name: string; email: string; password: string }): Promise<void> {
      try {
        await asking(ask().signUpEmail({ body: person }));
      } catch (error) {
        if (codeOf(error) !== 'FAILED_TO_CREATE_USER') throw error;
        // Of two simultaneous sign-ups, the second fails in the database.
        // Nobody gets an address that its account can still get back; who tries is not told.
        if (await isKeptAddress(db, person.email)) return;
        if (!(await findPasswordHash(db, person.email)))
          throw new Error('the account could not be made', { cause: error });
        await onKnownSignUp(person.email);
      }
    },

    /** Signs in, taking the same time whether the address or the password is wrong. */
    async signIn(typed: { email: string; password: string }) {
      const { email, password } = typed;
      // A reset while the password is being checked ends the existing sessions and would miss this one.
      const before = await findPasswordHash(db, email);
      try {
        const answer = await asking(ask().signInEmail({ body: { email, password } }));
        const isOld = await endUnlessCurrent(db, sessionIdOf(answer.token), { password: before?.hash ?? '' });
        if (isOld) throw new AccountError('wrong_password');
        const { token, user } = answer;
        await replaceEarlierHash(db, user.id, { hash: before?.hash ?? '', password });
        const secondFactor = await findFactorKinds(db, user.id);
        if (secondFactor.length > 0) return await lacking(secondFactor, token);
        return { ...answer, ...(await handOut({ id: sessionIdOf(token), subject: user.id, token })) };
      } catch (error) {
        if (error instanceof AccountError && error.code === 'wrong_password')
          await onEvent({ kind: 'sign_in_refused', email }, db);
        throw error;
      }
    },

    /** Returns an ID token and the session's next token: the given one is spent (decision 11). */
    renew,

    /** Whose a session is, and how it can be confirmed: by its second factor, or else by the password.
     * @throws AccountError `not_signed_in` */
    async askFactor(bearer: string | undefined) {
      const { subject, isPassed } = await open(bearer);
      return { subject, isPassed, secondFactor: await findFactorKinds(db, subject) };
    },

    /** Passes a session by a code. @throws AccountError `wrong_code`, `last_wrong_code` */
    async passByCode(bearer: string | undefined, code: string): Promise<HandedOut> {
      const { id: sessionId, subject } = await open(bearer);
      await secondFactor.passByCode({ subject, sessionId }, code);
      return renew(bearer);
    },

    /** Returns the browser's task to use a passkey: any of this shop, or one of the session's account. */
    async startPasskey(bearer: string | undefined) {
      return passkeys.startSigning(bearer === undefined ? undefined : (await open(bearer)).subject);
    },

    /** Signs in by a passkey, or passes the session by it. @throws AccountError `passkey_refused` */
    async passByPasskey(
      bearer: string | undefined,
      response: AuthenticationResponseJSON,
    ): Promise<HandedOut> {
      if (bearer === undefined) return handOut(await passkeys.signIn(response));
      const { id: sessionId, subject } = await open(bearer);
      await passkeys.passSession(response, { subject, sessionId });
      return renew(bearer);
    },

    /** Proves again, by the password, who is at an open session. @throws AccountError `not_this_password` */
    async confirmPassword(bearer: string | undefined, email: string, password: string): Promise<void> {
      const session = await open(bearer);
      const identity = await findIdentity(db, { ...session, sessionId: session.id }, clock.now());
      if (identity?.email !== email) throw new AccountError('not_signed_in');
      // The password alone does not stand for somebody with a second factor.
      const factors = await findFactorKinds(db, session.subject);
      if (factors.length > 0) throw new AccountError('second_factor_needed');
      const known = await findPasswordHash(db, email);
      if (!known?.hash || !(await verifyPassword(known.hash, password))) {
        await onEvent({ kind: 'sign_in_refused', email }, db);
        throw new AccountError('not_this_password');
      }
      await noteProof(db, session.id, clock.now());
    },

    signOut: sessions.end,

    /** Emails a link to choose a new password, if the address has an account; the reply does not reveal
     * whether. */
    requestReset: (email: string) => asking(ask().requestPasswordReset({ body: { email } })),

    /** Sets a new password by an emailed link, which invalidates all others, and returns the account's
     * address. */
    resetPassword: (link: { token: string; newPassword: string }) => resetPassword({ db, onEvent }, link),

    async sendVerification(bearer: string | undefined, email: string) {
      const session = await sessions.find(bearer);
      const authorization = session && `Bearer ${await signSessionToken(session.token, secret)}`;
      const headers = new Headers(authorization ? { authorization } : {});
      return asking(ask().sendVerificationEmail({ body: { email }, headers }));
    },

    /** Verifies the address for its signed-in account only: otherwise its owner would vouch for anyone who
     * signed up with it. */
    async verifyEmail(bearer: string | undefined, token: string): Promise<void> {
      const session = await sessions.find(bearer);
      const email = await readVerificationToken(token, secret);
      if (!session) throw new AccountError('not_signed_in_to_verify');
      await db.transaction().execute(async (tx) => {
        const account = await findAccount(tx, session.subject);
        if (account?.email !== email) throw new AccountError('other_email');
        if (account.emailVerified) return;
        await updateAccount(tx, session.subject, { emailVerified: true });
        await onEvent({ kind: 'email_verified', subject: session.subject }, tx);
      });
    },

    async startGoogle(body: {
      provider: 'google';
      callbackURL: string;
      errorCallbackURL?: string | undefined;
    }) {
      const { response, headers } = await asking(
        ask().signInSocial({ body: { ...body, disableRedirect: true }, returnHeaders: true }),
      );
      return { url: String(response.url), cookies: headers.getSetCookie().filter(isStateCookie) };
    },

    /** Returns where the browser continues after Google, and the new session, if any. */
    async finishGoogle(search: string, cookies: string | undefined) {
      const state = cookies?.split(/;\s*/).find(isStateCookie);
      const request = new Request(`http://shop${IDENTITY_PATH}/callback/google${search}`, {
        headers: state ? { cookie: state } : {},
      });
      const { answer, subject } = await whoIsAtGoogle(() => engine().handler(request));
      const session = answer.headers.get('set-auth-token') ?? undefined;
      const left = answer.headers.getSetCookie().filter(isStateCookie);
      // An undo of an email change meanwhile would miss this session.
      const isOld = session && (await endUnlessCurrent(db, sessionIdOf(session), { google: subject ?? '' }));
      if (isOld) return { location: NO_ANSWER, cookies: left, session: undefined };
      return { location: answer.headers.get('location') ?? NO_ANSWER, cookies: left, session };
    },
  };
}

const NO_ANSWER = '/login/google-done?error=no_answer';

const isStateCookie = (cookie: string) => /^(__Secure-)?better-auth\.(oauth_)?state=/.test(cookie);

/** The address that a link was emailed to, in lower case; better-auth signs it into the token. */
async function readVerificationToken(token: string, secret: string): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['email', 'exp'],
    });
    return String(payload.email);
  } catch (error) {
    throw new AccountError(error instanceof JWTExpired ? 'expired_link' : 'invalid_link');
  }
}
