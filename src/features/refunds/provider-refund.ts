import { v7 as uuid } from 'uuid';
import type { Cents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { issueCreditNote } from '#features/invoices/issue-credit-note.ts';
import {
  findPaymentByIntent,
  lockPayment,
  type Payment,
  type PaymentLine,
} from '#features/orders/payment-store.ts';
import {
  insertRefund,
  listRefundsOfPayment,
  type RefundRow,
  updateRefund,
} from '#features/orders/refund-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { refundReasonTexts } from '#features/orders/texts/refunds.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Refund as ProviderRefund } from '#platform/payments/card-payments.ts';
import { deliveryLeftCents, lineCents } from './create-refund.ts';
import { announceRefund, refundEmails } from './emails.ts';
import { nextRefundState } from './rules.ts';

/** Records a refund that was made in the card provider's dashboard (decision 46): once, however often it is
 * reported; for the orders' goods first, in order, then for the delivery, with a credit note for each order.
 * If one of the shop's own refunds has failed and staff refunded the same amount there, it is matched to that
 * one. */
export async function recordProviderRefund(
  context: AppContext,
  refundReport: ProviderRefund,
): Promise<'unknown' | 'refund'> {
  const payment = await findPaymentByIntent(context.db, refundReport.intentId);
  if (payment?.state !== 'succeeded') return 'unknown';
  await context.db.transaction().execute(async (tx) => {
    const { payment: locked, lines } = await lockPayment(tx, payment);
    const refunds = await listRefundsOfPayment(tx, payment.id);
    const counted = refunds.filter(
      ({ provider_refund_id }) => provider_refund_id?.split('#')[0] === refundReport.id,
    );
    if (refundReport.status === 'failed') {
      for (const refund of counted) await writeFailed(context, tx, refund, refundReport);
    } else if (refundReport.status === 'succeeded' && counted.length === 0) {
      const failed = refunds.find(
        (one) => one.state === 'failed' && one.amount_cents === refundReport.amountCents,
      );
      if (failed) await writeDone(context, tx, failed, refundReport.id, 'marked');
      else await count(context, tx, { payment: locked, lines }, refundReport);
    }
  });
  return 'refund';
}

type PaidLines = { payment: Payment; lines: { line: PaymentLine; order: OrderRow }[] };

async function count(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: PaidLines,
  { id, amountCents }: ProviderRefund,
): Promise<void> {
  const shared = await countParts(
    context,
    tx,
    { payment, lines },
    { id, amountCents },
    refundReasonTexts.atProvider,
  );
  if (shared === amountCents) return;
  // The provider never refunds more than it charged, so the rest belongs to one of the shop's own refunds in
  // progress.
  context.log.error(
    { paymentId: payment.id, providerRefundId: id, amountCents, shared },
    'the card provider gave back more than was left to give back',
  );
}

/** Counts the money lost in a dispute as refunded: first what is left of the payment, then failed refunds
 * that are still owed. Returns the amount counted, now or before. */
export async function countLostMoney(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: PaidLines,
  { id, amountCents }: Pick<ProviderRefund, 'id' | 'amountCents'>,
): Promise<Cents> {
  const refunds = await listRefundsOfPayment(tx, payment.id);
  const before = refunds.filter(({ provider_refund_id }) => provider_refund_id?.split('#')[0] === id);
  if (before.length > 0) return before.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  let counted = await countParts(
    context,
    tx,
    { payment, lines },
    { id, amountCents },
    refundReasonTexts.disputeLost,
  );
  for (const refund of refunds) {
    if (refund.state !== 'failed' || refund.amount_cents > amountCents - counted) continue;
    await writeDone(context, tx, refund, settledId(id, refund), 'marked');
    counted += refund.amount_cents;
  }
  return counted;
}

/** Records a refund by the provider, divided into parts. Returns the amount that was recorded. */
async function countParts(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: PaidLines,
  { id, amountCents }: Pick<ProviderRefund, 'id' | 'amountCents'>,
  reason: string,
): Promise<Cents> {
  const parts = shareOut(payment, lines, amountCents);
  for (const [nth, part] of parts.entries())
    await write(context, tx, payment, { ...part, reason }, partId(id, nth));
  return parts.reduce((sum, part) => sum + part.amount_cents, 0);
}

type Part = { order: OrderRow } & Pick<RefundRow, 'amount_cents' | 'delivery_cents'>;

/** Divides an amount over what is left of each order's goods, in order, then over the delivery, which goes
 * with the last order. */
function shareOut(payment: Payment, lines: PaidLines['lines'], amountCents: Cents): Part[] {
  let rest = amountCents;
  const take = (most: Cents) => {
    const taken = Math.min(most, rest);
    rest -= taken;
    return taken;
  };
  const parts = lines.map(({ order, line }) => ({
    order,
    amount_cents: take(lineCents(line) - line.refunded_cents),
    delivery_cents: 0,
  }));
  const delivery = take(deliveryLeftCents(payment));
  const withDelivery = parts.findLast((part) => part.amount_cents > 0) ?? parts.at(-1);
  if (withDelivery) {
    withDelivery.amount_cents += delivery;
    withDelivery.delivery_cents = delivery;
  }
  return parts.filter((part) => part.amount_cents > 0);
}

/** Identifies a part of the provider's refund: the provider's id for the first, with an index appended for
 * the others. */
const partId = (id: string, nth: number) => (nth === 0 ? id : `${id}#${nth + 1}`);

async function write(
  context: AppContext,
  tx: DatabaseTransaction,
  payment: Payment,
  { order, ...facts }: Part & Pick<RefundRow, 'reason'>,
  providerRefundId: string,
): Promise<void> {
  const now = context.clock.now();
  const refund = await insertRefund(tx, {
    id: uuid(),
    payment_id: payment.id,
    order_id: order.id,
    ...facts,
    state: 'done',
    provider_refund_id: providerRefundId,
    created_at: now,
    settled_at: now,
  });
  await recordAudit(context, tx, {
    action: 'order_refunded',
    orderId: order.id,
    toolId: order.tool_id,
    details: { refundId: refund.id, amountCents: refund.amount_cents, atProvider: true },
  });
  await issueCreditNote(context, tx, { order, refund });
  await announceRefund(context, tx, { orderId: order.id, refundId: refund.id });
}

/** The provider's report of a refund attempt; without an id if it refused to create a refund. */
export type ReportedRefund = Pick<ProviderRefund, 'amountCents' | 'status' | 'failure'> & {
  id: string | null;
};

/** Identifies a refund that was settled by a lost dispute. */
export const settledId = (disputeId: string, refund: Pick<RefundRow, 'id'>): string =>
  `${disputeId}#${refund.id}`;

/** Records that a refund was completed and notifies the buyer; does nothing for a repeated report. */
export async function writeDone(
  context: AppContext,
  tx: DatabaseTransaction,
  refund: RefundRow,
  providerRefundId: string | null,
  move: 'given' | 'marked' = 'given',
): Promise<void> {
  const state = nextRefundState(refund.state, move);
  if (state === undefined) return;
  const { id, order_id: orderId, amount_cents: amountCents } = refund;
  const settled = {
    state,
    settled_at: context.clock.now(),
    provider_refund_id: providerRefundId,
    failure: null,
  };
  await updateRefund(tx, id, settled);
  await recordAudit(context, tx, {
    action: 'refund_done',
    orderId,
    details: { refundId: id, amountCents },
  });
  await announceRefund(context, tx, { orderId, refundId: id });
  context.log.info({ orderId, refundId: id }, 'a refund was made');
}

/** Records that a refund failed and notifies staff. */
export async function writeFailed(
  context: AppContext,
  tx: DatabaseTransaction,
  refund: RefundRow,
  { id: providerRefundId, failure = 'unknown' }: Pick<ReportedRefund, 'id' | 'failure'>,
): Promise<void> {
  const state = nextRefundState(refund.state, 'refused');
  if (state === undefined) return;
  const { id, order_id: orderId, amount_cents: amountCents } = refund;
  const settled = { state, settled_at: context.clock.now(), provider_refund_id: providerRefundId, failure };
  await updateRefund(tx, id, settled);
  await recordAudit(context, tx, {
    action: 'refund_failed',
    orderId,
    details: { refundId: id, amountCents, failure },
  });
  await notifyStaff(context, tx, refundEmails.failed, { orderId, refundId: id });
  context.log.warn({ orderId, refundId: id, failure }, 'a refund failed');
}
