import type { AppContext } from '#features/app-context.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { restockEmails } from './emails.ts';
import { takeDue } from './store.ts';

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
