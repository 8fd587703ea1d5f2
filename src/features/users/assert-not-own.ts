import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { AuditAction } from '#features/audit/contract.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';
import { type CurrentUser, isOnlyAdmin } from './store.ts';

type Favour = {
  currentUser: Pick<CurrentUser, 'userId'>;
  ownerId: string;
  what: AuditAction;
  orderId?: string;
};

/** Lets nobody be staff to themselves: `what` is another's to do where it is for `ownerId`
 * (decision 43). An admin beside whom there is no other does it, written down, and shown on
 * Overview. @throws AppError own_account */
export async function assertNotOwn(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser: { userId }, ownerId, what, orderId }: Favour,
): Promise<void> {
  if (userId !== ownerId) return;
  if (!(await isOnlyAdmin(tx, userId))) throw new AppError('own_account', errorTexts.ownAccount);
  await recordAudit(context, tx, {
    action: 'acted_for_oneself',
    userId,
    ...(orderId !== undefined && { orderId }),
    details: { what },
  });
}
