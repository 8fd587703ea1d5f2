import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { findCurrentUser } from '#features/users/store.ts';
import { ERASED_LINE, eraseAccount } from './erase-account.ts';

const payloadSchema = z.object({ userId: z.uuid() });

// Within a text that somebody typed, a quotation mark has a backslash before it, and would not match.
const USER_ID = /"userId":"([\da-f-]{36})"/;

/** Reads from the lines of a log whose accounts were erased, whatever stands before each line's JSON. */
async function readErasedUsers(lines: AsyncIterable<string>): Promise<Set<string>> {
  const userIds = new Set<string>();
  for await (const line of lines) {
    const userId = line.includes(`"msg":"${ERASED_LINE}"`) && USER_ID.exec(line)?.[1];
    if (userId && payloadSchema.safeParse({ userId }).success) userIds.add(userId);
  }
  return userIds;
}

/** Queues the logged erasures again, for accounts that an older backup has restored; returns how many of them
 * are in the log, and how many are back. */
export async function queueErasuresOf(
  context: AppContext,
  lines: AsyncIterable<string>,
): Promise<{ logged: number; back: number }> {
  const userIds = await readErasedUsers(lines);
  let back = 0;
  for (const userId of userIds) {
    if (!(await findCurrentUser(context.db, userId))) continue;
    await context.jobs.enqueue(context.db, 'repeat-erasure', { userId }, { key: userId });
    back += 1;
  }
  return { logged: userIds.size, back };
}

/** Handles the job `repeat-erasure`: retried while something prevents the erasure, such as an order that has
 * not shipped. */
export async function repeatErasure(context: AppContext, payload: unknown): Promise<void> {
  const { userId } = payloadSchema.parse(payload);
  try {
    await eraseAccount(context, userId);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
  }
}
