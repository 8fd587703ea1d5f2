import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { requestTexts } from '#texts/errors.ts';

/** A repeatable request. `key` is its `Idempotency-Key` header; without one nothing is stored. */
export type RepeatableRequest = { userId: string; route: string; key: string | undefined; body: unknown };

/** What work returns in place of a reply when it has changed nothing because payments in progress or expired
 * quotes must end first. Nothing is stored, and the request's key stays free. */
export class Blocked {
  readonly paymentIds: string[];
  readonly quoteIds: string[];

  constructor(payments: { id: string }[], quotes: { id: string }[] = []) {
    this.paymentIds = payments.map(({ id }) => id);
    this.quoteIds = quotes.map(({ id }) => id);
  }
}

/** Answers once per key: a repeat, or a concurrent request that waited, gets the first reply, which is stored
 * in the transaction of the work. @throws AppError key_reused (422) if the key was used with another body. */
export function idempotent<Reply>(
  context: AppContext,
  tx: DatabaseTransaction,
  request: RepeatableRequest,
  replySchema: z.core.$ZodType<Reply>,
  work: () => Promise<Reply>,
): Promise<Reply>;
export function idempotent<Reply>(...asked: Parameters<typeof answerOnce<Reply>>): Promise<Reply | Blocked>;
export async function idempotent<Reply>(
  ...asked: Parameters<typeof answerOnce<Reply>>
): Promise<Reply | Blocked> {
  const answer = await answerOnce<Reply>(...asked);
  return answer instanceof Blocked ? answer : answer.reply;
}

/** The same for work that continues after the transaction: `isRepeat` says whether the reply is an earlier
 * one. */
export async function answerOnce<Reply>(
  { clock }: AppContext,
  tx: DatabaseTransaction,
  request: RepeatableRequest,
  replySchema: z.core.$ZodType<Reply>,
  work: () => Promise<Reply | Blocked>,
): Promise<{ reply: Reply; isRepeat: boolean } | Blocked> {
  const { userId, route, key } = request;
  const name = key === undefined ? undefined : { userId, route, key };
  if (name && !(await claimKey(tx, name, hashOf(request), clock.now()))) {
    const first = sameRequest(await findReply(tx, name), request);
    return { reply: z.parse(replySchema, first.reply), isRepeat: true };
  }
  const found = await work();
  if (found instanceof Blocked) {
    await forgetKey({ db: tx }, request);
    return found;
  }
  if (name) await saveReply(tx, name, found);
  return { reply: found, isRepeat: false };
}

/** Returns the reply to an earlier request with the key, so that a repeat skips work that is slow or has side
 * effects. `undefined` if there is none yet: `idempotent` then still decides. @throws AppError key_reused
 * (422), as that does. */
export async function findEarlierReply<Reply>(
  db: Database,
  request: RepeatableRequest,
  replySchema: z.core.$ZodType<Reply>,
): Promise<Reply | undefined> {
  const { userId, route, key } = request;
  const first = key === undefined ? undefined : await findReply(db, { userId, route, key });
  return first && z.parse(replySchema, sameRequest(first, request).reply);
}

function hashOf({ body }: RepeatableRequest): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

function sameRequest<First extends { requestHash: string }>(
  first: First | undefined,
  request: RepeatableRequest,
): First {
  if (first?.requestHash === hashOf(request)) return first;
  throw new AppError('key_reused', requestTexts.keyReused, {
    field: 'idempotency-key',
  });
}

type RequestKey = { userId: string; route: string; key: string };

const isKey =
  ({ userId, route, key }: RequestKey) =>
  (eb: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.and({ user_id: userId, route, key });

/** Returns `true` if the key is new. A concurrent request with the same key waits here until this transaction
 * ends, then sees its reply. */
async function claimKey(
  tx: DatabaseTransaction,
  { userId, route, key }: RequestKey,
  requestHash: string,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, request_hash: requestHash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function saveReply(tx: DatabaseTransaction, key: RequestKey, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where(isKey(key))
    .execute();
}

async function findReply(
  db: Database,
  key: RequestKey,
): Promise<{ requestHash: string; reply: unknown } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where(isKey(key))
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, reply: row.reply };
}

/** Deletes a request's key, if it has one: the request then counts as never sent. */
export async function forgetKey(
  { db }: Pick<AppContext, 'db'>,
  { userId, route, key }: RepeatableRequest,
): Promise<void> {
  if (key === undefined) return;
  await db.deleteFrom('idempotency_keys').where(isKey({ userId, route, key })).execute();
}

/** How long a repeat of a request is recognised. */
const KEY_TTL_HOURS = 24;

/** Deletes replies that are too old for a repeat. */
export async function forgetOldKeys({ db, clock }: AppContext): Promise<void> {
  const time = new Date(clock.now().getTime() - KEY_TTL_HOURS * 3_600_000);
  await db.deleteFrom('idempotency_keys').where('created_at', '<', time).execute();
}
