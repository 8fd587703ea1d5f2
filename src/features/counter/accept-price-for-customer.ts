import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptPrice } from '#features/cart/change-order.ts';
import type { Order } from '#features/orders/contract.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { type CurrentUser, findUser } from '#features/users/store.ts';
import type { acceptPriceForCustomerSchema } from './contract.ts';

type AcceptPriceForCustomerInput = {
  currentUser: CurrentUser;
  email: string;
  accepted: z.infer<typeof acceptPriceForCustomerSchema>;
};

/** Accepts the current price of an unpaid order for the customer, who has agreed to it; the audit trail
 * records the staff member. @throws AppError not_found if the order is not theirs, and what `acceptPrice`
 * throws. */
export async function acceptPriceForCustomer(
  context: AppContext,
  { currentUser, email, accepted: { orderId, price } }: AcceptPriceForCustomerInput,
): Promise<Order> {
  const buyer = await findUser(context.db, email);
  if (!buyer) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return acceptPrice(context, { currentUser, buyerId: buyer.id, orderId, price });
}
