import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import {
  asBrokenPackError,
  countPlacing,
  type PlacedOrder,
  putIntoCart,
} from '#features/cart/place-order.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { findEarlierReply, idempotent } from '#features/idempotency/idempotent.ts';
import { buyerOf, findOrderingCustomer } from '#features/orders/find-customer.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { errorTexts } from '#texts/errors.ts';
import {
  placedOrdersSchema,
  placeOrdersCall,
  type placeOrdersSchema,
  readQuickOrderCall,
  readToolsCall,
} from './contract.ts';
import { readQuickOrder, readTools } from './read-quick-order.ts';

/** Routes for `/quick-order`, and for placing several orders at once. */
export function quickOrderRoutes(api: ApiServer, context: AppContext): void {
  serve(api, readQuickOrderCall, {}, async (request) => {
    const { userId } = await buyerOf(context.db, requireUser(request), request.body.customer);
    return readQuickOrder(context, request.body.text, { userId });
  });

  serve(api, readToolsCall, {}, async (request) => {
    const { userId } = await buyerOf(context.db, requireUser(request), request.body.customer);
    return { tools: await readTools(context, request.body.toolIds, { userId }) };
  });

  serve(api, placeOrdersCall, { limit: 'orders' }, async (request) =>
    placeOrders(context, {
      currentUser: requireUser(request),
      batch: request.body,
      idempotencyKey: request.headers['idempotency-key'],
    }),
  );
}

type PlaceOrdersInput = {
  currentUser: CurrentUser;
  batch: z.infer<typeof placeOrdersSchema>;
  idempotencyKey: string | undefined;
};

/** Puts several orders into the buyer's cart, all of them or none, without sending emails. Staff may put them
 * into a customer's cart; the customer is notified later, with a link to pay. @throws AppError as
 * `placeOrder` does, naming the line; key_reused; not_allowed, and for a customer not_found,
 * email_not_verified */
async function placeOrders(
  context: AppContext,
  input: PlaceOrdersInput,
): Promise<z.infer<typeof placedOrdersSchema>> {
  const { currentUser, batch, idempotencyKey: key } = input;
  const { customer } = batch;
  if (customer !== undefined && !currentUser.isStaff) throw new AppError('not_allowed', errorTexts.staffOnly);
  const request = { userId: currentUser.userId, route: 'POST /orders/batch', key, body: batch };
  // A retry places nothing, so limits must not apply to what it placed before.
  const earlier = await findEarlierReply(context.db, request, placedOrdersSchema);
  if (earlier) return earlier;
  await countPlacing(context, { currentUser, ...(customer && { customer }), orders: batch.lines.length });
  return context.db
    .transaction()
    .execute((tx) =>
      idempotent(context, tx, request, placedOrdersSchema, async () => {
        const buyer =
          customer === undefined ? currentUser : await findOrderingCustomer(tx, customer, 'customer');
        const orders = await placeLines(context, tx, buyer, batch);
        return { orders };
      }),
    )
    .catch(asBrokenPackError);
}

async function placeLines(
  context: AppContext,
  tx: DatabaseTransaction,
  currentUser: CurrentUser,
  { lines, customer: _, ...delivery }: PlaceOrdersInput['batch'],
): Promise<PlacedOrder[]> {
  const placed: PlacedOrder[] = [];
  const lineNames = await findLineNames(
    tx,
    lines.map(({ toolId }) => toolId),
  );
  for (const [index, { toolId, quantity, price }] of lines.entries()) {
    const order = { ...delivery, toolId, minQuantity: quantity, price };
    placed.push(
      await putIntoCart(context, tx, { currentUser, order, lineNames }).catch((error: unknown) => {
        throw nameLine(error, index);
      }),
    );
  }
  return placed;
}

function nameLine(error: unknown, index: number): unknown {
  // Errors that block every order don't name a line.
  if (!(error instanceof AppError) || ['account_blocked', 'cart_full'].includes(error.code)) return error;
  return new AppError(error.code, error.message, { field: `lines.${index}`, current: error.current });
}
