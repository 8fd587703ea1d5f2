import { createHash } from 'node:crypto';
import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { requestTexts } from '#texts/errors.ts';
import { claimKey, findReply, keepReply } from './store.ts';

/** A request that may be sent again. `key` is its `Idempotency-Key` header; without one nothing is remembered. */
export type RepeatableRequest = { userId: string; route: string; key: string | undefined; body: unknown };

/**
 * Answers a request once per key: a repeat gets the first reply, which is kept by the same transaction that does the
 * work. Two at the same time make one: the second waits for the first, then answers like it.
 * @throws AppError key_reused (422) when the key came with another body before.
 */
export async function idempotent<Reply>(
  context: AppContext,
  tx: DatabaseTransaction,
  request: RepeatableRequest,
  replySchema: z.core.$ZodType<Reply>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  return (await answerOnce(context, tx, request, replySchema, work)).reply;
}

/** The same, for work that goes on after the transaction: `isRepeat` says whether the reply is an earlier one. */
export async function answerOnce<Reply>(
  context: AppContext,
  tx: DatabaseTransaction,
  request: RepeatableRequest,
  replySchema: z.core.$ZodType<Reply>,
  work: () => Promise<Reply>,
): Promise<{ reply: Reply; isRepeat: boolean }> {
  const { userId, route, key } = request;
  if (key === undefined) return { reply: await work(), isRepeat: false };
  const name = { userId, route, key };
  if (await claimKey(tx, name, hashOf(request), context.clock.now())) {
    const reply = await work();
    await keepReply(tx, name, reply);
    return { reply, isRepeat: false };
  }
  const first = sameRequest(await findReply(tx, name), request);
  return { reply: z.parse(replySchema, first.reply), isRepeat: true };
}

/**
 * Looks for the reply to an earlier request under the same key, so that a repeat need not begin work that takes long
 * or leaves something behind. `undefined` when there is none yet; `idempotent` then still decides.
 * @throws AppError key_reused (422) when the key came with another body before.
 */
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
