import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { type NewOrder, placedOrderSchema } from '#contracts/order.ts';
import { findStockedTools, type StockedTool } from '#modules/catalogue/tool-stock.ts';
import { checkSeenPrice, orderQuantity, orderTotalCents } from '#modules/orders/order-rules.ts';
import { findOrder, insertOrder, type OrderView } from '#modules/orders/order-store.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
import type { Asker } from '#modules/users/user-store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { idempotent } from './idempotent.ts';
import { enqueueMail } from './mails/mail-job.ts';
import { recordAudit } from './record-audit.ts';
import type { Shop } from './shop.ts';

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
  return shop.db.transaction().execute((tx) =>
    idempotent(shop, tx, request, placedOrderSchema, async () => {
      const placed = await storeOrder(shop, tx, asker, order);
      await recordAudit(shop, tx, {
        action: 'order placed',
        orderId: placed.id,
        toolId: placed.tool_id,
        details: { quantity: placed.quantity, totalCents: placed.total_cents },
      });
      await enqueueMail(tx, { mail: 'order-placed', orderId: placed.id });
      return { ...toWireOrder(placed, shop.config.currency), insertedId: placed.id };
    }),
  );
}

async function storeOrder(
  shop: Shop,
  tx: DatabaseTransaction,
  asker: Asker,
  order: NewOrder,
): Promise<OrderView> {
  const { currency } = shop.config;
  const tool = await findWantedTool(tx, order);
  const quantity = orderQuantity(order.minQuantity, {
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity,
  });
  const totalCents = orderTotalCents(tool.price_cents, quantity, currency);
  if (order.price !== undefined) checkSeenPrice(order.price, totalCents, currency);
  const id = uuid();
  await insertOrder(tx, {
    id,
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
  const placed = await findOrder(tx, id);
  if (!placed) throw new Error(`order ${id} has vanished from its own transaction`);
  return placed;
}

/** The one tool that an order means: by its id, else by its name, and by its picture when two share a name. */
async function findWantedTool(db: Database, { toolId, toolName, img }: NewOrder): Promise<StockedTool> {
  if (toolId !== undefined) {
    const [tool] = await findStockedTools(db, { id: toolId });
    if (!tool) throw new Refusal('not_found', 'This tool is no longer sold', { field: 'toolId' });
    return tool;
  }
  if (!toolName) throw new Refusal('invalid_input', 'toolId is required', { field: 'toolId' });
  const named = await findStockedTools(db, { name: toolName });
  const [tool, another] = named.length > 1 ? await findStockedTools(db, { name: toolName, img }) : named;
  if (tool && !another) return tool;
  const problem = tool ? 'Several tools have this name: send toolId' : 'No tool in the shop has this name';
  throw new Refusal('invalid_input', problem, { field: 'toolName' });
}
