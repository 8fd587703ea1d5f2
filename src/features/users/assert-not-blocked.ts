import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';
import { lockBlockedReason } from './store.ts';

/** Lets nobody go on who is blocked, or who would be before the transaction has ended.
 * @throws AppError account_blocked */
export async function assertNotBlocked(
  { details }: Pick<AppContext, 'details'>,
  tx: DatabaseTransaction,
  userId: string,
): Promise<void> {
  const reason = await lockBlockedReason(tx, userId);
  if (reason === null) return;
  const { contact } = await details.read(tx);
  throw new AppError('account_blocked', errorTexts.blocked(reason, contact.email));
}
