import { betterAuth } from 'better-auth';
import { bearer, jwt } from 'better-auth/plugins';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Identity } from '#platform/identity-provider/identity-provider.ts';
import type { Log } from '#platform/log.ts';
import { noteHiddenError, notePasswordHash } from './call-notes.ts';
import { type GoogleClient, googleSignIn } from './google-provider.ts';
import { ID_TOKEN_ALGORITHM, ID_TOKEN_AUDIENCE, ID_TOKEN_ISSUER } from './id-token.ts';
import { IDENTITY_PATH } from './identity-calls.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { startSession } from './session-store.ts';

const DAY_SECONDS = 24 * 60 * 60;
const RESET_TTL_SECONDS = 60 * 60;

/** Who a mail goes to, and the link it carries. */
export type IdentityLetter = { to: string; name: string; url: string };

/** What the accounts need from the shop. */
export type EngineOptions = {
  db: Database;
  clock: Clock;
  /** Where people reach the shop, without a trailing slash. */
  origin: string;
  secret: string;
  google: GoogleClient | undefined;
  log: Log;
  sendVerification(letter: IdentityLetter): Promise<void>;
  sendReset(letter: IdentityLetter): Promise<void>;
  /** Hears of a new account, in whatever way it was made. */
  onSignUp(subject: string): Promise<void>;
  /** Hears of a session that was started for an account, in whatever way. */
  onSignIn(subject: string): Promise<void>;
  /** Hears of a password that was set anew by a mail's link, just before every session is ended. */
  onPasswordReset(account: { subject: string; email: string }): Promise<void>;
};

/** Sets better-auth up: accounts with passwords, sessions, ID tokens, and Google when configured. */
export function createAccountsEngine(options: EngineOptions) {
  const { db, origin, google, log } = options;
  return betterAuth({
    appName: 'Toolyard',
    baseURL: origin,
    basePath: IDENTITY_PATH,
    secret: options.secret,
    database: { db, type: 'postgres', schemaName: 'identity' },
    trustedOrigins: [origin],
    telemetry: { enabled: false },
    // The shop counts tries itself, in the database, for all its processes together.
    rateLimit: { enabled: false },
    logger: {
      level: 'debug',
      log(level, message, ...details) {
        // Some of its lines quote the address that somebody has typed.
        log.debug({ severity: level }, `accounts: ${message.replace(/\S+@\S+/g, '(address)')}`);
        if (level === 'error') noteHiddenError(details);
      },
    },
    // Only Google's way back has nowhere else to say what went wrong.
    onAPIError: { throw: true, errorURL: `${origin}/login/google-done` },
    // The shop renews sessions itself, and rotates their tokens as it does (sessions.ts).
    session: { disableSessionRefresh: true },
    databaseHooks: {
      user: { create: { after: ({ id }) => options.onSignUp(id) } },
      session: {
        create: {
          before: async () => ({ data: startSession(options.clock.now()) }),
          after: ({ userId }) => options.onSignIn(userId),
        },
      },
    },
    advanced: {
      disableOriginCheck: false,
      // No cookie ever signs anybody in here, so there is nothing that a foreign page could ride on.
      disableCSRFCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: {
        hash: hashPassword,
        async verify({ hash, password }) {
          const isRight = await verifyPassword(hash, password);
          if (isRight) notePasswordHash(hash);
          return isRight;
        },
      },
      resetPasswordTokenExpiresIn: RESET_TTL_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        options.sendReset({
          to: user.email,
          name: user.name,
          url: `${origin}/reset-password?token=${token}`,
        }),
      onPasswordReset: ({ user }) => options.onPasswordReset({ subject: user.id, email: user.email }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, token }) =>
        options.sendVerification({
          to: user.email,
          name: user.name,
          url: `${origin}/verify-email?token=${token}`,
        }),
    },
    // Only where both sides have seen the address verified: Google (google-provider.ts), and the shop.
    account: { accountLinking: { enabled: true, requireLocalEmailVerified: true } },
    plugins: [
      ...(google ? [googleSignIn(google, options)] : []),
      bearer({ requireSignature: true }),
      jwt({
        disableSettingJwtHeader: true,
        jwks: { keyPairConfig: { alg: ID_TOKEN_ALGORITHM, crv: 'Ed25519' } },
        jwt: {
          issuer: ID_TOKEN_ISSUER,
          audience: ID_TOKEN_AUDIENCE,
          expirationTime: '5m',
        },
      }),
    ],
  });
}

/** Signs an ID token. */
export async function signIdToken(engine: AccountsEngine, identity: Identity, now: Date): Promise<string> {
  const { subject, sessionId, email, emailVerified, displayName } = identity;
  const payload = {
    sub: subject,
    sid: sessionId,
    iat: Math.floor(now.getTime() / 1000),
    email,
    email_verified: emailVerified,
    name: displayName,
  };
  const { token } = await engine.api.signJWT({ body: { payload } });
  return token;
}

/** better-auth, set up for the shop. */
export type AccountsEngine = ReturnType<typeof createAccountsEngine>;
