import { sql } from 'kysely';
import { hasNoEmail } from '#contracts/email.ts';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import { writePercent } from '#contracts/tax-rate.ts';
import type { Export } from '#features/exports/send-export.ts';
import type { CsvDecimal } from '#platform/csv.ts';
import type { InvoiceChoice } from './contract.ts';
import type { InvoiceTax, TaxedPlace } from './invoice.ts';
import { invoiceFilter } from './invoice-list.ts';
import { type InvoiceRow, invoiceOf, invoiceStatus } from './store.ts';

/** `place` is the index of the tax on the invoice, starting at 1; also the method of payment, and the
 * reference of a payment by hand. */
type Line = InvoiceRow & {
  place: number;
  payment_method: string | null;
  payment_reference: string | null;
  received_on: string | null;
  collected: boolean;
  sent_country: string | null;
  sent_region: string | null;
  sent_postal_code: string | null;
};

/** The value that a column has in all of a payment's orders, if it is one. */
const inAll = (column: string) =>
  sql`case when count(distinct coalesce(${sql.ref(column)}, '')) = 1 then max(${sql.ref(column)}) end`;

/** Exports the invoices selected on a day, one row per tax rate, for bookkeeping. Its words are those of the
 * invoices, also after a buyer's account was erased. */
export function exportOfInvoices(choice: InvoiceChoice, today: string): Export<Line> {
  const taxOf = (line: Line): InvoiceTax => {
    const tax = invoiceOf(line).taxes[line.place - 1];
    if (!tax) throw new Error(`${line.name} has no tax ${line.place}`);
    return tax;
  };
  /** Amounts of credit notes are negative. */
  const amount = ({ kind, currency }: Line, cents: number): CsvDecimal => ({
    number: toPrice(kind === 'credit_note' && cents !== 0 ? -cents : cents, currency),
    decimals: currencyDigits(currency),
  });
  return {
    kind: 'invoices',
    query: sql`
      select invoices.*, place::int, paid.*, sent.*,
        (select display_name from users where users.id = user_id) as account_name,
        (select email from users where users.id = user_id) as account_email
      from invoices cross join jsonb_array_elements(document -> 'taxes') with ordinality as rate (tax, place)
        left join (select id as paid_by, method as payment_method, nullif(reference, '') as payment_reference,
          due_on, received_on, collected, state as payment_state from payments) paid on paid_by = payment_id
        cross join lateral (
          select ${inAll('destination_country')} as sent_country, ${inAll('destination_region')} as sent_region,
            ${inAll('destination_postal_code')} as sent_postal_code
          from payment_orders line join orders on orders.id = line.order_id
          where line.payment_id = paid_by and document ->> 'taxedPlace' is null) sent
      where ${invoiceFilter(choice, today)} order by kind desc, number, place`,
    columns: {
      kind: (line) => line.kind,
      number: (line) => line.name,
      date: (line) => line.issued_on,
      invoice: (line) => invoiceOf(line).invoice?.number ?? '',
      orderNumbers: (line) => line.order_numbers.join(' '),
      purchaseOrderNumbers: (line) =>
        [
          ...new Set(invoiceOf(line).lines.flatMap(({ purchaseOrderNumber }) => purchaseOrderNumber ?? [])),
        ].join(' '),
      buyer: (line) => invoiceOf(line).buyer.name,
      email: (line) => (hasNoEmail(invoiceOf(line).buyer.email) ? '' : invoiceOf(line).buyer.email),
      country: (line) => invoiceOf(line).buyer.country,
      vatNumber: (line) => invoiceOf(line).buyer.vatNumber,
      taxCategory: (line) => taxOf(line).category,
      exemption: (line) => (taxOf(line).taxCents === 0 ? (invoiceOf(line).exemption ?? '') : ''),
      taxRate: (line) => writePercent(taxOf(line).ratePpm),
      net: (line) => amount(line, taxOf(line).basisCents),
      tax: (line) => amount(line, taxOf(line).taxCents),
      total: (line) => amount(line, taxOf(line).basisCents + taxOf(line).taxCents),
      currency: (line) => line.currency,
      transactionId: (line) => invoiceOf(line).transactionId,
      deliveryCountry: (line) => placeOf(line).country,
      deliveryRegion: (line) => placeOf(line).region,
      deliveryPostalCode: (line) => placeOf(line).postalCode,
      paymentMethod: (line) => line.payment_method,
      paymentReference: (line) => line.payment_reference,
      dueOn: (line) => (line.kind === 'invoice' ? line.due_on : null),
      status: (line) => invoiceStatus(line, today),
      receivedOn: (line) => line.received_on,
      pdf: (line) => (line.kept_from_issue ? 'as_issued' : 'drawn_later'),
    },
  };
}

/** Returns the place that was taxed. Earlier versions did not state it on invoices: it is where their orders
 * went. */
function placeOf(line: Line): TaxedPlace {
  const { seller, deliverToCountry, taxedPlace } = invoiceOf(line);
  if (taxedPlace) return taxedPlace;
  if (line.collected) return { country: seller.country, region: '', postalCode: '' };
  return {
    country: line.sent_country ?? deliverToCountry ?? seller.country,
    region: line.sent_region ?? '',
    postalCode: line.sent_postal_code ?? '',
  };
}
