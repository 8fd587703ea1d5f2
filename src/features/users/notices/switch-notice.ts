import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { StoppableNotice } from './contract.ts';
import { updateNotice } from './store.ts';

/** Turns one kind of email to a user on or off. */
export async function switchNotice(
  context: AppContext,
  userId: string,
  { notice, isOn }: { notice: StoppableNotice; isOn: boolean },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await updateNotice(tx, userId, notice, isOn))) return { modifiedCount: 0 };
    await recordAudit(context, tx, { action: 'notice_switched', userId, details: { notice, isOn } });
    return { modifiedCount: 1 };
  });
}
