import { v7 as uuid } from 'uuid';
import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { readDestination } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { type Buyer, priceFor } from '#features/catalogue/prices.ts';
import { findToolDetails, findToolsNamed, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { type NewOrder, placedOrderSchema } from '#features/orders/contract.ts';
import { checkSeenPrice, MAX_UNPAID_ORDERS, orderQuantity, orderTotalCents } from '#features/orders/rules.ts';
import { countUnpaidOrders, insertOrder, ofCart, serializeOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { assertNotBlocked } from '#features/users/account-checks.ts';
import { type CurrentUser, lockUser } from '#features/users/store.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';

export type PlacedOrder = z.infer<typeof placedOrderSchema>;

type PutIntoCartInput = Omit<PlaceOrderInput, 'idempotencyKey'> & {
  lineNames?: ReadonlyMap<string, string>;
};

type PlaceOrderInput = { currentUser: CurrentUser; order: NewOrder; idempotencyKey: string | undefined };

/** Puts an order into the buyer's cart at the shop's own price. Reserves nothing and sends no
 * email (decision 81). @throws AppError invalid_input, out_of_stock, price_changed; not_found for an unknown
 * tool; account_blocked; cart_full; key_reused. */
export async function placeOrder(context: AppContext, input: PlaceOrderInput): Promise<PlacedOrder> {
  const { currentUser, order, idempotencyKey } = input;
  const request = { userId: currentUser.userId, route: 'POST /orders', key: idempotencyKey, body: order };
  return context.db
    .transaction()
    .execute((tx) =>
      idempotent(context, tx, request, placedOrderSchema, () => putIntoCart(context, tx, input)),
    )
    .catch(asBrokenPackError);
}

/** Rethrows a failed write of an order; if the tool's pack size has changed meanwhile, as an error that says
 * so. */
export function asBrokenPackError(error: unknown): never {
  if (!breaksConstraint(error, 'orders_in_whole_packs')) throw error;
  throw new AppError('conflict', orderErrorTexts.packsChanged, { field: 'minQuantity' });
}

/** Counts orders against the caller's rate limit, per customer if there is one; the call itself has already
 * counted as a buyer's first order. @throws TooManyHits */
export async function countPlacing(
  { rateLimiter, config }: AppContext,
  { currentUser, customer, orders }: { currentUser: CurrentUser; customer?: string; orders: number },
): Promise<void> {
  const subject = `orders of ${currentUser.userId}`;
  const further = orders - 1;
  if (customer !== undefined)
    await rateLimiter.take(`${subject} for ${customer}`, config.limits.orders, orders);
  else if (further > 0) await rateLimiter.take(subject, config.limits.orders, further);
}

/** Places one order in the caller's transaction. Who places several gives the names of their lines, read at
 * once. @throws AppError as `placeOrder` does. */
export async function putIntoCart(
  context: AppContext,
  tx: DatabaseTransaction,
  { currentUser, order, lineNames }: PutIntoCartInput,
): Promise<PlacedOrder> {
  const { currency } = context.config;
  // Locks the user, so that a concurrent call cannot also take the cart's last place, nor change the address.
  const email = await lockUser(tx, currentUser.userId);
  await assertNotBlocked(context, tx, currentUser.userId);
  if ((await countUnpaidOrders(tx, currentUser.userId, MAX_UNPAID_ORDERS)) >= MAX_UNPAID_ORDERS)
    throw new AppError('cart_full', orderErrorTexts.cartFull(MAX_UNPAID_ORDERS));
  const buyer = { userId: currentUser.userId };
  const tool = await findWantedTool(tx, order, buyer);
  const quantity = orderQuantity(order.minQuantity, {
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity,
    packStep: tool.pack_step,
  });
  const { cents: unitCents } = priceFor({ tool, quantity, buyer });
  const terms = await readPriceTerms(context, tx);
  const totalCents = orderTotalCents(unitCents, quantity, terms);
  if (order.price !== undefined) checkSeenPrice(order.price, totalCents, terms);
  const names = lineNames ?? (await findLineNames(tx, tool.family ? [tool.id] : []));
  const placed = await insertOrder(tx, {
    id: uuid(),
    user_id: currentUser.userId,
    tool_id: tool.id,
    tool_name: names.get(tool.id) ?? tool.name,
    part_number: tool.part_number,
    img: tool.img,
    unit_price_cents: unitCents,
    quantity,
    total_cents: totalCents,
    user_name: currentUser.displayName || email,
    email,
    phone: order.phone,
    address: order.address,
    ...(await readDestination(
      tx,
      { user_id: currentUser.userId, address: order.address },
      order.destination,
    )),
    purchase_order_number: order.purchaseOrderNumber ?? ofCart('purchase_order_number', currentUser.userId),
    buyer_note: order.buyerNote ?? ofCart('buyer_note', currentUser.userId),
    placed_at: context.clock.now(),
  });
  await recordAudit(context, tx, {
    action: 'order_placed',
    orderId: placed.id,
    toolId: tool.id,
    details: { quantity, totalCents },
  });
  const view = {
    ...placed,
    picture: tool,
    tool_deleted: false,
    prop65_warning: null,
    tool,
    given_back_cents: 0,
    due_back_cents: 0,
    refundable_cents: null,
    refundable_delivery_cents: null,
    cancel_facts: null,
    quote_id: null,
    quote_number: null,
    quote_state: null,
    quote_expires_at: null,
    delivery_method: null,
    collected: null,
    open_invoice_number: null,
    invoice_due_on: null,
  };
  return { ...serializeOrder(view, currency), insertedId: placed.id };
}

/** Finds the tool of an order: by its id, else by its name, plus its picture if two share a name. */
async function findWantedTool(
  db: Database,
  { toolId, toolName, img }: NewOrder,
  buyer: Buyer,
): Promise<ToolDetailsRow> {
  if (toolId !== undefined) {
    const tool = await findToolDetails(db, toolId, buyer);
    if (!tool) throw new AppError('not_found', orderErrorTexts.noLongerSold, { field: 'toolId' });
    return tool;
  }
  if (!toolName) throw new AppError('invalid_input', orderErrorTexts.toolIdMissing, { field: 'toolId' });
  const named = await findToolsNamed(db, toolName);
  const [tool, another] = named.length > 1 ? await findToolsNamed(db, toolName, img) : named;
  const wanted = tool && !another ? await findToolDetails(db, tool.id, buyer) : undefined;
  if (wanted) return wanted;
  const problem = tool ? orderErrorTexts.severalOfName : orderErrorTexts.noneOfName;
  throw new AppError('invalid_input', problem, { field: 'toolName' });
}
