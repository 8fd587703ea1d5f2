import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { toPrice } from '#contracts/money.ts';
import { type PartsPerMillion, toPpm } from '#contracts/tax-rate.ts';
import { dayIn } from '#contracts/time-zone.ts';
import type { AppContext } from '#features/app-context.ts';
import type { CreditNote } from '#features/orders/contract.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { InvoiceKind, InvoiceStatus, ListedInvoice } from './contract.ts';
import { buildInvoice, type Invoice, type InvoiceFacts, type InvoiceTax } from './invoice.ts';
import { invoicePrefixes } from './texts.ts';

/** An invoice, with its buyer's current account name and email. */
export type InvoiceRow = Omit<Selectable<Tables['invoices']>, 'words'> & {
  account_name: string | null;
  account_email: string | null;
  /** The due date and the state of its payment. */
  due_on: string | null;
  payment_state: string;
};

/** With the first of its payment's orders. */
export type ListedInvoiceRow = InvoiceRow & { order_id: string | null };

/** What an invoice refers to, besides its content. */
type Subject = { paymentId: string; refundId: string | null; userId: string };

/** When it is issued: now, dated in a time zone. */
type Issued = Pick<AppContext, 'clock' | 'jobs'> & { zone: string };

const NUMBER_DIGITS = 6;

/** Issues an invoice under the next number of its kind, and queues its PDF. Call it last in a transaction:
 * until that ends, no other invoice of the kind can be issued. @throws Error if its sums do not add up */
export async function storeInvoice(
  { clock, jobs, zone }: Issued,
  tx: DatabaseTransaction,
  facts: Omit<InvoiceFacts, 'number' | 'issuedOn'>,
  { paymentId, refundId, userId }: Subject,
): Promise<{ id: string; invoice: Invoice }> {
  const id = uuid();
  await jobs.enqueue(tx, 'keep-invoice', { invoiceId: id });
  const number = await takeNumber(tx, facts.kind);
  // Taken after the lock on the number, so that issue times follow the numbers.
  const issuedAt = clock.now();
  const invoice = buildInvoice({
    ...facts,
    number: nameOf(facts.kind, number),
    issuedOn: dayIn(issuedAt, zone),
  });
  const orderNumbers = [...new Set(facts.lines.map(({ orderNumber }) => orderNumber))];
  const found = [
    invoice.number,
    facts.buyer.name,
    facts.buyer.email,
    facts.transactionId ?? '',
    ...orderNumbers,
  ];
  await tx
    .insertInto('invoices')
    .values({
      id,
      kind: facts.kind,
      number,
      previous: sql`(select max(number) from invoices where kind = ${facts.kind})`,
      name: invoice.number,
      payment_id: paymentId,
      refund_id: refundId,
      user_id: userId,
      issued_at: issuedAt,
      currency: invoice.currency,
      net_cents: invoice.netCents,
      tax_cents: invoice.taxCents,
      total_cents: invoice.totalCents,
      order_numbers: orderNumbers,
      document: JSON.stringify(invoice),
      words: sql`list_words(variadic ${found}::text[])`,
      kept_from_issue: true,
    })
    .execute();
  return { id, invoice };
}

async function takeNumber(tx: DatabaseTransaction, kind: InvoiceKind): Promise<number> {
  const { taken } = await tx
    .updateTable('paper_numbers')
    .set(({ eb }) => ({ next: eb('next', '+', 1) }))
    .where('kind', '=', kind)
    .returning(({ eb }) => eb('next', '-', 1).as('taken'))
    .executeTakeFirstOrThrow();
  return Number(taken);
}

const nameOf = (kind: InvoiceKind, number: number) =>
  `${invoicePrefixes[kind]}-${String(number).padStart(NUMBER_DIGITS, '0')}`;

const columns = [
  'id',
  'kind',
  'number',
  'previous',
  'name',
  'payment_id',
  'refund_id',
  'user_id',
  'issued_at',
  'currency',
  'net_cents',
  'tax_cents',
  'total_cents',
  'order_numbers',
  'document',
  'issued_on',
  'kept_from_issue',
] as const;

/** Selects invoices, with what their rows refer to. */
export const selectInvoices = (db: Database) =>
  db
    .selectFrom('invoices')
    .innerJoin('users', 'users.id', 'invoices.user_id')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select(columns.map((column) => `invoices.${column}` as const))
    .select(['display_name as account_name', 'users.email as account_email'])
    .select(['payments.due_on', 'payments.state as payment_state']);

/** Invoices by their ids. */
export function findInvoices(db: Database, ids: string[]): Promise<ListedInvoiceRow[]> {
  return selectInvoices(db)
    .select(({ selectFrom }) =>
      selectFrom('payment_orders')
        .select('order_id')
        .whereRef('payment_orders.payment_id', '=', 'payments.id')
        .orderBy('position')
        .limit(1)
        .as('order_id'),
    )
    .where('invoices.id', '=', anyOf<string>(ids, 'uuid'))
    .execute();
}

/** Finds an invoice by its id. */
export async function findInvoice(db: Database, id: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('invoices.id', '=', id).executeTakeFirst();
}

/** Returns the invoice of a payment; `undefined` if the payment predates invoices. */
export async function findInvoiceOfPayment(db: Database, paymentId: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db)
    .where('invoices.payment_id', '=', paymentId)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirst();
}

/** The credit note of an invoice that was withdrawn unpaid. */
export async function findWithdrawalNote(db: Database, paymentId: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db)
    .where('invoices.payment_id', '=', paymentId)
    .where('kind', '=', 'credit_note')
    .where('refund_id', 'is', null)
    .executeTakeFirst();
}

/** Returns a lookup by order id: the number of the invoice that it was paid on, or null. */
export async function findInvoiceNumbers(
  db: Database,
  orders: readonly { id: string; paid_at: Date | null }[],
): Promise<(orderId: string) => string | null> {
  const paid = orders.filter(({ paid_at }) => paid_at !== null).map(({ id }) => id);
  if (paid.length === 0) return () => null;
  const rows = await db
    .selectFrom('payment_orders')
    .innerJoin('invoices', 'invoices.payment_id', 'payment_orders.payment_id')
    .select(['order_id', 'name'])
    .where('order_id', '=', anyOf<string>(paid, 'uuid'))
    .where('payment_orders.state', '=', 'succeeded')
    .where('kind', '=', 'invoice')
    .execute();
  const names = new Map(rows.map(({ order_id, name }) => [order_id, name]));
  return (orderId) => names.get(orderId) ?? null;
}

/** Returns a lookup by order id: the credit notes of its refunds, oldest first. */
export async function findCreditNotes(
  db: Database,
  orders: readonly { id: string; paid_at: Date | null }[],
): Promise<(orderId: string) => CreditNote[]> {
  const paid = orders.filter(({ paid_at }) => paid_at !== null).map(({ id }) => id);
  if (paid.length === 0) return () => [];
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('invoices', 'invoices.refund_id', 'refunds.id')
    .select(['order_id', 'refunds.id', 'name'])
    .where('order_id', '=', anyOf<string>(paid, 'uuid'))
    .orderBy('refunds.id')
    .execute();
  const notes = Map.groupBy(rows, ({ order_id }) => order_id);
  return (orderId) => (notes.get(orderId) ?? []).map(({ id, name }) => ({ refundId: id, number: name }));
}

/** Returns the credit note of a refund; `undefined` if its payment has no invoice. */
export async function findCreditNote(db: Database, refundId: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('refund_id', '=', refundId).executeTakeFirst();
}

/** Returns up to `limit` invoices dated in a month, `2026-11`, following the invoice `after`: invoices before
 * credit notes, each by number. */
export async function findInvoicesOfMonth(
  db: Database,
  month: string,
  after: Pick<InvoiceRow, 'kind' | 'number'> | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  return selectInvoices(db)
    .where('issued_on', '>=', `${month}-01`)
    .where('issued_on', '<=', `${month}-31`)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(invoices.kind, -invoices.number) < (${after?.kind}, -${after?.number}::bigint)`,
      ),
    )
    .orderBy('kind', 'desc')
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Returns up to `limit` invoices and credit notes of a buyer, oldest first, following the one with the id
 * `after`. */
export async function findInvoicesOfUser(
  db: Database,
  userId: string,
  after: string | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  return selectInvoices(db)
    .where('invoices.user_id', '=', userId)
    .$if(after !== undefined, (query) => query.where('invoices.id', '>', after ?? ''))
    .orderBy('invoices.id')
    .limit(limit)
    .execute();
}

/** Returns the buyer shown in lists: as on the invoice, or the account's current name and email if its email
 * differs, for example because it was erased. The invoice itself does not change (decision 122). */
export function listedBuyer(row: InvoiceRow): { name: string; email: string } {
  const { buyer } = invoiceOf(row);
  if (buyer.email === row.account_email) return buyer;
  return { name: row.account_name ?? '', email: row.account_email ?? '' };
}

/** Returns an invoice's status on a date, 2026-11-26; null for a credit note. */
export function invoiceStatus(
  { kind, due_on, payment_state }: Pick<InvoiceRow, 'kind' | 'due_on' | 'payment_state'>,
  today: string,
): InvoiceStatus | null {
  if (kind !== 'invoice') return null;
  if (due_on !== null && payment_state === 'live') return due_on < today ? 'overdue' : 'open';
  return due_on !== null && payment_state === 'cancelled' ? 'withdrawn' : 'paid';
}

/** Serializes an invoice for the list, with its status on a date. */
export function serializeInvoice(row: ListedInvoiceRow, today: string): ListedInvoice {
  const buyer = listedBuyer(row);
  const price = (cents: number) => toPrice(cents, row.currency);
  return {
    _id: row.id,
    kind: row.kind as InvoiceKind,
    number: row.name,
    date: row.issued_on,
    issuedAt: row.issued_at.toISOString(),
    buyer: buyer.name,
    email: buyer.email,
    orderId: row.order_id,
    orderNumbers: row.order_numbers,
    net: price(row.net_cents),
    tax: price(row.tax_cents),
    total: price(row.total_cents),
    currency: row.currency,
    dueOn: row.kind === 'invoice' ? row.due_on : null,
    status: invoiceStatus(row, today),
  };
}

/** Returns the content of a stored invoice, with defaults for fields that earlier versions did not store. */
export function invoiceOf({ document }: Pick<InvoiceRow, 'document'>): Invoice {
  const invoice = document as unknown as Invoice;
  return {
    ...{ deliverToParts: null, deliverToCountry: null, taxedPlace: null, pricesIncludeTax: false },
    ...{ waivedDelivery: null, keptDelivery: null },
    ...{ terms: null, receivedOn: null, isOfUnpaid: false },
    ...invoice,
    buyer: { ...invoice.buyer, addressParts: invoice.buyer.addressParts ?? null },
    lines: invoice.lines.map((line) => withRate({ ...line, partNumber: line.partNumber ?? null })),
    delivery: invoice.delivery && withRate(invoice.delivery),
    taxes: invoice.taxes.map(({ rate, ...tax }: InvoiceTax & { rate?: number }) => ({
      ...tax,
      ratePpm: tax.ratePpm ?? toPpm((rate ?? 0) / 100),
    })),
  };
}

/** Converts the rate of invoices of earlier versions, which is in hundredths of a percent. */
function withRate<Part extends { taxRatePpm: PartsPerMillion }>({
  taxRate,
  ...part
}: Part & { taxRate?: number }) {
  return { ...part, taxRatePpm: part.taxRatePpm ?? toPpm((taxRate ?? 0) / 100) };
}
