import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { AccountError } from '../identity-provider.ts';
import type { OwnSession } from '../sessions.ts';
import { addFactor, afterRemoval, type FactorParts, lockOwn, passFactor, STEP_MS } from './factors.ts';

/** A code is also accepted one step early or late, for clocks that differ. */
const STEPS_BESIDE = [-1, 0, 1];

/** Encrypts apps' secrets, with a nonce in front. */
const cipherOf = (key: string) =>
  managedNonce(xchacha20poly1305)(Uint8Array.from(createHash('sha256').update(key).digest()));

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Creates the use cases of the authenticator app. `key` encrypts the apps' secrets. */
export function createAuthenticator(parts: FactorParts, key: string) {
  const { db, clock, onEvent } = parts;
  const cipher = cipherOf(key);

  const encrypt = (secret: string) => Buffer.from(cipher.encrypt(Buffer.from(secret))).toString('hex');

  function decrypt(encrypted: string): string | undefined {
    try {
      return Buffer.from(cipher.decrypt(Buffer.from(encrypted, 'hex'))).toString();
    } catch {
      return undefined;
    }
  }

  /** The step of this code, among those accepted now; `undefined` for an app set up under another
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

  return {
    /** Uses up a code of the app, in one statement: a code sent twice at once is accepted once. */
    async takeCode(subject: string, code: string, sessionId: string): Promise<boolean> {
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
        await passFactor(parts, tx, { subject, sessionId });
        return true;
      });
    },

    /** Makes a secret for an app, which its first code confirms. @throws AccountError `factor_exists` */
    async start(own: OwnSession, issuer: string, email: string) {
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
    async confirm(own: OwnSession, code: string): Promise<string[]> {
      const { subject } = own;
      const waiting = await db
        .selectFrom('identity.authenticator')
        .select('secret')
        .where('userId', '=', subject)
        .where('confirmedAt', 'is', null)
        .executeTakeFirst();
      const step = waiting && (await stepOf(code.replace(/\D/g, ''), waiting.secret));
      if (!waiting || step === undefined) throw new AccountError('wrong_code');
      return addFactor(parts, own, 'authenticator', async (tx) => {
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
    remove: (own: OwnSession) =>
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
  };
}
