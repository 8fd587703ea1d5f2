import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { assertShippable } from '#features/orders/dispute-store.ts';
import { checkOrderMove } from '#features/orders/order-states.ts';
import { type NewParcel, type Parcel, parcelSchema } from '#features/orders/parcel-contract.ts';
import { findParcel, insertParcel, serializeParcel } from '#features/orders/parcel-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { lockOrders, type OrderRow, unitsLeft, updateOrder } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import { parcelErrorTexts } from '#features/orders/texts/parcels.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findCarrierId } from './carriers.ts';
import { parcelEmails } from './emails.ts';

type SendParcelInput = { currentUser: CurrentUser; parcel: NewParcel; idempotencyKey: string | undefined };

/** Ships units of one or several orders of one buyer. The email is sent once this can no longer be undone.
 * @throws AppError not_found; invalid_input for orders of several buyers and for an unknown carrier; conflict
 * if an order is unpaid, or has fewer units left; order_disputed unless it ships despite the dispute;
 * key_reused. */
export async function sendParcel(
  context: AppContext,
  { currentUser, parcel, idempotencyKey }: SendParcelInput,
): Promise<Parcel> {
  const { userId } = currentUser;
  const request = { userId, route: 'POST /parcels', key: idempotencyKey, body: parcel };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, parcelSchema, async () => {
      const carrierId = await findCarrierId(tx, parcel.carrier ?? null);
      const parts = await lockParts(tx, parcel.orders);
      const trackingNumber = parcel.trackingNumber ?? null;
      const orders = parts.map(({ order }) => order);
      const isDisputed = await assertShippable(tx, orders, parcel.despiteDispute);
      const parcelId = await dispatch(context, tx, { parts, carrierId, trackingNumber, isDisputed });
      const sent = await findParcel(tx, parcelId);
      if (!sent) throw new Error(`parcel ${parcelId} has gone`);
      return serializeParcel(sent);
    }),
  );
}

/** A number of units of a locked order. */
type Part = { order: OrderRow; quantity: number };

/** Locks the orders of a new parcel, and checks its contents. */
async function lockParts(tx: DatabaseTransaction, wanted: NewParcel['orders']): Promise<Part[]> {
  const locked = await lockOrders(
    tx,
    wanted.map(({ orderId }) => orderId),
  );
  const parts = wanted.map(({ orderId, quantity }, nth) => {
    const order = locked.find(({ id }) => id === orderId);
    if (!order || order.deleted_at)
      throw new AppError('not_found', orderErrorTexts.noSuchOrder, { field: `orders.${nth}.orderId` });
    return { order, quantity };
  });
  if (new Set(locked.map(({ user_id }) => user_id)).size > 1)
    throw new AppError('invalid_input', parcelErrorTexts.severalBuyers, { field: 'orders' });
  for (const [nth, { order, quantity }] of parts.entries()) checkPart(order, quantity, nth);
  return parts;
}

function checkPart(order: OrderRow, quantity: number, nth: number): void {
  if (order.state !== 'shipped') checkOrderMove(order.state, 'shipped');
  const left = unitsLeft(order);
  if (quantity <= left) return;
  const field = `orders.${nth}.quantity`;
  throw new AppError('conflict', parcelErrorTexts.tooMany(order.number, left), { field });
}

/** `isDisputed`: whether it ships despite a dispute of its payment. */
type Dispatch = {
  parts: readonly Part[];
  carrierId: string | null;
  trackingNumber: string | null;
  isDisputed: boolean;
};

/** Sends a parcel of orders that are locked and have enough units left; returns its id. An order is shipped
 * with its last units. */
export async function dispatch(
  context: AppContext,
  tx: DatabaseTransaction,
  { parts, carrierId, trackingNumber, isDisputed }: Dispatch,
): Promise<string> {
  const [first] = parts;
  if (!first) throw new Error('a parcel holds something');
  const id = uuid();
  const sentAt = context.clock.now();
  for (const { order, quantity } of parts) {
    const isLast = quantity === unitsLeft(order);
    // Before counting its units: an order with all units sent must be shipped.
    if (isLast) await updateOrder(tx, order.id, { shipped_at: sentAt });
    await recordAudit(context, tx, {
      action: isLast ? 'order_shipped' : 'parcel_sent',
      orderId: order.id,
      toolId: order.tool_id,
      details: {
        parcelId: id,
        ...(quantity < order.quantity && { quantity }),
        ...(isDisputed && { despiteDispute: true }),
      },
    });
  }
  const parcel = { id, user_id: first.order.user_id, carrier_id: carrierId, tracking_number: trackingNumber };
  await insertParcel(
    tx,
    { ...parcel, sent_at: sentAt },
    parts.map(({ order, quantity }) => ({ orderId: order.id, quantity })),
  );
  const runAt = new Date(sentAt.getTime() + UNDO_SHIP_MS);
  await enqueueEmail(context, tx, parcelEmails.sent, { parcelId: id, orderId: first.order.id }, { runAt });
  return id;
}
