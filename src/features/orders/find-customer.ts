import { AppError } from '#contracts/app-error.ts';
import { assertVerified } from '#features/users/account-checks.ts';
import { type CurrentUser, findCurrentUser, findUser, isOpenedByStaff } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';
import { byStaffErrorTexts } from './texts/by-staff.ts';

/** Finds the user with this email. @throws AppError not_found */
export async function findCustomer(db: Database, email: string, field: string): Promise<CurrentUser> {
  const user = await findUser(db, email);
  const customer = user && (await findCurrentUser(db, user.id));
  if (!customer) throw new AppError('not_found', byStaffErrorTexts.noAccount, { field });
  return customer;
}

/** Returns for whom a call is made: the caller, or the `customer` that staff name. @throws AppError
 * not_allowed, not_found */
export async function buyerOf(
  db: Database,
  currentUser: CurrentUser,
  customer: string | undefined,
): Promise<CurrentUser> {
  if (customer === undefined) return currentUser;
  if (!currentUser.isStaff) throw new AppError('not_allowed', errorTexts.staffOnly);
  return findCustomer(db, customer, 'customer');
}

/** Finds the customer that staff order for. Until the email is verified, the account may be anyone's, who
 * would see what the customer ordered; but nobody has logged in to one that staff opened.
 * @throws AppError not_found, email_not_verified */
export async function findOrderingCustomer(db: Database, email: string, field: string): Promise<CurrentUser> {
  const customer = await findCustomer(db, email, field);
  if (!(await isOpenedByStaff(db, customer.userId)))
    await assertVerified(db, customer.userId, byStaffErrorTexts.notVerified);
  return customer;
}
