import { createHash, randomBytes } from 'node:crypto';
import { constantTimeEqual, makeSignature } from 'better-auth/crypto';
import { type Selectable, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { currentActor } from '#platform/actor.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { AccountError, type ProvenSession } from '../identity-provider.ts';
import type { NoteIdentityEvent } from './identity-events.ts';

// better-auth starts sessions; their tokens rotate here (decision 11). A token is `ID_SECRET`: the id
// identifies its session even long after the token is spent. It travels signed, `ID_SECRET.SIGNATURE`, so
// that not even someone who has read the database can forge one.

export type OpenSession = { id: string; subject: string; token: string };

/** A session token that has been exchanged for the next one: its SHA-256, the time (ISO 8601), and the
 * `Idempotency-Key`. */
type SpentToken = Selectable<Tables['identity.session']>['spent'][number];

type LockedSession = OpenSession & { spent: SpentToken[]; isPassed: boolean };

type Attempt = { now: Date; key: string | undefined };

type SessionParts = { db: Database; clock: Clock; secret: string; onEvent: NoteIdentityEvent };

const DAY_MS = 24 * 60 * 60 * 1000;
const SECRET_BYTES = 32;

/** A session ends `IDLE_DAYS` after its last renewal, and at the latest `LONGEST_DAYS` after its start. */
const IDLE_DAYS = 30;
const LONGEST_DAYS = 180;

/** How many of an account's sessions its owner sees. */
const MOST_LISTED = 100;

/** How long a spent token remains valid, for two concurrent tabs or a lost response. */
const LEEWAY_MS = 30_000;

const idleEnd = (now: Date) => new Date(now.getTime() + IDLE_DAYS * DAY_MS);

const makeToken = (sessionId: string) => `${sessionId}_${randomBytes(SECRET_BYTES).toString('hex')}`;

/** The id of a token's session, even if the token is spent. */
export const sessionIdOf = (token: string) => token.slice(0, Math.max(0, token.lastIndexOf('_')));

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Signs a token for `set-auth-token` and `Authorization`, as better-auth's bearer plugin does. */
export async function signSessionToken(token: string, secret: string): Promise<string> {
  return `${token}.${await makeSignature(token, secret)}`;
}

async function readBearer(bearer = '', secret: string): Promise<string | undefined> {
  const token = bearer.slice(0, Math.max(0, bearer.indexOf('.')));
  const isOurs = token !== '' && constantTimeEqual(bearer, await signSessionToken(token, secret));
  return isOurs ? token : undefined;
}

export function startSession(now: Date) {
  const id = uuid();
  const { device } = currentActor();
  return { id, token: makeToken(id), createdAt: now, updatedAt: now, expiresAt: idleEnd(now), ...device };
}

export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions of the accounts, identified by the bearer of a call; `secret` is better-auth's. */
export function createSessions({ db, clock, secret, onEvent }: SessionParts) {
  // Locks the session of a bearer: of several calls with one token the first wins. A spent token that comes
  // late has been used by two parties: it ends the session (RFC 9700, section 4.14.2), unless it repeats the
  // last attempt, whose answer was never used.
  async function withSession<Used extends OpenSession>(
    bearer: string | undefined,
    use: (tx: DatabaseTransaction, session: LockedSession, isCurrent: boolean) => Promise<Used>,
    key?: string,
  ): Promise<Used | undefined> {
    const token = await readBearer(bearer, secret);
    if (!token) return undefined;
    return db.transaction().execute(async (tx) => {
      const now = clock.now();
      const session = await lockSession(tx, sessionIdOf(token), now);
      if (!session) return undefined;
      const isCurrent = session.token === token;
      if (isCurrent || isRepeat(session, token, { now, key })) return use(tx, session, isCurrent);
      await endSession(tx, session.id);
      await onEvent({ kind: 'session_stolen', subject: session.subject }, tx);
      return undefined;
    });
  }

  return {
    /** Finds the session of a bearer; `undefined` if there is none (any more). Its token stays the same. */
    find: (bearer: string | undefined) => withSession(bearer, async (_tx, session) => session),
    /** Renews the session's token: the given one is spent. A repeat with the same key returns the same
     * token. @throws AccountError `second_factor_needed` */
    renew: (bearer: string | undefined, key: string | undefined) =>
      withSession(
        bearer,
        async (tx, session, isCurrent) => {
          if (!session.isPassed) throw new AccountError('second_factor_needed');
          return isCurrent ? rotateToken(tx, session, { now: clock.now(), key }) : session;
        },
        key,
      ),
    async end(bearer: string | undefined): Promise<void> {
      await withSession(bearer, async (tx, session) => {
        await endSession(tx, session.id);
        await onEvent({ kind: 'signed_out', subject: session.subject }, tx);
        return session;
      });
    },
    /** An account's open sessions, last used first. One in use is renewed at least every ten minutes. */
    list: (subject: string) =>
      db
        .selectFrom('identity.session')
        .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt'])
        .where('userId', '=', subject)
        .where('expiresAt', '>', clock.now())
        .where(isPassed)
        .orderBy('updatedAt', 'desc')
        .orderBy('id')
        .limit(MOST_LISTED)
        .execute(),
    /** Ends one session of an account, or all but one. Returns how many. */
    endOwn: (subject: string, which: { id: string } | { except: string }): Promise<number> =>
      db.transaction().execute(async (tx) => {
        const [operator, id] = 'id' in which ? (['=', which.id] as const) : (['!=', which.except] as const);
        const { numDeletedRows } = await tx
          .deleteFrom('identity.session')
          .where('userId', '=', subject)
          .where('id', operator, id)
          .executeTakeFirst();
        const kind = 'id' in which ? 'session_ended' : 'other_sessions_ended';
        if (numDeletedRows > 0n) await onEvent({ kind, subject }, tx);
        return Number(numDeletedRows);
      }),
  };
}

function lockSession(tx: DatabaseTransaction, id: string, now: Date): Promise<LockedSession | undefined> {
  return tx
    .selectFrom('identity.session')
    .select(['id', 'userId as subject', 'token', 'spent', isPassed.as('isPassed')])
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

function isRepeat({ spent }: LockedSession, token: string, { now, key }: Attempt): boolean {
  const known = spent.find(({ hash }) => hash === hashOf(token));
  if (!known) return false;
  return isFresh(known, now) || (key !== undefined && key === known.key && known === spent.at(-1));
}

const isFresh = ({ at }: SpentToken, now: Date) => now.getTime() - Date.parse(at) <= LEEWAY_MS;

/** Replaces a session's token by the next one. Drops spent tokens past their leeway: they count as stolen if
 * they return. */
async function rotateToken(
  tx: DatabaseTransaction,
  { spent, ...session }: LockedSession,
  { now, key }: Attempt,
): Promise<OpenSession> {
  const token = makeToken(session.id);
  const kept = spent.filter((known) => isFresh(known, now));
  await tx
    .updateTable('identity.session')
    .set({
      token,
      spent: JSON.stringify([...kept, { hash: hashOf(session.token), at: now.toISOString(), key }]),
      updatedAt: now,
      ...currentActor().device,
      expiresAt: sql`least(${idleEnd(now)}::timestamptz, "createdAt" + make_interval(days => ${LONGEST_DAYS}))`,
    })
    .where('id', '=', session.id)
    .execute();
  return { ...session, token };
}

async function endSession(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.deleteFrom('identity.session').where('id', '=', id).execute();
}

export async function endSessionsOf(db: Database, subject: string): Promise<void> {
  await db.deleteFrom('identity.session').where('userId', '=', subject).execute();
}

/** Ends a session and returns true if the password (its hash) or the Google account (its subject) that it was
 * begun with changed or went meanwhile; waits for a change under way. */
export function endUnlessCurrent(
  db: Database,
  id: string,
  begunWith: { password: string } | { google: string },
): Promise<boolean> {
  const [providerId, column, value] =
    'google' in begunWith
      ? (['google', 'account.accountId', begunWith.google] as const)
      : (['credential', 'account.password', begunWith.password] as const);
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('identity.account as account')
      .innerJoin('identity.session as session', 'session.userId', 'account.userId')
      .select('account.id')
      .where('session.id', '=', id)
      .where('account.providerId', '=', providerId)
      .where(column, '=', value)
      .forShare('account')
      .executeTakeFirst();
    if (current) return false;
    await endSession(tx, id);
    return true;
  });
}

/** Whether a row of `identity.session` has passed a second factor, or its account has none. */
export const isPassed = sql<boolean>`(session."factorAt" is not null or not identity.has_factor(session."userId"))`;

/** Finds a session by its id; `undefined` if it has ended, or lacks its second factor. */
export function findProvenSession(
  db: Database,
  sessionId: string,
  now: Date,
): Promise<ProvenSession | undefined> {
  return db
    .selectFrom('identity.session')
    .select((eb) => ['userId as subject', eb.fn.coalesce('provedAt', 'createdAt').as('provedAt')])
    .where('id', '=', sessionId)
    .where('expiresAt', '>', now)
    .where(isPassed)
    .executeTakeFirst();
}

/** Notes that the person of a session has just proved again who they are. */
export async function noteProof(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('identity.session').set({ provedAt: now }).where('id', '=', sessionId).execute();
}
