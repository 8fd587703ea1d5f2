import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { giveBackUnits } from '#features/catalogue/stock-store.ts';
import { lockOrderWithPayments } from '#features/orders/payments/store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import { unitsOfOrder } from '#features/orders/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import { ensureIntent } from './ensure-intent.ts';
import { settlePayment } from './settle-payment.ts';
import { findPayment, type PaymentRow, updatePayment } from './store.ts';

/** Cancels a live payment's intent, then frees its units, so that a late payment cannot meet an empty shelf (decision 12).
 * If it has succeeded, it is counted. @throws CardPaymentsError when the provider is out of reach; the units stay held. */
export async function releaseHold(context: AppContext, paymentId: string): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'live') return;
  const intent = await cancelIntent(context, payment);
  if (intent?.status === 'succeeded') {
    await settlePayment(context, intent.id);
    return;
  }
  await context.db.transaction().execute((tx) => giveBack(context, tx, payment));
}

/** Cancels the payment's intent; `undefined` where the provider refuses to make one at all. */
async function cancelIntent(context: AppContext, payment: PaymentRow): Promise<PaymentIntent | undefined> {
  try {
    const { id } = await ensureIntent(context, payment);
    return await context.cardPayments.cancelIntent(id);
  } catch (error) {
    if (error instanceof ChargeRefusedError) return undefined;
    throw error;
  }
}

async function giveBack(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, order_id }: PaymentRow,
): Promise<void> {
  const locked = await lockOrderWithPayments(tx, order_id);
  const payment = locked?.payments.find((row) => row.id === id);
  if (!locked || payment?.state !== 'live') return;
  const state = nextPaymentState(payment.state, 'released');
  await updatePayment(tx, id, { state, settled_at: context.clock.now() });
  await giveBackUnits(context, tx, unitsOfOrder(locked.order, payment.held_quantity));
  await recordAudit(context, tx, {
    action: 'payment_released',
    orderId: order_id,
    toolId: locked.order.tool_id,
    details: { paymentId: id, unitsGivenBack: payment.held_quantity },
  });
}
