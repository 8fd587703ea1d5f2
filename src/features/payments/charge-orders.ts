import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { chargesOfOrders, serializeCharges } from '#features/delivery-tax/charges-of-orders.ts';
import type { ChargesReply, chargesRequestSchema } from '#features/delivery-tax/contract.ts';
import { findOrders } from '#features/orders/store.ts';
import { orderErrorTexts, paymentErrorTexts } from '#features/orders/texts/errors.ts';
import type { CurrentUser } from '#features/users/store.ts';

type ChargesInput = { currentUser: CurrentUser } & z.infer<typeof chargesRequestSchema>;

/** What paying for some of one's own unpaid orders would come to, or for staff some of one customer's.
 * @throws AppError not_found, conflict for a paid one */
export async function chargeOrders(
  context: AppContext,
  { currentUser, orderIds, ...chosen }: ChargesInput,
): Promise<ChargesReply> {
  const found = await findOrders(context.db, orderIds);
  const userId = (currentUser.isStaff && found[0]?.user_id) || currentUser.userId;
  const orders = found.filter(({ user_id, deleted_at }) => user_id === userId && deleted_at === null);
  if (orders.length < orderIds.length) {
    throw new AppError('not_found', orderErrorTexts.noSuchOrder, { field: 'orderIds' });
  }
  if (orders.some(({ paid_at }) => paid_at !== null)) {
    throw new AppError('conflict', paymentErrorTexts.alreadyPaid, { field: 'orderIds' });
  }
  const { currency } = context.config;
  const stepCents = context.cardPayments.chargeStepCents(currency);
  const charges = await chargesOfOrders(context.db, { orders, userId, stepCents, ...chosen });
  return serializeCharges(charges, currency);
}
