import { Refusal } from '#contracts/api-error.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-job.ts';
import type { Shop } from '#features/shop.ts';
import { checkOrderMove } from './order-states.ts';
import { lockOrder, updateOrder } from './store.ts';
import { orderRefusalTexts } from './texts/refusals.ts';

/**
 * Marks a paid order shipped, once; a repeat changes nothing and answers 0 (decision 16).
 * @throws Refusal not_found, conflict when it is unpaid.
 */
export async function shipOrder(
  shop: Shop,
  { orderId }: { orderId: string },
): Promise<{ modifiedCount: number }> {
  return shop.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.deleted_at) throw new Refusal('not_found', orderRefusalTexts.noSuchOrder);
    if (order.state === 'shipped') return { modifiedCount: 0 };
    checkOrderMove(order.state, 'shipped');
    await updateOrder(tx, orderId, { shipped_at: shop.clock.now() });
    await recordAudit(shop, tx, { action: 'order shipped', orderId, toolId: order.tool_id });
    await enqueueEmail(shop, tx, { mail: 'order-shipped', orderId });
    return { modifiedCount: 1 };
  });
}
