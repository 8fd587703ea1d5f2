import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { findAddresses, serializeAddress } from '#features/addresses/store.ts';
import { assertVerified } from '#features/users/assert-verified.ts';
import { type CurrentUser, findCurrentUser, findUser } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import { byStaffErrorTexts } from '../texts/by-staff.ts';
import type { customerDeliverySchema } from './contract.ts';

/** The user with this address. @throws AppError not_found */
export async function findCustomer(db: Database, email: string, field: string): Promise<CurrentUser> {
  const user = await findUser(db, email);
  const customer = user && (await findCurrentUser(db, user.id));
  if (!customer) throw new AppError('not_found', byStaffErrorTexts.noAccount, { field });
  return customer;
}

/** Whom staff order for. Until they have verified its address, the account may be anybody's, who would see what the customer
 * ordered. @throws AppError not_found, email_not_verified */
export async function findVerifiedCustomer(db: Database, email: string, field: string): Promise<CurrentUser> {
  const customer = await findCustomer(db, email, field);
  await assertVerified(db, customer.userId, byStaffErrorTexts.notVerified);
  return customer;
}

/** Where a customer's orders usually go, to fill in what staff order for them: their default address; without one, where the
 * last order went; before the first one, the phone of their profile. @throws AppError not_found */
export async function findCustomerDelivery(
  db: Database,
  email: string,
): Promise<z.infer<typeof customerDeliverySchema>> {
  const { userId } = await findCustomer(db, email, 'email');
  const [book, last, user] = await Promise.all([
    findAddresses(db, userId),
    db
      .selectFrom('orders')
      .select(['phone', 'address'])
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    findUser(db, email),
  ]);
  const [known] = book.filter(({ is_default }) => is_default).map(serializeAddress);
  if (known) return { phone: known.phone || (last?.phone ?? ''), address: known.text };
  return last ?? { phone: user?.phone ?? '', address: '' };
}
