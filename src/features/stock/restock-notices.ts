import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { canBeOrdered } from '#features/catalogue/rules.ts';
import { shareTool } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/errors.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import { findReader, updateNotice } from '#features/users/notices/store.ts';
import { lockUser } from '#features/users/store.ts';
import { MAX_WAITED_FOR, type RestockNotice } from './contract.ts';
import { restockEmails } from './restock-emails.ts';
import { countWaiting, deleteWaiting, insertWaiting, takeDue } from './restock-store.ts';
import { restockErrorTexts } from './restock-texts.ts';

type Asked = { userId: string; toolId: string };

/** Notes that a buyer is to be told when a tool can be ordered again. @throws AppError not_found; conflict
 * while it can be, or when they wait for too many; account_blocked;
 * not_allowed without a verified address. */
export async function askForNotice(context: AppContext, { userId, toolId }: Asked): Promise<RestockNotice> {
  return context.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    await assertNotBlocked(context, tx, userId);
    // Whoever had turned these emails off wants this one, and nothing that they asked for before.
    if (await updateNotice(tx, userId, 'restock', true)) await deleteWaiting(tx, userId);
    if (!(await findReader(tx, userId, 'restock')))
      throw new AppError('not_allowed', restockErrorTexts.notVerified);
    // Its stock moves either before, and is seen here, or afterwards, and finds the request.
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

/** Forgets that a buyer was to be told of a tool. */
export async function dropNotice(context: AppContext, { userId, toolId }: Asked): Promise<RestockNotice> {
  return context.db.transaction().execute(async (tx) => {
    if (await deleteWaiting(tx, userId, toolId))
      await recordAudit(context, tx, { action: 'restock_notice_dropped', toolId, userId });
    return { isAsked: false };
  });
}

const TOGETHER = 200;

/** Works off the job `tell-restocked`: an email for each request that has
 * come due, which is done with then. */
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
