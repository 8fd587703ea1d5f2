import { randomInt } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import {
  constantTimeEqual,
  generateRandomString,
  symmetricDecrypt,
  symmetricEncrypt,
} from 'better-auth/crypto';
import { type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { endSessionsOf } from './sessions.ts';

// An account with an authenticator app or a passkey has a second factor: a session that has not passed one is
// good for nothing (`isPassed`). better-auth's own plugins for this guard only its sign-in with a password,
// and keep a cookie for it (decision 104): their parts are used here, their sessions are not.

/** What an account signs in with besides its password. */
export type Factors = {
  authenticatorSince: Date | null;
  /** When a code of the app was last taken, to half a minute. */
  authenticatorUsedAt: Date | null;
  passkeys: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }[];
  recoveryCodesLeft: number;
};

/** What a session is asked for: a code of the app or a recovery code, or a passkey. */
export type FactorKind = 'code' | 'passkey';

/** The session in which somebody changes their factors. */
export type OwnSession = { subject: string; sessionId: string };

export type FactorParts = { db: Database; clock: Clock; secret: string; onEvent: NoteIdentityEvent };

/** How long a code of the app lasts. */
const STEP_MS = 30_000;

/** The kinds of factors that an account has; none if it is signed in to by its password alone. */
export async function findFactorKinds(db: Database, subject: string): Promise<FactorKind[]> {
  const factors = await findFactors(db, subject);
  if (factors.authenticatorSince === null && factors.passkeys.length === 0) return [];
  return factors.passkeys.length > 0 ? ['code', 'passkey'] : ['code'];
}

/** The factors of an account. */
export async function findFactors(db: Database, subject: string): Promise<Factors> {
  const [authenticator, passkeys, { codes }] = await Promise.all([
    db
      .selectFrom('identity.authenticator')
      .select(['confirmedAt', 'lastStep'])
      .where('userId', '=', subject)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst(),
    db
      .selectFrom('identity.passkey')
      .select(['id', 'name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', subject)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('identity.recovery_code')
      .select(({ fn }) => fn.countAll<number>().as('codes'))
      .where('userId', '=', subject)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    authenticatorSince: authenticator?.confirmedAt ?? null,
    authenticatorUsedAt: authenticator ? new Date(authenticator.lastStep * STEP_MS) : null,
    passkeys,
    recoveryCodesLeft: codes,
  };
}

/** Notes that a session has passed a factor, which is also a fresh proof of who is there. Only the first time
 * completes the sign-in. @throws AccountError `not_signed_in` if it has just ended, as when the account was
 * taken over by its owner */
export async function passFactor(
  { clock, onEvent }: Pick<FactorParts, 'clock' | 'onEvent'>,
  tx: DatabaseTransaction,
  { subject, sessionId }: OwnSession,
): Promise<void> {
  if (await notePass(tx, sessionId, clock.now())) await onEvent({ kind: 'signed_in', subject }, tx);
}

/** Returns whether the session had passed none before. */
async function notePass(tx: DatabaseTransaction, sessionId: string, now: Date): Promise<boolean> {
  const before = await tx
    .selectFrom('identity.session')
    .select('factorAt')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AccountError('not_signed_in');
  await tx
    .updateTable('identity.session')
    .set({ factorAt: now, provedAt: now, wrongCodes: 0 })
    .where('id', '=', sessionId)
    .execute();
  return before.factorAt === null;
}

const MAX_WRONG_CODES = 10;

/** Counts a wrong code of a session, and ends it with the last one. Returns whether it has ended. */
async function countWrongCode(db: Database, sessionId: string): Promise<boolean> {
  const counted = await db
    .updateTable('identity.session')
    .set((eb) => ({ wrongCodes: eb('wrongCodes', '+', 1) }))
    .where('id', '=', sessionId)
    .where('wrongCodes', '<', MAX_WRONG_CODES - 1)
    .executeTakeFirst();
  if (counted.numUpdatedRows > 0n) return false;
  await db.deleteFrom('identity.session').where('id', '=', sessionId).execute();
  return true;
}

/** A code counts a step before and after its own, for clocks that differ. */
const STEPS_BESIDE = [-1, 0, 1];

const RECOVERY_CODES = 10;
/** Excludes 0, o, 1 and l, which are easily confused. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Creates the use cases of the authenticator app and the recovery codes. */
export function createSecondFactor({ db, clock, secret: key, onEvent }: FactorParts) {
  /** The step whose code this is, among those that count now; none of an app that was set up under another
   * `SHOP_SECRET`. */
  async function stepOf(code: string, encrypted: string): Promise<number | undefined> {
    const secret = await symmetricDecrypt({ key, data: encrypted }).catch(() => undefined);
    if (secret === undefined) return undefined;
    const otp = createOTP(secret);
    const current = Math.floor(clock.now().getTime() / STEP_MS);
    const steps = STEPS_BESIDE.map((beside) => current + beside);
    const codes = await Promise.all(steps.map((step) => otp.hotp(step)));
    return steps.find((_step, index) => constantTimeEqual(codes[index] ?? '', code));
  }

  /** Uses up a code of the app, in one statement: of the same code sent twice at once, one counts. */
  async function takeAppCode(subject: string, code: string, sessionId: string): Promise<boolean> {
    const app = await db
      .selectFrom('identity.authenticator')
      .select('secret')
      .where('userId', '=', subject)
      .where('confirmedAt', 'is not', null)
      .executeTakeFirst();
    const step = app && (await stepOf(code, app.secret));
    if (!app || step === undefined) return false;
    return db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('identity.authenticator')
        .set({ lastStep: step })
        .where('userId', '=', subject)
        .where('secret', '=', app.secret)
        .where('confirmedAt', 'is not', null)
        .where('lastStep', '<', step)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await passFactor({ clock, onEvent }, tx, { subject, sessionId });
      return true;
    });
  }

  async function takeRecoveryCode(subject: string, code: string, sessionId: string): Promise<boolean> {
    const codes = db.selectFrom('identity.recovery_code').select(['id', 'hash']);
    for (const { id, hash } of await codes.where('userId', '=', subject).execute()) {
      if (!(await verifyPassword(hash, code))) continue;
      return db.transaction().execute(async (tx) => {
        const used = tx.deleteFrom('identity.recovery_code').where('id', '=', id).returning('id');
        if (!(await used.executeTakeFirst())) return false;
        await passFactor({ clock, onEvent }, tx, { subject, sessionId });
        await onEvent({ kind: 'recovery_code_used', subject }, tx);
        return true;
      });
    }
    return false;
  }

  return {
    /** Passes a session by a code of the app, or by a recovery code. @throws AccountError
     * `wrong_code`; `last_wrong_code` if ten in a row have ended the session */
    async passByCode({ subject, sessionId }: OwnSession, typed: string): Promise<void> {
      const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
      const take = /^\d{6}$/.test(code) ? takeAppCode : takeRecoveryCode;
      if (await take(subject, code, sessionId)) return;
      const isLast = await countWrongCode(db, sessionId);
      await onEvent({ kind: 'second_factor_refused', subject }, db);
      throw new AccountError(isLast ? 'last_wrong_code' : 'wrong_code');
    },

    /** Makes a secret for an app, which its first code confirms. @throws AccountError `factor_exists` */
    async startAuthenticator(own: OwnSession, issuer: string, email: string) {
      const secret = generateRandomString(32);
      const data = await symmetricEncrypt({ key, data: secret });
      await db.transaction().execute(async (tx) => {
        await lockOwn(tx, own);
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('identity.authenticator')
          .values({ userId: own.subject, secret: data })
          .onConflict((conflict) =>
            conflict
              .column('userId')
              .doUpdateSet({ secret: data, lastStep: 0 })
              .where('identity.authenticator.confirmedAt', 'is', null),
          )
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) throw new AccountError('factor_exists');
      });
      const uri = createOTP(secret).url(issuer, email);
      return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
    },

    /** Turns the app on by its first code. Returns new recovery codes, if it is the first factor.
     * @throws AccountError `wrong_code` */
    async confirmAuthenticator(own: OwnSession, code: string): Promise<string[]> {
      const { subject } = own;
      const waiting = await db
        .selectFrom('identity.authenticator')
        .select('secret')
        .where('userId', '=', subject)
        .where('confirmedAt', 'is', null)
        .executeTakeFirst();
      const step = waiting && (await stepOf(code.replace(/\D/g, ''), waiting.secret));
      if (!waiting || step === undefined) throw new AccountError('wrong_code');
      return addFactor({ db, clock, onEvent }, own, 'authenticator', async (tx) => {
        const confirmed = await tx
          .updateTable('identity.authenticator')
          .set({ confirmedAt: clock.now(), lastStep: step })
          .where('userId', '=', subject)
          .where('secret', '=', waiting.secret)
          .where('confirmedAt', 'is', null)
          .executeTakeFirst();
        if (confirmed.numUpdatedRows === 0n) throw new AccountError('wrong_code');
      });
    },

    /** @throws AccountError `no_such_factor` */
    removeAuthenticator: (own: OwnSession) =>
      db.transaction().execute(async (tx) => {
        await lockOwn(tx, own);
        const removed = await tx
          .deleteFrom('identity.authenticator')
          .where('userId', '=', own.subject)
          .where('confirmedAt', 'is not', null)
          .executeTakeFirst();
        if (removed.numDeletedRows === 0n) throw new AccountError('no_such_factor');
        await afterRemoval(tx, own);
        await onEvent({ kind: 'factor_removed', subject: own.subject, factor: 'authenticator' }, tx);
      }),

    /** Removes every factor of an account whose owner has lost them, and ends all its sessions. Returns
     * whether it had one; nothing changes otherwise. */
    reset: (subject: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if (!(await lockFactors(tx, subject))) return false;
        await tx.deleteFrom('identity.authenticator').where('userId', '=', subject).execute();
        await tx.deleteFrom('identity.passkey').where('userId', '=', subject).execute();
        await tx.deleteFrom('identity.recovery_code').where('userId', '=', subject).execute();
        // Last: somebody who was passing one of these meanwhile is logged out too.
        await endSessionsOf(tx, subject);
        await onEvent({ kind: 'factors_reset', subject }, tx);
        return true;
      }),

    /** Replaces the recovery codes. @throws AccountError `no_such_factor`
     * without a factor that they stand for */
    async renewRecoveryCodes(own: OwnSession): Promise<string[]> {
      const { subject } = own;
      const made = await makeRecoveryCodes();
      await db.transaction().execute(async (tx) => {
        if (!(await lockOwn(tx, own))) throw new AccountError('no_such_factor');
        await writeRecoveryCodes(tx, subject, made);
        await onEvent({ kind: 'recovery_codes_renewed', subject }, tx);
      });
      return made.map(({ code }) => code);
    },
  };
}

export type SecondFactor = ReturnType<typeof createSecondFactor>;

/** Locks an account against other changes of its factors. Returns whether it has one. Always taken before the
 * factors themselves, those before recovery codes, and sessions last. */
export async function lockFactors(tx: DatabaseTransaction, subject: string): Promise<boolean> {
  await tx.selectFrom('identity.user').select('id').where('id', '=', subject).forNoKeyUpdate().execute();
  const { rows } = await sql<{ has: boolean }>`select identity.has_factor(${subject}) as has`.execute(tx);
  return rows[0]?.has ?? false;
}

/** Locks an account against other changes of how it is logged in to, in one of its sessions. Returns whether
 * it has a second factor. @throws AccountError `not_signed_in` if the session has just ended, as when a
 * stranger's change of the address is undone */
export async function lockOwn(tx: DatabaseTransaction, { subject, sessionId }: OwnSession): Promise<boolean> {
  const hasFactor = await lockFactors(tx, subject);
  const session = tx.selectFrom('identity.session').select('id').where('id', '=', sessionId);
  if (!(await session.executeTakeFirst())) throw new AccountError('not_signed_in');
  return hasFactor;
}

/** Adds a factor in its session, which has passed it then. Returns recovery codes with the first one. */
export async function addFactor(
  { db, clock, onEvent }: Omit<FactorParts, 'secret'>,
  { subject, sessionId }: OwnSession,
  factor: 'authenticator' | 'passkey',
  add: (tx: DatabaseTransaction) => Promise<void>,
): Promise<string[]> {
  const made = await makeRecoveryCodes();
  return db.transaction().execute(async (tx) => {
    const hadOne = await lockFactors(tx, subject);
    await add(tx);
    await notePass(tx, sessionId, clock.now());
    await onEvent({ kind: 'factor_added', subject, factor }, tx);
    if (hadOne) return [];
    await writeRecoveryCodes(tx, subject, made);
    return made.map(({ code }) => code);
  });
}

/** Once the last factor is gone, its recovery codes go too; and whoever has typed the password elsewhere, but
 * no code, is not let in by the removal. */
export async function afterRemoval(
  tx: DatabaseTransaction,
  { subject, sessionId }: OwnSession,
): Promise<void> {
  await tx
    .deleteFrom('identity.recovery_code')
    .where('userId', '=', subject)
    .where(sql<SqlBool>`not identity.has_factor(${subject})`)
    .execute();
  await tx
    .deleteFrom('identity.session')
    .where('userId', '=', subject)
    .where('factorAt', 'is', null)
    .where('id', '!=', sessionId)
    .execute();
}

/** Ten codes of 50 bits, in two groups of five, each with its hash. */
function makeRecoveryCodes(): Promise<{ code: string; hash: string }[]> {
  const group = () => Array.from({ length: 5 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Promise.all(
    Array.from({ length: RECOVERY_CODES }, async () => {
      const [first, second] = [group(), group()];
      return { code: `${first}-${second}`, hash: await hashPassword(first + second) };
    }),
  );
}

async function writeRecoveryCodes(
  tx: DatabaseTransaction,
  subject: string,
  made: { hash: string }[],
): Promise<void> {
  await tx.deleteFrom('identity.recovery_code').where('userId', '=', subject).execute();
  await tx
    .insertInto('identity.recovery_code')
    .values(made.map(({ hash }) => ({ id: uuid(), userId: subject, hash })))
    .execute();
}
