import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { v7 as uuid } from 'uuid';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { type OwnSession, startSession } from '../sessions.ts';
import { addFactor, afterRemoval, type FactorParts, lockFactors, lockOwn, passFactor } from './factors.ts';

/** Loaded on first use: it includes parsers for many certificate formats. */
const webAuthn = () => import('@simplewebauthn/server');

/** COSE's numbers of EdDSA, ES256, and RS256. */
const ALGORITHMS = [-8, -7, -257];

const CHALLENGE_MS = 5 * 60_000;

/** Of one account, as in the database. */
const MOST_PASSKEYS = 20;

/** Passkeys are for a host name, never for an IP address: a shop on one's own
 * machine is `localhost` to them. */
function addressOf(origin: string): { expectedOrigin: string; expectedRPID: string } {
  const url = new URL(origin);
  if (/^(127\.|\[::1\])/.test(url.hostname)) url.hostname = 'localhost';
  return { expectedOrigin: url.origin, expectedRPID: url.hostname };
}

/** Creates the use cases of passkeys. `origin` is the shop's public address, whose host they are for. */
export function createPasskeys(parts: FactorParts & { origin: () => string }) {
  const { db, clock, onEvent } = parts;
  const address = () => addressOf(parts.origin());

  /** Keeps a challenge for one answer. `subject` is the account that it is for; empty for any. */
  async function keepChallenge(challenge: string, subject: string): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + CHALLENGE_MS);
    const row = { id: uuid(), identifier: identifierOf(challenge), value: subject, expiresAt };
    await db.insertInto('identity.verification').values(row).execute();
  }

  /** Uses up a challenge: of two answers to it, one counts. */
  const claimChallenge = (subject: string) => async (challenge: string) => {
    const claimed = await db
      .deleteFrom('identity.verification')
      .where('identifier', '=', identifierOf(challenge))
      .where('value', '=', subject)
      .where('expiresAt', '>', clock.now())
      .executeTakeFirst();
    return claimed.numDeletedRows > 0n;
  };

  /** Checks a passkey's answer, and goes on in the transaction that notes its use. */
  async function use<Result>(
    response: AuthenticationResponseJSON,
    subject: string | undefined,
    goOn: (tx: DatabaseTransaction, subject: string) => Promise<Result>,
  ): Promise<Result> {
    const passkey = await findPasskey(db, response.id);
    if (!passkey || (subject !== undefined && subject !== passkey.userId))
      throw new AccountError('passkey_refused');
    const { credentialId, publicKey, counter } = passkey;
    const { verifyAuthenticationResponse } = await webAuthn();
    const { verified, authenticationInfo } = await refusing(
      verifyAuthenticationResponse({
        ...address(),
        response,
        expectedChallenge: claimChallenge(subject ?? ''),
        credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: Number(counter) },
        requireUserVerification: true,
      }),
    );
    if (!verified) throw new AccountError('passkey_refused');
    return db.transaction().execute(async (tx) => {
      // Locks the account before the session, in the order of `lockFactors`.
      await lockFactors(tx, passkey.userId);
      const used = await tx
        .updateTable('identity.passkey')
        .set({ counter: authenticationInfo.newCounter, lastUsedAt: clock.now() })
        .where('id', '=', passkey.id)
        .executeTakeFirst();
      // It was removed meanwhile.
      if (used.numUpdatedRows === 0n) throw new AccountError('passkey_refused');
      return goOn(tx, passkey.userId);
    });
  }

  const knownOf = (subject: string) =>
    db
      .selectFrom('identity.passkey')
      .select(['credentialId as id', 'transports'])
      .where('userId', '=', subject)
      .execute();

  return {
    /** Returns what the browser needs to make a passkey for an account. @throws AccountError
     * `too_many_passkeys` */
    async startAdding(subject: string, account: { shop: string; email: string; name: string }) {
      // Before the browser makes one that can't be stored.
      const known = await knownOf(subject);
      if (known.length >= MOST_PASSKEYS) throw new AccountError('too_many_passkeys');
      const options = await (await webAuthn()).generateRegistrationOptions({
        supportedAlgorithmIDs: ALGORITHMS,
        rpName: account.shop,
        rpID: address().expectedRPID,
        userID: new TextEncoder().encode(subject),
        userName: account.email,
        userDisplayName: account.name,
        excludeCredentials: known,
        // It signs in without a password too, so the device asks for a finger, a face or a PIN.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keepChallenge(options.challenge, subject);
      return options;
    },

    /** Stores a passkey that the browser has made. Returns recovery codes, if it is the first factor.
     * @throws AccountError `passkey_refused`, `too_many_passkeys` */
    async add(own: OwnSession, name: string, response: RegistrationResponseJSON): Promise<string[]> {
      const { verifyRegistrationResponse } = await webAuthn();
      const { registrationInfo: made } = await refusing(
        verifyRegistrationResponse({
          ...address(),
          supportedAlgorithmIDs: ALGORITHMS,
          response,
          expectedChallenge: claimChallenge(own.subject),
          requireUserVerification: true,
        }),
      );
      if (!made) throw new AccountError('passkey_refused');
      const { id, publicKey, counter, transports = [] } = made.credential;
      const passkey = {
        id: uuid(),
        userId: own.subject,
        credentialId: id,
        name,
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
        createdAt: clock.now(),
      };
      try {
        return await addFactor(parts, own, 'passkey', async (tx) => {
          await tx.insertInto('identity.passkey').values(passkey).execute();
        });
      } catch (error) {
        if (breaksConstraint(error, 'passkey_credentialId_key')) throw new AccountError('passkey_refused');
        if (breaksConstraint(error, 'passkeys_of_account')) throw new AccountError('too_many_passkeys');
        throw error;
      }
    },

    /** @throws AccountError `no_such_factor` */
    async rename(subject: string, id: string, name: string): Promise<void> {
      const renamed = await db
        .updateTable('identity.passkey')
        .set({ name })
        .where('id', '=', id)
        .where('userId', '=', subject)
        .executeTakeFirst();
      if (renamed.numUpdatedRows === 0n) throw new AccountError('no_such_factor');
    },

    /** @throws AccountError `no_such_factor` */
    remove: (own: OwnSession, id: string) =>
      db.transaction().execute(async (tx) => {
        await lockOwn(tx, own);
        const removed = await tx
          .deleteFrom('identity.passkey')
          .where('id', '=', id)
          .where('userId', '=', own.subject)
          .executeTakeFirst();
        if (removed.numDeletedRows === 0n) throw new AccountError('no_such_factor');
        await afterRemoval(tx, own);
        await onEvent({ kind: 'factor_removed', subject: own.subject, factor: 'passkey' }, tx);
      }),

    /** Returns what the browser needs to use a passkey: any of this shop, or one of an account. */
    async startSigning(subject: string | undefined) {
      const options = await (await webAuthn()).generateAuthenticationOptions({
        rpID: address().expectedRPID,
        userVerification: 'required',
        ...(subject !== undefined && { allowCredentials: await knownOf(subject) }),
      });
      await keepChallenge(options.challenge, subject ?? '');
      return options;
    },

    /** Starts a session by a passkey alone. Returns its proof. @throws AccountError `passkey_refused` */
    signIn: (response: AuthenticationResponseJSON) =>
      use(response, undefined, async (tx, subject) => {
        const now = clock.now();
        const token = await startSession(tx, { subject, now, factorAt: now });
        await onEvent({ kind: 'signed_in', subject }, tx);
        return { subject, token };
      }),

    /** Passes a session by a passkey of its account. @throws AccountError `passkey_refused` */
    passSession: (response: AuthenticationResponseJSON, own: OwnSession): Promise<void> =>
      use(response, own.subject, (tx) => passFactor(parts, tx, own)),
  };
}

export type Passkeys = ReturnType<typeof createPasskeys>;

const identifierOf = (challenge: string) => `passkey:${challenge}`;

const findPasskey = (db: Database, credentialId: string) =>
  db.selectFrom('identity.passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst();

/** The library throws its own errors for whatever is wrong with an answer. */
async function refusing<Answer>(verification: Promise<Answer>): Promise<Answer> {
  try {
    return await verification;
  } catch (cause) {
    throw Object.assign(new AccountError('passkey_refused'), { cause });
  }
}
