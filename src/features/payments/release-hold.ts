import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { invoiceOpen, isOpenInvoice } from '#features/invoices/open-invoice.ts';
import { findPayment, lockPayment, type Payment, updatePayment } from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import { releaseFromPayment } from '#features/quotes/payment-units.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { ChargeRefusedError, type PaymentIntent } from '#platform/payments/card-payments.ts';
import { ensureIntent } from './ensure-intent.ts';
import { settlePayment } from './settle-payment.ts';

/** Cancels a live payment's intent, then frees its units, of all its orders, so that a late payment cannot
 * meet an empty shelf (decision 12). If it has succeeded, it is recorded as paid. @throws
 * CardPaymentsError when the provider is out of reach; the units stay held. AppError invoice_open: what
 * waits for a transfer is ended by staff alone. */
export async function releaseHold(context: AppContext, paymentId: string): Promise<void> {
  const payment = await findPayment(context.db, paymentId);
  if (payment?.state !== 'live') return;
  if (isOpenInvoice(payment)) throw await invoiceOpen(context.db, payment);
  const intent = await cancelIntent(context, payment);
  if (intent?.status === 'succeeded') {
    await settlePayment(context, intent.id);
    return;
  }
  await context.db.transaction().execute((tx) => releaseUnits(context, tx, payment));
}

/** Cancels the payment's intent; `undefined` where the provider refuses to make one at all. */
async function cancelIntent(context: AppContext, payment: Payment): Promise<PaymentIntent | undefined> {
  try {
    const { id } = await ensureIntent(context, payment);
    return await context.cardPayments.cancelIntent(id);
  } catch (error) {
    if (error instanceof ChargeRefusedError) return undefined;
    throw error;
  }
}

async function releaseUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, lines }: Payment,
): Promise<void> {
  const locked = await lockPayment(tx, { id, lines });
  if (locked.payment.state !== 'live') return;
  const state = nextPaymentState(locked.payment.state, 'released');
  await updatePayment(tx, id, { state, settled_at: context.clock.now() });
  await releaseFromPayment(context, tx, locked.quotes, locked.lines);
  await recordAudits(
    context,
    tx,
    locked.lines.map(({ line, order }) => ({
      action: 'payment_released',
      orderId: order.id,
      toolId: order.tool_id,
      details: { paymentId: id, unitsGivenBack: line.held_quantity },
    })),
  );
}
