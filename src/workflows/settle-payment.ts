import { giveBackUnits, takeFreeUnits, takeHeldUnits } from '#modules/catalogue/tool-stock.ts';
import type { OrderRow } from '#modules/orders/order-store.ts';
import { nextPaymentState } from '#modules/payments/payment-states.ts';
import { findPaymentByIntent, type PaymentRow, updatePayment } from '#modules/payments/payment-store.ts';
import { whoActs } from '#platform/acting.ts';
import type { PaymentIntent } from '#platform/card-payments/card-payments.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { paymentRefusalTexts } from '#texts/refusals-orders.ts';
import { countHeld, whyNotServed, writeCounted } from './count-payments.ts';
import { enqueueRelease } from './enqueue-release.ts';
import { lockOrderWithPayments } from './lock-order.ts';
import { recordAudit } from './record-audit.ts';
import type { Shop } from './shop.ts';

/**
 * What the provider says of an intent, and what came of it. `refunded`: it succeeded and could not be served, so the
 * money goes back for `reason`.
 */
export type Settlement =
  | { outcome: 'unknown' | 'open' | 'cancelled' }
  | { outcome: 'paid'; orderId: string }
  | { outcome: 'refunded'; orderId: string; reason: string };

/**
 * Counts a payment if the provider says that it succeeded (decision 14). The buyer's call, the webhook and the
 * reconciliation all come here; it may be called any number of times, in any order, at the same time.
 * @throws CardPaymentsError when the provider cannot be asked.
 */
export async function settlePayment(shop: Shop, intentId: string): Promise<Settlement> {
  const payment = await findPaymentByIntent(shop.db, intentId);
  if (!payment) return { outcome: 'unknown' };
  const intent = await shop.cardPayments.retrieveIntent(intentId);
  if (!intent) return { outcome: 'unknown' };
  if (intent.status !== 'succeeded') return { outcome: intent.status };
  const counting = { payment, intent, acting: whoActs() };
  if (payment.state === 'live' && (await countHeld(shop, counting))) {
    return { outcome: 'paid', orderId: payment.order_id };
  }
  return shop.db.transaction().execute((tx) => count(shop, tx, payment, intent));
}

async function count(
  shop: Shop,
  tx: DatabaseTransaction,
  { id, order_id: orderId }: PaymentRow,
  intent: PaymentIntent,
): Promise<Settlement> {
  const locked = await lockOrderWithPayments(tx, orderId);
  const payment = locked?.payments.find((row) => row.id === id);
  if (!locked || !payment) throw new Error(`payment ${id} has lost its order`);
  if (payment.state === 'succeeded') return { outcome: 'paid', orderId };
  if (payment.refund_reason !== null) return { outcome: 'refunded', orderId, reason: payment.refund_reason };

  const settledAt = shop.clock.now();
  const reason = await takeUnits(tx, locked.order, payment, intent);
  if (reason !== undefined) {
    const state = nextPaymentState(payment.state, 'called back');
    await updatePayment(tx, id, { state, settledAt, refundReason: reason });
    await recordAudit(shop, tx, {
      action: 'payment called back',
      orderId,
      toolId: locked.order.tool_id,
      details: { paymentId: id, amountCents: intent.amountCents, reason },
    });
    await enqueue(tx, 'refund-payment', { paymentId: id });
    shop.log.warn({ orderId, paymentId: id, reason }, 'a payment is to be refunded');
    return { outcome: 'refunded', orderId, reason };
  }
  await writeCounted(shop, tx, [{ payment, order: locked.order, intent, acting: whoActs() }]);
  for (const rival of locked.payments) {
    if (rival.state === 'live' && rival.id !== id) await enqueueRelease(tx, rival.id);
  }
  return { outcome: 'paid', orderId };
}

/** Takes the units that were paid for; answers why it cannot be done, where it cannot. */
async function takeUnits(
  tx: DatabaseTransaction,
  order: OrderRow,
  payment: PaymentRow,
  intent: PaymentIntent,
): Promise<string | undefined> {
  const refusal = whyNotServed(order, payment, intent);
  if (payment.held_quantity > 0) {
    if (refusal === undefined) await takeHeldUnits(tx, order.tool_id, payment.held_quantity);
    else await giveBackUnits(tx, order.tool_id, payment.held_quantity);
    return refusal;
  }
  if (refusal !== undefined) return refusal;
  const isTaken = await takeFreeUnits(tx, order.tool_id, order.quantity);
  return isTaken ? undefined : paymentRefusalTexts.soldOutMeanwhile;
}
