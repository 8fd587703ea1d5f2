import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { claimKey, findReply, keepReply } from '#modules/idempotency/idempotency-store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Shop } from './shop.ts';

/** A request that may be sent again. `key` is its `Idempotency-Key` header; without one nothing is remembered. */
export type RepeatableRequest = { userId: string; route: string; key: string | undefined; body: unknown };

/**
 * Answers a request once per key: a repeat gets the first reply, which is kept by the same transaction that does the
 * work. Two at the same time make one: the second waits for the first, then answers like it.
 * @throws Refusal key_reused (422) when the key came with another body before.
 */
export async function idempotent<Reply>(
  shop: Shop,
  tx: DatabaseTransaction,
  request: RepeatableRequest,
  replySchema: z.ZodType<Reply>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const { userId, route, key, body } = request;
  if (key === undefined) return work();
  const name = { userId, route, key };
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  if (await claimKey(tx, name, requestHash, shop.clock.now())) {
    const reply = await work();
    await keepReply(tx, name, reply);
    return reply;
  }
  const first = await findReply(tx, name);
  if (first?.requestHash !== requestHash) {
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another request', {
      field: 'idempotency-key',
    });
  }
  return replySchema.parse(first.reply);
}
