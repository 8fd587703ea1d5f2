import type { z } from 'zod/mini';
import { findAddresses, serializeAddress } from '#features/addresses/store.ts';
import { findCustomer } from '#features/orders/find-customer.ts';
import { findLastDelivery } from '#features/orders/store.ts';
import { findUser } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { customerDeliverySchema } from './contract.ts';

/** Where a customer's orders usually go, to fill in what staff order for them: their default
 * address; without one, where the last order went; before the first one, the phone of their
 * profile. @throws AppError not_found */
export async function findCustomerDelivery(
  db: Database,
  email: string,
): Promise<z.infer<typeof customerDeliverySchema>> {
  const { userId } = await findCustomer(db, email, 'email');
  const [book, last, user] = await Promise.all([
    findAddresses(db, userId),
    findLastDelivery(db, userId),
    findUser(db, email),
  ]);
  const [known] = book.filter(({ is_default }) => is_default).map(serializeAddress);
  if (known) return { phone: known.phone || (last?.phone ?? ''), address: known.text };
  return last ?? { phone: user?.phone ?? '', address: '' };
}
