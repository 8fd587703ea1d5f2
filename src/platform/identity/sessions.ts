import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { currentActor } from '#platform/actor.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';

/** The session in which somebody changes their account. `subject` is the provider's id of the account. */
export type OwnSession = { subject: string; sessionId: string };

/** How long a proof waits for the second factor and its exchange. */
const PROOF_MS = 10 * 60_000;

const makeToken = () => randomBytes(32).toString('base64url');

/** A token is too long to be guessed from its hash, so a slow hash would add nothing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Whether a session has passed a second factor, or its account has none. */
export const isPassed = sql<boolean>`(sessions.factor_at is not null or not identity.has_factor(sessions.subject))`;

/** Starts a session. Returns the proof of its sign-in: a token that opens it once, within ten minutes. */
export async function startSession(
  db: Database,
  {
    subject,
    now,
    provedAt = now,
    factorAt,
  }: { subject: string; now: Date; provedAt?: Date; factorAt?: Date },
): Promise<string> {
  const token = makeToken();
  const row = { id: uuid(), token_hash: hashToken(token), subject, started_at: now, used_at: now };
  await db
    .insertInto('sessions')
    .values({ ...row, proved_at: provedAt, factor_at: factorAt ?? null, ...currentActor().device })
    .execute();
  return token;
}

/** Finds the session that a proof opens; `undefined` if it is used up, ended, or too old. */
export async function findProof(
  db: Database,
  token: string,
  now: Date,
): Promise<(OwnSession & { isPassed: boolean }) | undefined> {
  return db
    .selectFrom('sessions')
    .select(['id as sessionId', 'subject', isPassed.as('isPassed')])
    .where('token_hash', '=', hashToken(token))
    .where('opened_at', 'is', null)
    .where('started_at', '>', new Date(now.getTime() - PROOF_MS))
    .executeTakeFirst();
}

/** Uses up a proof. Returns the session's access token; `undefined` if another call was first. */
export async function openSession(
  tx: DatabaseTransaction,
  proof: string,
  now: Date,
): Promise<string | undefined> {
  const token = makeToken();
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ token_hash: hashToken(token), opened_at: now, used_at: now })
    .where('token_hash', '=', hashToken(proof))
    .where('opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? token : undefined;
}

/** Uses up an ID token of an external provider, none of which is accepted after an hour. Returns whether this
 * is its first use: a copy of it opens no session once its own has ended. */
export async function claimIdToken(tx: DatabaseTransaction, idToken: string, now: Date): Promise<boolean> {
  // Without the signature, which can be encoded in several ways.
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  const id = `id-token:${hashToken(signed).toString('hex')}`;
  const expiresAt = new Date(now.getTime() + 2 * 60 * 60_000);
  const used = await tx
    .insertInto('identity.verification')
    .values({ id, identifier: id, value: '', expiresAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}

/** Whether a session has not ended. */
export async function isSessionThere(db: Database, id: string): Promise<boolean> {
  return (await db.selectFrom('sessions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Records a fresh proof of identity in a session. */
export async function noteProof(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: now }).where('id', '=', id).execute();
}

/** Ends an account's sessions, sign-ins under way too: all, one, or all but one. Returns how many. */
export async function endSessionsOf(
  db: Database,
  subject: string,
  which?: { id: string } | { except: string },
): Promise<number> {
  const all = db.deleteFrom('sessions').where('subject', '=', subject);
  const some = !which
    ? all
    : 'id' in which
      ? all.where('id', '=', which.id)
      : all.where('id', '!=', which.except);
  return Number((await some.executeTakeFirst()).numDeletedRows);
}

/** Deletes sessions last used before `usedBefore`, and sign-ins that were never opened. */
export async function deleteOldSessions(db: Database, now: Date, usedBefore: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((is) =>
      is.or([
        is('used_at', '<', usedBefore),
        is.and([is('opened_at', 'is', null), is('started_at', '<', new Date(now.getTime() - PROOF_MS))]),
      ]),
    )
    .execute();
}
