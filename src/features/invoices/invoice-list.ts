import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import { type InvoiceChoice, type InvoiceKind, type InvoiceList, invoiceKinds } from './contract.ts';
import { findInvoices, type ListedInvoiceRow } from './store.ts';
import { invoicePrefixes } from './texts.ts';

/** Returns one page of the invoices selected on a day, newest first. */
export async function listInvoices(
  db: Database,
  list: InvoiceList,
  today: string,
): Promise<RowsPage<ListedInvoiceRow>> {
  const { limit, cursor, kind } = list;
  return listPage(
    db,
    {
      table: 'invoices',
      where: [],
      kinds: invoiceKinds.map(isOfKind),
      kind: kind && isOfKind(kind),
      search: searchConditions(list, today),
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findInvoices(db, ids),
  );
}

/** Returns the selection of invoices as a condition on `invoices`. */
export function invoiceFilter(choice: InvoiceChoice, today: string): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`true`,
    ...(choice.kind ? [isOfKind(choice.kind)] : []),
    ...searchConditions(choice, today),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

const isOfKind = (kind: InvoiceKind) => sql<SqlBool>`kind = ${sql.lit(kind)}`;

/** An invoice's number as people type it: 'INV-000012', 'inv 12', 'CN12'. */
const PAPER_NUMBER = new RegExp(
  `^\\s*(${Object.values(invoicePrefixes).join('|')})[\\s-]*0*(\\d{1,15})\\s*$`,
  'i',
);

/** Selected through payments, since only few invoices are open. */
const isOpen = sql<SqlBool>`kind = 'invoice' and payment_id in
  (select payments.id from payments where state = 'live' and due_on is not null)`;
const isOverdue = (today: string) => sql<SqlBool>`kind = 'invoice' and payment_id in
  (select payments.id from payments where state = 'live' and due_on < ${today})`;

function searchConditions({ q, status, from, to }: InvoiceChoice, today: string): RawBuilder<SqlBool>[] {
  return [
    ...(status === 'open' ? [isOpen] : []),
    ...(status === 'overdue' ? [isOverdue(today)] : []),
    ...(q ? [matchesQuery(q)] : []),
    ...(from ? [sql<SqlBool>`issued_on >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`issued_on <= ${to}`] : []),
  ];
}

function matchesQuery(q: string): RawBuilder<SqlBool> {
  const [, prefix = '', digits] = PAPER_NUMBER.exec(q) ?? [];
  if (digits === undefined) return beginsWords(q);
  const kind = invoiceKinds.find((each) => invoicePrefixes[each] === prefix.toUpperCase());
  return sql`(kind = ${kind} and number = ${digits}::bigint)`;
}
