import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import { Refusal } from '#contracts/api-error.ts';
import { type NewOrder, placedOrderSchema } from '#contracts/order.ts';
import { insertAuditEvents, type NewAuditEvent } from '#modules/audit/audit-store.ts';
import { findStockedTool, findStockedTools, type StockedTool } from '#modules/catalogue/tool-stock.ts';
import { insertReplies, type KeptReply } from '#modules/idempotency/idempotency-store.ts';
import { checkSeenPrice, orderQuantity, orderTotalCents } from '#modules/orders/order-rules.ts';
import {
  findOrderNumber,
  insertOrders,
  type NewOrderRow,
  type OrderView,
} from '#modules/orders/order-store.ts';
import { toWireOrder } from '#modules/orders/wire-order.ts';
import type { Asker } from '#modules/users/user-store.ts';
import type { Database } from '#platform/database/database.ts';
import { gatherOn } from '#platform/database/gather.ts';
import { isRuleViolation, isUniqueViolation } from '#platform/database/unique-violation.ts';
import { writeTogether } from '#platform/database/write-together.ts';
import { orderRefusalTexts } from '#texts/refusals-orders.ts';
import { quietEmails } from './emails/email-job.ts';
import { idempotent, keptReply } from './idempotent.ts';
import { auditEntry } from './record-audit.ts';
import type { Shop } from './shop.ts';

/** Answer of `POST /orders`. */
export type PlacedOrder = z.infer<typeof placedOrderSchema>;

/** What is kept for a repeat: the statement that keeps it gives the order its number. */
const keptOrderSchema = placedOrderSchema.omit({ number: true });

/** Who orders what. */
type PlaceOrderInput = { asker: Asker; order: NewOrder; idempotencyKey: string | undefined };

/** An order that is being placed. */
type PlacedView = NewOrderRow & Pick<OrderView, 'picture'>;

/**
 * Puts an order into the buyer's cart at the shop's own price (decision 10). Nothing is held yet.
 * @throws Refusal invalid_input, out_of_stock, price_changed; not_found for an unknown tool; key_reused.
 */
export async function placeOrder(shop: Shop, input: PlaceOrderInput): Promise<PlacedOrder> {
  const { asker, order, idempotencyKey } = input;
  const request = { userId: asker.userId, route: 'POST /orders', key: idempotencyKey, body: order };
  try {
    const { picture, ...placed } = await composeOrder(shop, asker, order);
    const reply = toReply(shop, { ...placed, picture });
    const number = await storePlaced(shop.db, {
      order: placed,
      entry: placedEntry(shop, placed),
      replies: keptReply(shop, request, reply),
    });
    return { ...reply, number };
  } catch (error) {
    if (!(error instanceof Refusal || isUniqueViolation(error))) throw error;
    // A repeat is answered like the first, whatever has become of the tool since.
    return shop.db.transaction().execute(async (tx) => {
      const reply = await idempotent(shop, tx, request, keptOrderSchema, () => {
        throw error;
      });
      return { ...reply, number: await findOrderNumber(tx, reply._id) };
    });
  }
}

/** Works out what the buyer orders, at what price. */
async function composeOrder(shop: Shop, asker: Asker, order: NewOrder): Promise<PlacedView> {
  const { currency } = shop.config;
  const tool = await findWantedTool(shop.db, order);
  const quantity = orderQuantity(order.minQuantity, {
    minOrderQuantity: tool.min_order_quantity,
    availableQuantity: tool.available_quantity,
  });
  const totalCents = orderTotalCents(tool.price_cents, quantity, currency);
  if (order.price !== undefined) checkSeenPrice(order.price, totalCents, currency);
  const { width, height, colour, webp_srcset, avif_srcset } = tool;
  return {
    id: uuid(),
    user_id: asker.userId,
    tool_id: tool.id,
    tool_name: tool.name,
    img: tool.img,
    picture: { width, height, colour, webp_srcset, avif_srcset },
    unit_price_cents: tool.price_cents,
    quantity,
    total_cents: totalCents,
    user_name: asker.displayName || asker.email,
    email: asker.email,
    phone: order.phone,
    address: order.address,
    placed_at: shop.clock.now(),
  };
}

/** What is written down of an order that is placed. */
type Placing = { order: NewOrderRow; entry: NewAuditEvent; replies: KeptReply[] };

/**
 * One statement for all that are placed at the same time: the orders, their entries in the audit trail, the mails, and the
 * replies for a repeat. A key that is known, or what may not be written, undoes them all; then each is tried alone.
 * Answers the orders' numbers.
 */
const storePlaced = gatherOn<Placing, string>(async (db, placings) => {
  const orders = placings.map(({ order }) => order);
  const entries = placings.map(({ entry }) => entry);
  const replies = placings.flatMap((placing) => placing.replies);
  const writes = [
    insertOrders(orders),
    insertAuditEvents(entries),
    quietEmails(orders.map(({ id }) => ({ mail: 'order-placed', orderId: id }))),
    ...(replies.length > 0 ? [insertReplies(replies)] : []),
  ];
  const numbered = await writeTogether<{ id: string; number: string }>(db, writes, ['id', 'number']);
  const numbers = new Map(numbered.map(({ id, number }) => [id, number]));
  return orders.map(({ id }) => numbers.get(id) ?? '');
}, isRuleViolation);

function placedEntry(shop: Shop, placed: NewOrderRow): NewAuditEvent {
  return auditEntry(shop, {
    action: 'order placed',
    orderId: placed.id,
    toolId: placed.tool_id,
    details: { quantity: placed.quantity, totalCents: placed.total_cents },
  });
}

function toReply({ config }: Shop, placed: PlacedView): Omit<PlacedOrder, 'number'> {
  const nothingYet = { paid_at: null, transaction_id: null, shipped_at: null, deleted_at: null };
  const view = { ...placed, ...nothingYet, number: '', tool_deleted: false };
  const { number, ...reply } = toWireOrder(view, config.currency);
  return { ...reply, insertedId: placed.id };
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
