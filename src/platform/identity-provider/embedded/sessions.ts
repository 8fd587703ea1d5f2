import { Refusal } from '#contracts/api-error.ts';
import { idempotencyHeadersSchema } from '#contracts/idempotency-key.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { refusalTexts } from '#texts/refusals.ts';
import type { NoteIdentityEvent } from './identity-events.ts';
import { type Attempt, endSession, type OpenSession, openSession, rotateToken } from './session-store.ts';
import { readSessionToken, signSessionToken } from './session-token.ts';

/** A session that stands, and its token as the browser is to send it next. */
export type BearerSession = { id: string; subject: string; bearer: string };

/** The sessions of the accounts, by the headers of the calls made under them. */
export type Sessions = {
  /** The session of a call; `undefined` where there is none (any more). Its token stays the same. */
  find(headers: Headers): Promise<BearerSession | undefined>;
  /** The session of a call, with its next token: the one that came is spent. */
  renew(headers: Headers): Promise<BearerSession | undefined>;
  /** Ends the session of a call, if there is one. */
  end(headers: Headers): Promise<void>;
};

type SessionParts = { db: Database; clock: Clock; secret: string; onEvent: NoteIdentityEvent };
type Standing = { kind: 'current' | 'repeated'; session: OpenSession };
type Use = (tx: DatabaseTransaction, standing: Standing, attempt: Attempt) => Promise<OpenSession>;

/** Makes the sessions on the tables of the schema `identity`. `secret` is the one that better-auth signs with. */
export function createSessions({ db, clock, secret, onEvent }: SessionParts): Sessions {
  /** Does something with the session of a call, in the transaction that has it locked. */
  async function withSession(headers: Headers, use: Use): Promise<OpenSession | undefined> {
    const token = await readSessionToken(headers.get('authorization'), secret);
    if (!token) return undefined;
    const attempt = { now: clock.now(), key: readAttemptKey(headers) };
    return db.transaction().execute(async (tx) => {
      const { kind, session } = await openSession(tx, token, attempt);
      if (kind === 'unknown') return undefined;
      if (kind === 'reused') {
        await onEvent({ kind: 'session stolen', subject: session.subject }, tx);
        return undefined;
      }
      return use(tx, { kind, session }, attempt);
    });
  }

  async function toBearer(session: OpenSession | undefined): Promise<BearerSession | undefined> {
    if (!session) return undefined;
    const { id, subject, token } = session;
    return { id, subject, bearer: await signSessionToken(token, secret) };
  }

  return {
    find: async (headers) => toBearer(await withSession(headers, async (_tx, { session }) => session)),
    renew: async (headers) =>
      toBearer(
        await withSession(headers, async (tx, { kind, session }, attempt) =>
          kind === 'current' ? rotateToken(tx, session, attempt) : session,
        ),
      ),
    async end(headers) {
      await withSession(headers, async (tx, { session }) => {
        await endSession(tx, session.id);
        await onEvent({ kind: 'signed out', subject: session.subject }, tx);
        return session;
      });
    },
  };
}

/** What tells two attempts at renewing a session apart. @throws Refusal `invalid_input` when it is none */
function readAttemptKey(headers: Headers): Attempt['key'] {
  const key = headers.get('idempotency-key') ?? undefined;
  const parsed = idempotencyHeadersSchema.safeParse({ 'idempotency-key': key });
  if (parsed.success) return key;
  throw new Refusal('invalid_input', parsed.error.issues[0]?.message ?? refusalTexts.notValid, {
    field: 'idempotency-key',
  });
}
