import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { findAddresses, serializeAddress } from '#features/addresses/store.ts';
import type { AppContext } from '#features/app-context.ts';
import { acceptPrice } from '#features/cart/change-order.ts';
import {
  asBrokenPackError,
  countPlacing,
  type PlacedOrder,
  putIntoCart,
} from '#features/cart/place-order.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import type { Order } from '#features/orders/contract.ts';
import { type NewOrder, placedOrderSchema } from '#features/orders/contract.ts';
import { findCustomer, findOrderingCustomer } from '#features/orders/find-customer.ts';
import { usualDelivery } from '#features/orders/rules.ts';
import { findLastDelivery } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { type CurrentUser, findUser } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { acceptPriceForCustomerSchema, customerDeliverySchema } from './contract.ts';

type PlaceForCustomerInput = {
  currentUser: CurrentUser;
  email: string;
  order: NewOrder;
  idempotencyKey: string | undefined;
};

/** Puts an order into a customer's cart; the audit trail records the staff member. @throws AppError not_found
 * if there is no such customer, email_not_verified, and what `putIntoCart` throws; key_reused. */
export async function placeForCustomer(
  context: AppContext,
  { currentUser, email, order, idempotencyKey }: PlaceForCustomerInput,
): Promise<PlacedOrder> {
  await countPlacing(context, { currentUser, customer: email, orders: 1 });
  const request = {
    userId: currentUser.userId,
    route: 'POST /customers/{email}/orders',
    key: idempotencyKey,
    body: { email, order },
  };
  return context.db
    .transaction()
    .execute((tx) =>
      idempotent(context, tx, request, placedOrderSchema, async () => {
        const buyer = await findOrderingCustomer(tx, email, 'email');
        return putIntoCart(context, tx, { currentUser: buyer, order });
      }),
    )
    .catch(asBrokenPackError);
}

/** Where a customer's orders usually go, to fill in what staff order for them; before the first one, the
 * phone of their profile. @throws AppError not_found */
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
  return usualDelivery(book.map(serializeAddress), last) ?? { phone: user?.phone ?? '', address: '' };
}

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
