import { timingSafeEqual } from 'node:crypto';
import { hasNoEmail } from '#contracts/email.ts';
import type { AppContext } from '#features/app-context.ts';
import { erasedEmailHash } from '#features/orders/erased-email.ts';
import { findPurchaseOfNumber, type Purchase } from '#features/orders/purchase-store.ts';
import type { Database } from '#platform/database/database.ts';
import type { Withdrawal } from './contract.ts';

/** The paid purchase that a withdrawal is about. `orderId`: the order with the declared number; `erasedTo`:
 * the declared address if the buyer's account was erased, whose orders no longer have one. */
export type Declared = { purchase: Purchase; orderId: string; erasedTo: string | undefined };

/** Finds the paid purchase with a declared number, if the declared email is that of the order or of its
 * account; `undefined` otherwise. */
export async function findDeclared(
  { secrets }: Pick<AppContext, 'secrets'>,
  db: Database,
  { orderNumber, email }: Pick<Withdrawal, 'orderNumber' | 'email'>,
): Promise<Declared | undefined> {
  if (hasNoEmail(email)) return undefined;
  const number = orderNumber.toUpperCase();
  const order = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.id', 'orders.email', 'users.email as account_email', 'erased_email_hash'])
    .where('orders.number', '=', number)
    .where('orders.deleted_at', 'is', null)
    .where('orders.paid_at', 'is not', null)
    .executeTakeFirst();
  if (!order) return undefined;
  const isErased =
    order.erased_email_hash !== null &&
    timingSafeEqual(Buffer.from(order.erased_email_hash), Buffer.from(erasedEmailHash(secrets, email)));
  if (!isErased && order.email !== email && order.account_email !== email) return undefined;
  const { purchase } = (await findPurchaseOfNumber(db, number)) ?? {};
  return purchase && { purchase, orderId: order.id, erasedTo: isErased ? email : undefined };
}
