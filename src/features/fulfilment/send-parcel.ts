import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { assertShippable } from '#features/orders/dispute-store.ts';
import { checkOrderMove } from '#features/orders/order-states.ts';
import { type NewParcel, type Parcel, parcelSchema } from '#features/orders/parcel-contract.ts';
import { findParcel, insertParcel, joinParcel, serializeParcel } from '#features/orders/parcel-store.ts';
import { enqueueShipped } from '#features/orders/purchase-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { lockOrders, moveOrders, type OrderRow, unitsLeft } from '#features/orders/store.ts';
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

/** `isDisputed`: whether it ships despite a dispute of its payment; `paymentId`: the payment whose orders may
 * join the parcel (decision 99). */
type Dispatch = {
  parts: readonly Part[];
  carrierId: string | null;
  trackingNumber: string | null;
  isDisputed: boolean;
  paymentId?: string | null;
};

/** Sends a parcel of orders that are locked and have enough units left; returns its id. */
export async function dispatch(
  context: AppContext,
  tx: DatabaseTransaction,
  { parts, carrierId, trackingNumber, isDisputed, paymentId = null }: Dispatch,
): Promise<string> {
  const [first] = parts;
  if (!first) throw new Error('a parcel holds something');
  const id = uuid();
  const sentAt = context.clock.now();
  await recordSent(context, tx, { parcelId: id, parts, sentAt, isDisputed });
  await insertParcel(
    tx,
    {
      id,
      user_id: first.order.user_id,
      carrier_id: carrierId,
      tracking_number: trackingNumber,
      sent_at: sentAt,
      payment_id: paymentId,
    },
    parts.map(({ order, quantity }) => ({ orderId: order.id, quantity })),
  );
  await enqueueSent(context, tx, { parcelId: id, orderId: first.order.id, sentAt });
  return id;
}

/** Adds what is left of a locked order to a parcel of the same purchase that has not been announced yet. Its
 * email waits until this, too, can no longer be undone. */
export async function joinSent(
  context: AppContext,
  tx: DatabaseTransaction,
  { parcelId, part, isDisputed }: { parcelId: string; part: Part; isDisputed: boolean },
): Promise<void> {
  const sentAt = context.clock.now();
  await recordSent(context, tx, { parcelId, parts: [part], sentAt, isDisputed });
  await joinParcel(tx, parcelId, { orderId: part.order.id, quantity: part.quantity }, sentAt);
  await enqueueSent(context, tx, { parcelId, orderId: part.order.id, sentAt });
}

type Sent = Pick<Dispatch, 'parts' | 'isDisputed'> & { parcelId: string; sentAt: Date };

/** Marks orders as shipped with their last units, and records what was sent. */
async function recordSent(
  context: AppContext,
  tx: DatabaseTransaction,
  { parcelId, parts, sentAt, isDisputed }: Sent,
): Promise<void> {
  const shipped: string[] = [];
  for (const { order, quantity } of parts) {
    const isLast = quantity === unitsLeft(order);
    // Before counting its units: an order with all units sent must be shipped.
    if (isLast) {
      await moveOrders(tx, [order], { kind: 'shipped', at: sentAt });
      shipped.push(order.id);
    }
    await recordAudit(context, tx, {
      action: isLast ? 'order_shipped' : 'parcel_sent',
      orderId: order.id,
      toolId: order.tool_id,
      details: {
        parcelId,
        ...(quantity < order.quantity && { quantity }),
        ...(isDisputed && { despiteDispute: true }),
      },
    });
  }
  await enqueueShipped(context, tx, shipped, sentAt);
}

/** Queues the parcel's email, in place of the one queued before the parcel was added to. */
async function enqueueSent(
  context: AppContext,
  tx: DatabaseTransaction,
  { parcelId, orderId, sentAt }: { parcelId: string; orderId: string; sentAt: Date },
): Promise<void> {
  const about = { parcelId, orderId, sentAt: sentAt.toISOString() };
  const runAt = new Date(sentAt.getTime() + UNDO_SHIP_MS);
  await enqueueEmail(context, tx, parcelEmails.sent, about, { runAt, key: `parcel-sent:${parcelId}` });
}
