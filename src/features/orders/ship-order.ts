import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { OrderAnswers } from './desk-contract.ts';
import { orderEmails } from './emails.ts';
import { checkOrderMove, UNDO_SHIP_MS } from './rules.ts';
import { lockOrder, type OrderRow, updateOrder } from './store.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Marks a paid order shipped; a repeat answers 0 (decision 16). Its email leaves once that can no longer be undone.
 * @throws AppError not_found, conflict when it is unpaid. */
export async function shipOrder(
  context: AppContext,
  { orderId }: { orderId: string },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockLiveOrder(tx, orderId);
    if (order.state === 'shipped') return { modifiedCount: 0 };
    checkOrderMove(order.state, 'shipped');
    const shippedAt = context.clock.now();
    await updateOrder(tx, orderId, { shipped_at: shippedAt });
    await recordAudit(context, tx, { action: 'order_shipped', orderId, toolId: order.tool_id });
    const about = { orderId, shippedAt: shippedAt.toISOString() };
    const runAt = new Date(shippedAt.getTime() + UNDO_SHIP_MS);
    await enqueueEmail(context, tx, orderEmails.shipped, about, { runAt });
    return { modifiedCount: 1 };
  });
}

/** Takes a shipment back before its email leaves, which then never does; one that is not shipped answers 0.
 * @throws AppError not_found, conflict when it is unpaid, or when it is too late. */
export async function undoShip(
  context: AppContext,
  { orderId }: { orderId: string },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockLiveOrder(tx, orderId);
    if (order.state === 'paid') return { modifiedCount: 0 };
    checkOrderMove(order.state, 'unshipped');
    const undoneBy = (order.shipped_at?.getTime() ?? 0) + UNDO_SHIP_MS;
    if (order.ship_email_at || context.clock.now().getTime() >= undoneBy)
      throw new AppError('conflict', orderErrorTexts.undoTooLate);
    await updateOrder(tx, orderId, { shipped_at: null });
    await recordAudit(context, tx, { action: 'order_unshipped', orderId, toolId: order.tool_id });
    return { modifiedCount: 1 };
  });
}

async function lockLiveOrder(tx: DatabaseTransaction, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.deleted_at) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
  return order;
}

/** Does the same to many orders, one after the other, each in its own transaction: what one is refused stops no other. */
export async function forEachOrder(
  orderIds: readonly string[],
  change: (orderId: string) => Promise<{ modifiedCount: number }>,
): Promise<OrderAnswers> {
  const answers: OrderAnswers = [];
  for (const orderId of new Set(orderIds)) {
    try {
      answers.push({ orderId, ...(await change(orderId)), error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { code, message } = error;
      answers.push({ orderId, modifiedCount: 0, error: { code, message } });
    }
  }
  return answers;
}
