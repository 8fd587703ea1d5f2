import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { issueWithdrawalNote } from '#features/invoices/issue-credit-note.ts';
import { openInvoiceErrorTexts as errors } from '#features/invoices/open-invoice-texts.ts';
import {
  findInvoice,
  findInvoiceOfPayment,
  findWithdrawalNote,
  type InvoiceRow,
} from '#features/invoices/store.ts';
import { invoiceErrorTexts } from '#features/invoices/texts.ts';
import { findPayment, lockPayment, updatePayment } from '#features/orders/payment-store.ts';
import { nextPaymentState } from '#features/orders/rules.ts';
import { releaseFromPayment } from '#features/quotes/payment-units.ts';
import { letQuotesExpire } from '#features/quotes/quotes-of-invoice.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { openInvoiceEmails } from './emails.ts';

type WithdrawInput = { invoiceId: string; reason: string };

/** Withdraws an open invoice: ends its payment, releases its units, leaves its orders in the cart, and issues
 * a credit note for the whole invoice. Idempotent. @throws AppError not_found; conflict if it is paid, or was
 * already paid when issued */
export async function withdrawInvoice(
  context: AppContext,
  { invoiceId, reason }: WithdrawInput,
): Promise<{ creditNote: string }> {
  return context.db.transaction().execute(async (tx) => {
    const invoice = await findInvoice(tx, invoiceId);
    if (invoice?.kind !== 'invoice') throw new AppError('not_found', invoiceErrorTexts.noSuchInvoice);
    return { creditNote: await withdraw(context, tx, invoice, reason) };
  });
}

async function withdraw(
  context: AppContext,
  tx: DatabaseTransaction,
  invoice: InvoiceRow,
  reason: string,
): Promise<string> {
  const found = await findPayment(tx, invoice.payment_id);
  if (!found) throw new Error(`payment ${invoice.payment_id} has vanished`);
  const { payment, lines, quotes } = await lockPayment(tx, found);
  const before = await findWithdrawalNote(tx, payment.id);
  if (before) return before.name;
  if (payment.state !== 'live' || payment.due_on === null)
    throw new AppError('conflict', errors.paid(invoice.name));
  const state = nextPaymentState(payment.state, 'released');
  await updatePayment(tx, payment.id, { state, settled_at: context.clock.now() });
  await releaseFromPayment(context, tx, await letQuotesExpire(context, tx, quotes), lines);
  const details = { number: invoice.name, amountCents: invoice.total_cents, reason };
  await recordAudits(
    context,
    tx,
    lines.map(({ order }) => ({
      action: 'invoice_withdrawn',
      orderId: order.id,
      toolId: order.tool_id,
      details,
    })),
  );
  const [first] = lines;
  if (first)
    await enqueueEmail(context, tx, openInvoiceEmails.withdrawn, {
      orderId: first.order.id,
      paymentId: payment.id,
    });
  context.log.info({ invoice: invoice.name, paymentId: payment.id }, 'an open invoice was withdrawn');
  // Last, because no other document of this kind can be issued until this transaction ends.
  return issueWithdrawalNote(context, tx, { invoice, orders: lines.map(({ order }) => order), reason });
}

/** Withdraws the open invoice of a payment if one of its orders was paid by card instead. @throws AppError as
 * `withdrawInvoice` */
export async function withdrawPaidOtherwise(context: AppContext, paymentId: string): Promise<void> {
  const invoice = await findInvoiceOfPayment(context.db, paymentId);
  if (invoice) await withdrawInvoice(context, { invoiceId: invoice.id, reason: errors.paidByCard });
}
