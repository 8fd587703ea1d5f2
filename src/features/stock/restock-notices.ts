import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { canBeOrdered } from '#features/catalogue/rules.ts';
import { shareTool } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import { findReader, updateNotice } from '#features/users/notices/store.ts';
import { lockUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { MAX_WAITED_FOR, type RestockNotice } from './contract.ts';
import { restockEmails } from './restock-emails.ts';
import { restockErrorTexts } from './restock-texts.ts';

type Asked = { userId: string; toolId: string };

/** Records that a buyer is to be notified when a tool can be ordered again. @throws AppError not_found;
 * conflict while it can be ordered, or if they wait for too many; account_blocked; not_allowed without a
 * verified address */
export async function askForNotice(context: AppContext, { userId, toolId }: Asked): Promise<RestockNotice> {
  return context.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await assertNotBlocked(context, tx, userId);
    // A buyer who had turned these emails off wants this one, but none of those requested before.
    if (await updateNotice(tx, userId, 'restock', true)) await deleteWaiting(tx, userId);
    if (!(await findReader(tx, userId, 'restock')))
      throw new AppError('not_allowed', restockErrorTexts.notVerified);
    // The lock orders this with stock movements: an earlier one is seen here, a later one finds the request.
    const tool = await shareTool(tx, toolId);
    if (!tool?.isForSale) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    if (canBeOrdered(tool)) throw new AppError('conflict', restockErrorTexts.inStock);
    if ((await countWaiting(tx, userId, toolId)) > 0) return { isAsked: true };
    if ((await countWaiting(tx, userId)) >= MAX_WAITED_FOR)
      throw new AppError('conflict', restockErrorTexts.tooMany(MAX_WAITED_FOR));
    await insertWaiting(tx, { userId, toolId, now: context.clock.now() });
    await recordAudit(context, tx, { action: 'restock_notice_asked', toolId, userId });
    return { isAsked: true };
  });
}

/** Deletes a buyer's request to be notified about a tool. */
export async function dropNotice(context: AppContext, { userId, toolId }: Asked): Promise<RestockNotice> {
  return context.db.transaction().execute(async (tx) => {
    if (await deleteWaiting(tx, userId, toolId))
      await recordAudit(context, tx, { action: 'restock_notice_dropped', toolId, userId });
    return { isAsked: false };
  });
}

const TOGETHER = 200;

/** Handles the job `tell-restocked`: sends an email for each due request, which completes it. */
export async function tellRestocked(context: AppContext): Promise<void> {
  for (let taken = TOGETHER; taken === TOGETHER; ) {
    taken = await context.db.transaction().execute(async (tx) => {
      const due = await takeDue(tx, TOGETHER);
      for (const { id, tool_id, user_id } of due)
        await enqueueEmail(context, tx, restockEmails.back, {
          noticeId: id,
          toolId: tool_id,
          userId: user_id,
        });
      return due.length;
    });
  }
}

/** A user's pending requests, or the one for a tool. */
const waitingOf = (userId: string, toolId?: string) =>
  sql<boolean>`user_id = ${userId} and due_at is null ${toolId ? sql`and tool_id = ${toolId}` : sql``}`;

/** Counts the tools that a user waits for, or checks for one tool. */
export async function countWaiting(db: Database, userId: string, toolId?: string): Promise<number> {
  const { count } = await db
    .selectFrom('restock_notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(waitingOf(userId, toolId))
    .executeTakeFirstOrThrow();
  return count;
}

/** Stores a request; an existing one stays unchanged. */
async function insertWaiting(
  tx: DatabaseTransaction,
  notice: { userId: string; toolId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('restock_notices')
    .values({ id: uuid(), tool_id: notice.toolId, user_id: notice.userId, asked_at: notice.now })
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'user_id']).where('due_at', 'is', null).doNothing(),
    )
    .execute();
}

/** Deletes a user's requests, or the one for a tool. Returns whether there were any. */
async function deleteWaiting(tx: DatabaseTransaction, userId: string, toolId?: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('restock_notices')
    .where(waitingOf(userId, toolId))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Takes up to `most` due requests, oldest first; concurrent workers take different ones. */
async function takeDue(
  tx: DatabaseTransaction,
  most: number,
): Promise<{ id: string; tool_id: string; user_id: string }[]> {
  const { rows } = await sql<{ id: string; tool_id: string; user_id: string }>`
    delete from restock_notices where id in (
      select id from restock_notices where due_at is not null order by id limit ${most} for update skip locked)
    returning id, tool_id, user_id`.execute(tx);
  return rows;
}
