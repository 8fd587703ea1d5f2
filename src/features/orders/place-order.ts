import { v7 as uuid } from 'uuid';
import type { z } from 'zod/mini';
import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findStockedTool, findStockedTools, type StockedTool } from '#features/catalogue/stock-store.ts';
import { enqueueEmail } from '#features/emails/email-job.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import type { Shop } from '#features/shop.ts';
import type { Asker } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { type NewOrder, placedOrderSchema } from './contract.ts';
import { checkSeenPrice, orderQuantity, orderTotalCents } from './order-rules.ts';
import { insertOrder } from './store.ts';
import { orderRefusalTexts } from './texts/refusals.ts';
import { toWireOrder } from './wire-order.ts';

/** Answer of `POST /orders`. */
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

/** Who orders what. */
type PlaceOrderInput = { asker: Asker; order: NewOrder; idempotencyKey: string | undefined };

/**
 * Puts an order into the buyer's cart at the shop's own price (decision 10). Nothing is held yet.
 * @throws Refusal invalid_input, out_of_stock, price_changed; not_found for an unknown tool; key_reused.
 */
export async function placeOrder(shop: Shop, input: PlaceOrderInput): Promise<PlacedOrder> {
  const { asker, order, idempotencyKey } = input;
  const request = { userId: asker.userId, route: 'POST /orders', key: idempotencyKey, body: order };
  return shop.db
    .transaction()
    .execute((tx) => idempotent(shop, tx, request, placedOrderSchema, () => place(shop, tx, input)));
}

async function place(
  shop: Shop,
  tx: DatabaseTransaction,
  { asker, order }: PlaceOrderInput,
): Promise<PlacedOrder> {
  const { currency } = shop.config;
  const tool = await findWantedTool(tx, order);
  const quantity = orderQuantity(order.minQuantity, {
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity,
  });
  const totalCents = orderTotalCents(tool.price_cents, quantity, currency);
  if (order.price !== undefined) checkSeenPrice(order.price, totalCents, currency);
  const placed = await insertOrder(tx, {
    id: uuid(),
    user_id: asker.userId,
    tool_id: tool.id,
    tool_name: tool.name,
    img: tool.img,
    unit_price_cents: tool.price_cents,
    quantity,
    total_cents: totalCents,
    user_name: asker.displayName || asker.email,
    email: asker.email,
    phone: order.phone,
    address: order.address,
    placed_at: shop.clock.now(),
  });
  await recordAudit(shop, tx, {
    action: 'order placed',
    orderId: placed.id,
    toolId: tool.id,
    details: { quantity, totalCents },
  });
  await enqueueEmail(shop, tx, { mail: 'order-placed', orderId: placed.id });
  const { width, height, colour, webp_srcset, avif_srcset } = tool;
  const picture = { width, height, colour, webp_srcset, avif_srcset };
  const view = { ...placed, picture, tool_deleted: false };
  return { ...toWireOrder(view, currency), insertedId: placed.id };
}

/** The one tool that an order means: by its id, else by its name, and by its picture when two share a name. */
async function findWantedTool(db: Database, { toolId, toolName, img }: NewOrder): Promise<StockedTool> {
  if (toolId !== undefined) {
    const tool = await findStockedTool(db, toolId);
    if (!tool) throw new Refusal('not_found', orderRefusalTexts.noLongerSold, { field: 'toolId' });
    return tool;
  }
  if (!toolName) throw new Refusal('invalid_input', orderRefusalTexts.toolIdMissing, { field: 'toolId' });
  const named = await findStockedTools(db, { name: toolName });
  const [tool, another] = named.length > 1 ? await findStockedTools(db, { name: toolName, img }) : named;
  if (tool && !another) return tool;
  const problem = tool ? orderRefusalTexts.severalOfName : orderRefusalTexts.noneOfName;
  throw new Refusal('invalid_input', problem, { field: 'toolName' });
}
