import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { orderEmails } from './emails.ts';
import { checkOrderMove } from './rules.ts';
import { lockOrder, updateOrder } from './store.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Marks a paid order shipped; a repeat answers 0 (decision 16). @throws AppError not_found, conflict when it is unpaid. */
export async function shipOrder(
  context: AppContext,
  { orderId }: { orderId: string },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.deleted_at) throw new AppError('not_found', orderErrorTexts.noSuchOrder);
    if (order.state === 'shipped') return { modifiedCount: 0 };
    checkOrderMove(order.state, 'shipped');
    await updateOrder(tx, orderId, { shipped_at: context.clock.now() });
    await recordAudit(context, tx, { action: 'order_shipped', orderId, toolId: order.tool_id });
    await enqueueEmail(context, tx, orderEmails.shipped, { orderId });
    return { modifiedCount: 1 };
  });
}
