import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Return } from './contract.ts';
import { returnEmails } from './emails.ts';
import type { ReturnState } from './return-states.ts';
import { findReturnLines, type ReturnRow, readReturn } from './store.ts';

export type ReturnAction = Extract<AuditAction, `return_${string}`>;

/** Reads a return for a reply. @throws Error if there is none */
export async function answerReturn(
  { config }: Pick<AppContext, 'config'>,
  tx: DatabaseTransaction,
  returnId: string,
): Promise<Return> {
  const found = await readReturn(tx, returnId, config.currency);
  if (!found) throw new Error(`return ${returnId} has vanished`);
  return found;
}

/** Records what was done to a return in the audit trail of each of its orders, and tells the buyer, staff,
 * and webhooks of it. `isTold`: the buyer has an email of it already. */
export async function announceReturn(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, number, user_id, state }: ReturnRow,
  action: ReturnAction,
  { isTold = false } = {},
): Promise<void> {
  const lines = await findReturnLines(tx, id);
  await recordAudits(
    context,
    tx,
    lines.map((line) => ({
      action,
      orderId: line.order_id,
      userId: user_id,
      details: { returnId: id, return: number, quantity: line.quantity },
    })),
  );
  const about = { returnId: id, at: context.clock.now().toISOString() };
  const email = isTold ? undefined : emailOf(action, state);
  if (email) await enqueueEmail(context, tx, email, about);
  if (action === 'return_requested') {
    await notifyStaff(context, tx, returnEmails.toStaff, { returnId: id });
    await enqueueWebhooks(context, tx, 'return.requested', [{ id }]);
  }
  if (action === 'return_received') await enqueueWebhooks(context, tx, 'return.received', [{ id }]);
}

/** The email that tells the buyer of an action. A label is told of with the approval, if that is still to
 * come. */
function emailOf(action: ReturnAction, before: ReturnState) {
  switch (action) {
    case 'return_requested':
      return returnEmails.requested;
    case 'return_approved':
      return returnEmails.approved;
    case 'return_changed':
      return before === 'approved' ? returnEmails.approved : undefined;
    case 'return_refused':
      return returnEmails.refused;
    case 'return_received':
      return returnEmails.received;
    case 'return_closed':
      return returnEmails.closed;
  }
}
