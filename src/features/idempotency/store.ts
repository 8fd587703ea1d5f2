import type { Database, DatabaseTransaction } from '#platform/database/database.ts';

/** What names a request: who sent it, where to, and the key they gave it. */
export type RequestKey = { userId: string; route: string; key: string };

/**
 * Claims a key for this transaction: `true` when it is new. A rival's transaction that claims the same key waits
 * here until this one ends, then sees its reply.
 */
export async function claimKey(
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

/** Keeps the reply to a claimed key. */
export async function keepReply(
  tx: DatabaseTransaction,
  { userId, route, key }: RequestKey,
  reply: unknown,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

/** Finds what a key was first used for, and the reply to it. */
export async function findReply(
  db: Database,
  { userId, route, key }: RequestKey,
): Promise<{ requestHash: string; reply: unknown } | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { requestHash: row.request_hash, reply: row.reply };
}

/** Forgets one key, whose request then counts as never sent. */
export async function forgetKey(db: Database, { userId, route, key }: RequestKey): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

/** Forgets the keys from before `time`; answers how many. */
export async function forgetKeysBefore(db: Database, time: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', time)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
