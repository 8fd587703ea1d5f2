import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { type CurrentUser, findCurrentUser, findUser } from '#features/users/store.ts';
import { type NewOrder, placedOrderSchema } from '../contract.ts';
import { type PlacedOrder, putIntoCart, refuseBrokenPack } from '../place-order.ts';
import { byStaffErrorTexts } from '../texts/by-staff.ts';

type PlaceForCustomerInput = {
  currentUser: CurrentUser;
  email: string;
  order: NewOrder;
  idempotencyKey: string | undefined;
};

/** Puts an order into a customer's cart for them; the trail says who did. They need an account of their own: its address
 * is theirs to prove. @throws AppError not_found without one, and what `putIntoCart` throws; key_reused. */
export async function placeForCustomer(
  context: AppContext,
  { currentUser, email, order, idempotencyKey }: PlaceForCustomerInput,
): Promise<PlacedOrder> {
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
        const user = await findUser(tx, email);
        const buyer = user && (await findCurrentUser(tx, user.id));
        if (!buyer) throw new AppError('not_found', byStaffErrorTexts.noAccount, { field: 'email' });
        return putIntoCart(context, tx, { currentUser: buyer, order });
      }),
    )
    .catch(refuseBrokenPack);
}
