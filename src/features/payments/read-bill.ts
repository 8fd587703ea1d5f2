import { type Cents, toPrice } from '#contracts/money.ts';
import { toPercent } from '#contracts/tax-rate.ts';
import type { TaxedAmount } from '#features/charge-rules/tax-parts.ts';
import { findCreditNotes, findInvoiceOfPayment } from '#features/invoices/store.ts';
import type { Bill } from '#features/orders/bill.ts';
import type { OrderView } from '#features/orders/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { BillReply } from './contract.ts';

/** Serializes a bill for the wire, with its invoice and credit notes. */
export async function readBill(db: Database, bill: Bill): Promise<Omit<BillReply, 'transactionId'>> {
  const { lines, delivery, pricesIncludeTax } = bill;
  const orders = lines.map(({ order }) => order);
  const [invoice, notesOf] = await Promise.all([
    findInvoiceOfPayment(db, bill.paymentId),
    findCreditNotes(db, orders),
  ]);
  const price = (cents: Cents) => toPrice(cents, bill.currency);
  const shown = ({ netCents, grossCents }: TaxedAmount) => (pricesIncludeTax ? grossCents : netCents);
  const sum = (cents: (order: OrderView) => Cents) =>
    price(lines.reduce((total, { order }) => total + cents(order), 0));
  return {
    orders: lines.map(({ order, ...line }) => ({
      orderId: order.id,
      number: order.number,
      amount: price(shown(line)),
      net: price(line.netCents),
      tax: price(line.taxCents),
      taxRate: toPercent(line.taxRatePpm),
    })),
    goods: price(lines.reduce((total, line) => total + shown(line), 0)),
    delivery: price(shown(delivery)),
    deliveryMethod: lines[0]?.order.delivery_method ?? null,
    collected: delivery.isCollected,
    taxes: bill.taxes.map(({ taxRatePpm, netCents, taxCents }) => ({
      taxRate: toPercent(taxRatePpm),
      net: price(netCents),
      tax: price(taxCents),
    })),
    tax: price(bill.taxCents),
    total: price(bill.totalCents),
    taxIncluded: pricesIncludeTax,
    taxName: bill.taxName,
    exemption: bill.exemption || null,
    keptDelivery: price(bill.keptDeliveryCents),
    refunded: sum(({ given_back_cents }) => given_back_cents),
    refundDue: sum(({ due_back_cents }) => due_back_cents),
    invoiceNumber: invoice?.name ?? null,
    creditNotes: orders.flatMap(({ id }) => notesOf(id)),
  };
}
