import { AppError } from '#contracts/app-error.ts';
import { lockOrdersWithPayments } from '#features/orders/payment-store.ts';
import { lockAddress, lockUser } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';
import { findOrderIds } from './store.ts';

/** How often a change of all of a person's data starts over because an order was placed meanwhile. */
const MAX_TRIES = 5;

/** Locks what is a person's, in the lock order of all workflows: sign-ins with their address and `others`,
 * orders with payments, the user. `undefined` if they placed an order or changed their address meanwhile.
 * @throws AppError not_signed_in if the account is gone */
export async function lockPerson(
  tx: DatabaseTransaction,
  { userId, email }: { userId: string; email: string },
  others: string[] = [],
) {
  for (const address of [email, ...others].sort()) await lockAddress(tx, address);
  const orderIds = await findOrderIds(tx, userId);
  const locked = await lockOrdersWithPayments(tx, orderIds);
  const isSame = (await lockUser(tx, userId)) === email;
  return isSame && (await findOrderIds(tx, userId)).length <= orderIds.length ? locked : undefined;
}

/** Runs `work` in a transaction, and again in a new one while it returns `undefined`, as where `lockPerson`
 * does. @throws AppError conflict if it never gets through */
export async function untilLocked<Result>(
  db: Database,
  work: (tx: DatabaseTransaction) => Promise<Result | undefined>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const result = await db.transaction().execute(work);
    if (result !== undefined) return result;
  }
  throw new AppError('conflict', errorTexts.busy);
}
