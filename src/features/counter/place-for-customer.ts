import type { AppContext } from '#features/app-context.ts';
import {
  asBrokenPackError,
  countPlacing,
  type PlacedOrder,
  putIntoCart,
} from '#features/cart/place-order.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { type NewOrder, placedOrderSchema } from '#features/orders/contract.ts';
import { findVerifiedCustomer } from '#features/orders/find-customer.ts';
import type { CurrentUser } from '#features/users/store.ts';

type PlaceForCustomerInput = {
  currentUser: CurrentUser;
  email: string;
  order: NewOrder;
  idempotencyKey: string | undefined;
};

/** Puts an order into a customer's cart for them; the trail says who did. @throws AppError not_found without
 * one, email_not_verified, and what `putIntoCart` throws; key_reused. */
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
        const buyer = await findVerifiedCustomer(tx, email, 'email');
        return putIntoCart(context, tx, { currentUser: buyer, order });
      }),
    )
    .catch(asBrokenPackError);
}
