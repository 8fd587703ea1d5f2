import { AppError } from '#contracts/app-error.ts';
import { type LockedOrders, lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import {
  findOrderIdsOfPurchase,
  findReturnLines,
  lockReturn,
  type ReturnLineRow,
  type ReturnRow,
} from './store.ts';
import { returnErrorTexts as texts } from './texts.ts';

/** A return that the transaction has locked, with its lines, all orders of its purchase, and their
 * payments. */
export type LockedReturn = { row: ReturnRow; lines: ReturnLineRow[]; locked: LockedOrders };

/** Locks all orders of a return's purchase with their payments, then the return. @throws AppError not_found, of another's
 * too */
export async function lockReturnFor(
  tx: DatabaseTransaction,
  { userId, isStaff }: Pick<CurrentUser, 'userId' | 'isStaff'>,
  returnId: string,
): Promise<LockedReturn> {
  const locked = await lockOrdersWithPayments(tx, await findOrderIdsOfPurchase(tx, returnId));
  const row = await lockReturn(tx, returnId);
  if (!row || !(isStaff || row.user_id === userId)) throw new AppError('not_found', texts.noSuchReturn);
  return { row, lines: await findReturnLines(tx, returnId), locked };
}
