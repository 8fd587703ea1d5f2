import { betterAuth } from 'better-auth';
import { bearer } from 'better-auth/plugins';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import { linkGoogleAccount } from './google-links.ts';
import { type GoogleClient, googleSignIn } from './google-provider.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { startSession } from './sessions.ts';

export const IDENTITY_PATH = '/api/auth';

const DAY_SECONDS = 24 * 60 * 60;
const RESET_TTL_SECONDS = 60 * 60;

export type IdentityLetter = { to: string; url: string };
/** A letter to the account's address as it was when it was asked for. */
export type ResetLetter = IdentityLetter & { subject: string };

export type EngineOptions = {
  db: Database;
  clock: Clock;
  /** The shop's public address, without a trailing slash. */
  origin: string;
  secret: string;
  google: GoogleClient | undefined;
  log: Log;
  sendVerification(letter: IdentityLetter): Promise<void>;
  sendReset(letter: ResetLetter): Promise<void>;
  /** Called on a sign-up with an address, in lower case, that already has an account. */
  onKnownSignUp(email: string): Promise<void>;
  onSignUp(subject: string): Promise<void>;
  onSignIn(subject: string): Promise<void>;
};

/** Configures better-auth: accounts with passwords, sessions, emailed links, and Google if configured. */
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
    // The shop counts attempts itself, in the database, for all of its processes together.
    rateLimit: { enabled: false },
    logger: {
      level: 'debug',
      // Some of its log lines quote the typed address, and so do the database errors with them.
      log: (level, message) =>
        log.debug({ severity: level }, `accounts: ${message.replace(/\S+@\S+/g, '(address)')}`),
    },
    // Only Google's callback has no other place to report an error.
    onAPIError: { errorURL: `${origin}/login/google-done` },
    // The shop renews sessions itself and rotates their tokens (sessions.ts).
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
    advanced: { ipAddress: { disableIpTracking: true } },
    emailAndPassword: {
      enabled: true,
      // Signing in is a separate call, so that a sign-up answers the same whether or not the address has an
      // account.
      autoSignIn: false,
      onExistingUserSignUp: ({ user }) => options.onKnownSignUp(user.email),
      // The calls check the length in characters (`newPasswordSchema`), of which each is two code units at most.
      minPasswordLength: 6,
      maxPasswordLength: 256,
      password: {
        hash: hashPassword,
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
      resetPasswordTokenExpiresIn: RESET_TTL_SECONDS,
      sendResetPassword: ({ user, token }) =>
        options.sendReset({
          subject: user.id,
          to: user.email,
          url: `${origin}/reset-password?token=${token}`,
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: DAY_SECONDS,
      sendVerificationEmail: ({ user, token }) =>
        options.sendVerification({
          to: user.email,
          url: `${origin}/verify-email?token=${token}`,
        }),
    },
    // Done before better-auth looks for the account (google-links.ts).
    account: { accountLinking: { enabled: false } },
    plugins: [
      ...(google
        ? [googleSignIn(google, { ...options, onProfile: (who) => linkGoogleAccount(db, who) })]
        : []),
      bearer({ requireSignature: true }),
    ],
  });
}

export type AccountsEngine = ReturnType<typeof createAccountsEngine>;
