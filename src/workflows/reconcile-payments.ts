import { listPaymentsInState, type PaymentRow } from '#modules/payments/payment-store.ts';
import { refundPayment } from './refund-payment.ts';
import { releaseHold } from './release-hold.ts';
import { settlePayment } from './settle-payment.ts';
import type { Shop } from './shop.ts';

const BATCH_ROWS = 100;

/**
 * Puts right what lost webhooks, lost jobs and crashes left behind: payments past their time are released, payments
 * that the provider has ended are settled or released, refunds that are due are made. What fails is logged and left
 * to the next round.
 */
export async function reconcilePayments(shop: Shop): Promise<void> {
  await forEachPayment(shop, 'live', (payment) => reconcileLive(shop, payment));
  await forEachPayment(shop, 'refund_due', async (payment) => {
    shop.log.info({ paymentId: payment.id }, 'reconciliation makes a refund that is due');
    await refundPayment(shop, payment.id);
  });
}

async function reconcileLive(shop: Shop, { id, intent_id, hold_expires_at }: PaymentRow): Promise<void> {
  if (hold_expires_at <= shop.clock.now()) {
    shop.log.info({ paymentId: id }, 'reconciliation ends a payment that has run out');
    await releaseHold(shop, id);
    return;
  }
  if (intent_id === null) return;
  const { outcome } = await settlePayment(shop, intent_id);
  if (outcome === 'open') return;
  shop.log.info({ paymentId: id, outcome }, 'reconciliation heard of an ended payment');
  if (outcome === 'cancelled') await releaseHold(shop, id);
}

async function forEachPayment(
  shop: Shop,
  state: 'live' | 'refund_due',
  work: (payment: PaymentRow) => Promise<void>,
): Promise<void> {
  let afterId: string | undefined;
  do {
    const payments = await listPaymentsInState(shop.db, state, { afterId, limit: BATCH_ROWS });
    for (const payment of payments) {
      await work(payment).catch((error: unknown) => {
        shop.log.error({ err: error, paymentId: payment.id }, 'reconciliation could not put a payment right');
      });
    }
    afterId = payments.length === BATCH_ROWS ? payments.at(-1)?.id : undefined;
  } while (afterId !== undefined);
}
