import type { Database } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { endSessionsOf, type OwnSession } from '../sessions.ts';
import { createAuthenticator } from './authenticator.ts';
import { type FactorParts, findFactorKinds, lockFactors, lockOwn, passFactor } from './factors.ts';
import { verifyPassword } from './password-hash.ts';
import { makeRecoveryCodes, writeRecoveryCodes } from './recovery-codes.ts';

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

/** Creates the use cases of the second factor. `key` encrypts the secrets of authenticator apps. */
export function createSecondFactor(parts: FactorParts, key: string) {
  const { db, onEvent } = parts;
  const authenticator = createAuthenticator(parts, key);

  async function takeRecoveryCode(subject: string, code: string, sessionId: string): Promise<boolean> {
    const codes = db.selectFrom('identity.recovery_code').select(['id', 'hash']);
    for (const { id, hash } of await codes.where('userId', '=', subject).execute()) {
      if (!(await verifyPassword(hash, code))) continue;
      return db.transaction().execute(async (tx) => {
        const used = tx.deleteFrom('identity.recovery_code').where('id', '=', id).returning('id');
        if (!(await used.executeTakeFirst())) return false;
        await passFactor(parts, tx, { subject, sessionId });
        await onEvent({ kind: 'recovery_code_used', subject }, tx);
        return true;
      });
    }
    return false;
  }

  return {
    authenticator,

    /** Passes a session by a code of the app, or by a recovery code. @throws AccountError
     * `wrong_code`; `last_wrong_code` if ten in a row have ended the session */
    async passByCode({ subject, sessionId }: OwnSession, typed: string): Promise<void> {
      if ((await findFactorKinds(db, subject)).length === 0) throw new AccountError('wrong_code');
      const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
      const take = /^\d{6}$/.test(code) ? authenticator.takeCode : takeRecoveryCode;
      if (await take(subject, code, sessionId)) return;
      const isLast = await countWrongCode(db, { subject, sessionId });
      await onEvent({ kind: 'second_factor_refused', subject }, db);
      throw new AccountError(isLast ? 'last_wrong_code' : 'wrong_code');
    },

    /** Removes every factor of an account whose owner has lost them, and ends all its sessions. Returns
     * whether it had one; nothing changes otherwise. */
    reset: (subject: string): Promise<boolean> =>
      db.transaction().execute(async (tx) => {
        if (!(await lockFactors(tx, subject))) return false;
        await tx.deleteFrom('identity.authenticator').where('userId', '=', subject).execute();
        await tx.deleteFrom('identity.passkey').where('userId', '=', subject).execute();
        await tx.deleteFrom('identity.recovery_code').where('userId', '=', subject).execute();
        // Last, so that a sign-in that passes one of these meanwhile is ended too.
        await endSessionsOf(tx, subject);
        await onEvent({ kind: 'factors_reset', subject }, tx);
        return true;
      }),

    /** Replaces the recovery codes. @throws AccountError `no_such_factor` without a factor */
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
