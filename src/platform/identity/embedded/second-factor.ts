import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { endSessionsOf, isSessionThere, type OwnSession } from '../sessions.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

// An account with an authenticator app or a passkey has a second factor: a session that has not passed one can
// only be used to pass it (`isPassed`).

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

export type FactorParts = { db: Database; clock: Clock; secret: string; onEvent: NoteIdentityEvent };

/** How long a code of the app lasts. */
const STEP_MS = 30_000;

/** The kinds of factors that an account has; none if it is signed in to by its password alone. */
export async function findFactorKinds(db: Database, subject: string): Promise<FactorKind[]> {
  const { rows } = await sql<{
    has: boolean;
    hasPasskey: boolean;
  }>`select identity.has_factor(${subject}) as has,
    exists (select from identity.passkey where "userId" = ${subject}) as "hasPasskey"`.execute(db);
  const [{ has, hasPasskey } = { has: false, hasPasskey: false }] = rows;
  if (!has) return [];
  return hasPasskey ? ['code', 'passkey'] : ['code'];
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
    .selectFrom('sessions')
    .select('factor_at')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!before) throw new AccountError('not_signed_in');
  await tx
    .updateTable('sessions')
    .set({ factor_at: now, proved_at: now, wrong_codes: 0 })
    .where('id', '=', sessionId)
    .execute();
  return before.factor_at === null;
}

const MAX_WRONG_CODES = 10;

/** Counts a wrong code of a session, and ends it with the last one. Returns whether it has ended. */
async function countWrongCode(db: Database, { subject, sessionId }: OwnSession): Promise<boolean> {
  const counted = await db
    .updateTable('sessions')
    .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', sessionId)
    .where('wrong_codes', '<', MAX_WRONG_CODES - 1)
    .executeTakeFirst();
  if (counted.numUpdatedRows > 0n) return false;
  await endSessionsOf(db, subject, { id: sessionId });
  return true;
}

/** A code counts a step before and after its own, for clocks that differ. */
const STEPS_BESIDE = [-1, 0, 1];

const RECOVERY_CODES = 10;
/** Excludes 0, o, 1 and l, which are easily confused. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Encrypts apps' secrets, with a nonce in front. */
const cipherOf = (key: string) =>
  managedNonce(xchacha20poly1305)(Uint8Array.from(createHash('sha256').update(key).digest()));

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Creates the use cases of the authenticator app and the recovery codes. */
export function createSecondFactor({ db, clock, secret: key, onEvent }: FactorParts) {
  const cipher = cipherOf(key);

  const encrypt = (secret: string) => Buffer.from(cipher.encrypt(Buffer.from(secret))).toString('hex');

  function decrypt(encrypted: string): string | undefined {
    try {
      return Buffer.from(cipher.decrypt(Buffer.from(encrypted, 'hex'))).toString();
    } catch {
      return undefined;
    }
  }

  /** The step whose code this is, among those that count now; none of an app that was set up under another
   * `SHOP_SECRET`. */
  async function stepOf(code: string, encrypted: string): Promise<number | undefined> {
    const secret = decrypt(encrypted);
    if (secret === undefined) return undefined;
    const otp = createOTP(secret);
    const current = Math.floor(clock.now().getTime() / STEP_MS);
    const steps = STEPS_BESIDE.map((beside) => current + beside);
    const codes = await Promise.all(steps.map((step) => otp.hotp(step)));
    return steps.find((_step, index) => isSame(codes[index] ?? '', code));
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
      if ((await findFactorKinds(db, subject)).length === 0) throw new AccountError('wrong_code');
      const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
      const take = /^\d{6}$/.test(code) ? takeAppCode : takeRecoveryCode;
      if (await take(subject, code, sessionId)) return;
      const isLast = await countWrongCode(db, { subject, sessionId });
      await onEvent({ kind: 'second_factor_refused', subject }, db);
      throw new AccountError(isLast ? 'last_wrong_code' : 'wrong_code');
    },

    /** Makes a secret for an app, which its first code confirms. @throws AccountError `factor_exists` */
    async startAuthenticator(own: OwnSession, issuer: string, email: string) {
      const secret = randomBytes(24).toString('base64url');
      const data = encrypt(secret);
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
  if (!(await isSessionThere(tx, sessionId))) throw new AccountError('not_signed_in');
  return hasFactor;
}

/** Adds a factor in its session, which has passed it then; the others end. Returns recovery codes with the
 * first one. */
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
    await endSessionsOf(tx, subject, { except: sessionId });
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
    .deleteFrom('sessions')
    .where('subject', '=', subject)
    .where('factor_at', 'is', null)
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
