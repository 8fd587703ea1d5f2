import type { Cents } from '#contracts/money.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import { splitRefund } from '#features/charge-rules/compute-charges.ts';
import { findRefundedBefore, type RefundRow } from '#features/orders/refund-store.ts';
import type { OrderRow } from '#features/orders/store.ts';
import { findDetails } from '#features/shop-details/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { Invoice, InvoiceDelivery, InvoiceFacts, InvoiceLine, Seller } from './invoice.ts';
import { invoiceTexts } from './invoice-texts.ts';
import { findInvoiceOfPayment, type InvoiceRow, invoiceOf, storeInvoice } from './store.ts';

type Refundable = Pick<OrderRow, 'id' | 'tool_id' | 'number' | 'tool_name' | 'transaction_id'>;

/** Issues the credit note of a refund in the transaction that records the refund, as its last step. Does
 * nothing if the payment has no invoice, because it predates invoices. */
export async function issueCreditNote(
  context: AppContext,
  tx: DatabaseTransaction,
  { order, refund }: { order: Refundable; refund: RefundRow },
): Promise<void> {
  const invoice = await findInvoiceOfPayment(tx, refund.payment_id);
  if (!invoice) return;
  const taken = invoiceOf(invoice);
  const before = await findRefundedBefore(tx, refund);
  const credited = {
    ...creditedParts(taken, { order, refund, before }),
    // An invoice issued before payment has been paid at this point.
    transactionId: taken.transactionId ?? order.transaction_id,
    reason: refund.reason,
  };
  await storeCreditNote(context, tx, invoice, { credited, refundId: refund.id, orders: [order] });
}

/** Issues the credit note for the whole of an invoice that is withdrawn unpaid, in the transaction that ends
 * its payment, as its last step. Returns its number. */
export async function issueWithdrawalNote(
  context: AppContext,
  tx: DatabaseTransaction,
  {
    invoice,
    orders,
    reason,
  }: { invoice: InvoiceRow; orders: Pick<OrderRow, 'id' | 'tool_id'>[]; reason: string },
): Promise<string> {
  const credited = { waivedDelivery: null, isOfUnpaid: true, reason };
  return storeCreditNote(context, tx, invoice, { credited, refundId: null, orders });
}

type OfNote = {
  credited: Partial<Omit<InvoiceFacts, 'number' | 'issuedOn'>>;
  refundId: string | null;
  orders: Pick<OrderRow, 'id' | 'tool_id'>[];
};

/** Stores the credit note over an invoice, but for what `credited` says otherwise. Answers its number. */
async function storeCreditNote(
  context: AppContext,
  tx: DatabaseTransaction,
  invoice: InvoiceRow,
  { credited, refundId, orders }: OfNote,
): Promise<string> {
  const taken = invoiceOf(invoice);
  const { taxes: _taxes, goodsCents, netCents, taxCents, totalCents, paidCents, ...facts } = taken;
  const { business, region } = await findDetails(tx);
  const { invoice: note } = await storeInvoice(
    { ...context, zone: region.zone },
    tx,
    {
      ...facts,
      seller: numberedSeller(taken, business),
      kind: 'credit_note',
      terms: null,
      invoice: { number: taken.number, issuedOn: taken.issuedOn },
      ...credited,
    },
    { paymentId: invoice.payment_id, refundId, userId: invoice.user_id },
  );
  const details = { number: note.number, amountCents: note.totalCents };
  await recordAudits(
    context,
    tx,
    orders.map(({ id, tool_id }) => ({
      action: 'credit_note_issued',
      orderId: id,
      toolId: tool_id,
      details,
    })),
  );
  return note.number;
}

/** The seller as on the invoice; with the current tax numbers if the invoice had none despite taxable
 * sales. */
function numberedSeller({ seller, taxes }: Invoice, business: ShopDetails['business']): Seller {
  const isTaxed = taxes.some(({ category }) => category !== 'O');
  if (!isTaxed || seller.vatNumber !== '' || seller.taxNumber !== '') return seller;
  const { vatNumber, taxNumber } = business;
  return { ...seller, vatNumber, taxNumber };
}

type Refunded = {
  order: Pick<OrderRow, 'number' | 'tool_name'>;
  refund: Pick<RefundRow, 'amount_cents' | 'delivery_cents' | 'kept_delivery_cents' | 'quantity'>;
  before: { goodsCents: Cents; deliveryCents: Cents; keptCents: Cents };
};

type Credited = Pick<Invoice, 'lines' | 'delivery' | 'waivedDelivery' | 'keptDelivery'>;

/** Returns the refunded part of the invoice's line and delivery; for free delivery, the retained part or the
 * refund of it. */
export function creditedParts(
  invoice: Pick<Invoice, 'number' | 'lines' | 'delivery' | 'waivedDelivery'>,
  { order, refund, before }: Refunded,
): Credited {
  const { amount_cents, delivery_cents, kept_delivery_cents, quantity } = refund;
  const line = invoice.lines.find(({ orderNumber }) => orderNumber === order.number);
  if (!line) throw new Error(`${invoice.number} has no line of ${order.number}`);
  const goodsCents = amount_cents - delivery_cents + kept_delivery_cents;
  const charged = invoice.delivery ?? invoice.waivedDelivery;
  const partOf = (whole: InvoiceDelivery, beforeCents: Cents, cents: Cents) => ({
    ...whole,
    ...splitRefund(whole, beforeCents, cents),
  });
  const none = { delivery: null, waivedDelivery: null, keptDelivery: null };
  const goods: InvoiceLine = {
    ...line,
    ...splitRefund(line, before.goodsCents, goodsCents),
    // A refund that is not of whole units is a single amount.
    quantity: quantity ?? 1,
    name: quantity === null ? invoiceTexts.partOf(line.name) : line.name,
  };
  if (kept_delivery_cents > 0 && charged)
    return { ...none, lines: [goods], keptDelivery: partOf(charged, before.keptCents, kept_delivery_cents) };
  if (delivery_cents === 0 || !charged) return { ...none, lines: [goods] };
  const delivery = partOf(charged, before.deliveryCents, delivery_cents);
  if (goodsCents > 0) return { ...none, lines: [goods], delivery };
  // An invoice needs at least one line (BR-16).
  const name = invoiceTexts.delivery(delivery.name);
  return { ...none, lines: [{ ...goods, ...delivery, partNumber: null, quantity: 1, name }] };
}
