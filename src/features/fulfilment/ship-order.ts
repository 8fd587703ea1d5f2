import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { OrderAnswers } from '#features/orders/desk-contract.ts';
import { assertShippable } from '#features/orders/dispute-store.ts';
import { checkOrderMove } from '#features/orders/order-states.ts';
import {
  findLastParcel,
  findParts,
  lockParcelToJoin,
  type ParcelPart,
} from '#features/orders/parcel-store.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { lockOrder, lockOrders, type OrderRow, unitsLeft } from '#features/orders/store.ts';
import { orderErrorTexts } from '#features/orders/texts/errors.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { takeBack } from './change-parcel.ts';
import { forEachItem } from './for-each-item.ts';
import { dispatch, joinSent } from './send-parcel.ts';

type Shipped = Pick<OrderAnswers[number], 'modifiedCount' | 'sent'>;

const nothing: Shipped = { modifiedCount: 0, sent: [] };

/** Ships the rest of a paid order: in the parcel of the same purchase and address that can still be undone,
 * or else in a new one. A repeat answers 0 (decision 64). @throws AppError not_found, conflict if it is
 * unpaid, order_disputed unless it ships despite the dispute. */
export async function shipOrder(
  context: AppContext,
  { orderId, despiteDispute }: { orderId: string; despiteDispute?: boolean | undefined },
): Promise<Shipped> {
  return context.db.transaction().execute(async (tx) => {
    const order = liveOrder(await lockOrder(tx, orderId));
    if (order.state === 'shipped') return nothing;
    checkOrderMove(order.state, 'shipped');
    const quantity = unitsLeft(order);
    const isDisputed = await assertShippable(tx, [order], despiteDispute);
    const since = new Date(context.clock.now().getTime() - UNDO_SHIP_MS);
    const { paymentId, parcelId } = await lockParcelToJoin(tx, order, since);
    const part = { order, quantity };
    if (parcelId !== undefined) await joinSent(context, tx, { parcelId, part, isDisputed });
    else {
      const isPlain = { carrierId: null, trackingNumber: null };
      await dispatch(context, tx, { parts: [part], ...isPlain, isDisputed, paymentId });
    }
    return { modifiedCount: 1, sent: [{ orderId, sentQuantity: order.sent_quantity + quantity }] };
  });
}

/** Undoes the parcel with an order's last units: just this order if others of its purchase have joined it,
 * else all that staff packed together. Answers 0 if the order is not shipped. @throws AppError not_found,
 * conflict if it is unpaid, or it is too late. */
export async function undoShip(context: AppContext, { orderId }: { orderId: string }): Promise<Shipped> {
  return context.db.transaction().execute(async (tx) => {
    const orders = await lockWithParcel(tx, orderId);
    const order = liveOrder(orders.find(({ id }) => id === orderId));
    if (order.state === 'paid') return nothing;
    checkOrderMove(order.state, 'unshipped');
    const parcel = await findLastParcel(tx, orderId);
    // Shipped by an earlier version.
    if (!parcel) throw new AppError('conflict', orderErrorTexts.undoTooLate);
    const parts = partsToUndo(orderId, parcel, await findParts(tx, parcel.id));
    const held = orders.filter(({ id }) => parts.some((part) => part.orderId === id));
    // Shipped again with other orders after the parcel was read and before the locks.
    if (held.length < parts.length) throw new AppError('conflict', orderErrorTexts.changedMeanwhile);
    await takeBack(context, tx, { parcelId: parcel.id, parts, orders: held });
    const sent = held.map(({ id, sent_quantity }) => {
      const { quantity = 0 } = parts.find((part) => part.orderId === id) ?? {};
      return { orderId: id, sentQuantity: sent_quantity - quantity };
    });
    return { modifiedCount: 1, sent };
  });
}

/** Returns what of a parcel is undone with one of its orders. */
const partsToUndo = (orderId: string, { payment_id }: { payment_id: string | null }, parts: ParcelPart[]) =>
  payment_id === null ? parts : parts.filter((part) => part.orderId === orderId);

/** Locks an order and the other orders that are undone with it. */
async function lockWithParcel(tx: DatabaseTransaction, orderId: string): Promise<OrderRow[]> {
  const parcel = await findLastParcel(tx, orderId);
  const parts = parcel ? partsToUndo(orderId, parcel, await findParts(tx, parcel.id)) : [];
  return lockOrders(tx, [...new Set([orderId, ...parts.map((part) => part.orderId)])]);
}

function liveOrder(order: OrderRow | undefined): OrderRow {
  if (!order || order.deleted_at) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return order;
}

/** Applies a change to many orders, each alone; see `forEachItem`. */
export async function forEachOrder(
  context: Pick<AppContext, 'log'>,
  orderIds: readonly string[],
  change: (orderId: string) => Promise<Shipped>,
): Promise<OrderAnswers> {
  const ids = [...new Set(orderIds)];
  const answers = await forEachItem(context, ids, change, nothing);
  return answers.map((answer, nth) => ({ orderId: ids[nth] ?? '', ...answer }));
}
