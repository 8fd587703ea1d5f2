import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';
import { beginsWords, cutPage, listIds, type RowsPage } from '#platform/database/keyset-pagination.ts';
import { type PaperChoice, type PaperKind, type PaperList, paperKinds } from './contract.ts';
import { findPapers, type PaperRow } from './store.ts';
import { paperPrefixes } from './texts.ts';

/** One page of the papers that are meant on a day, the newest first. */
export async function listPapers(db: Database, list: PaperList, today: string): Promise<RowsPage<PaperRow>> {
  const { limit, cursor, kind } = list;
  const { rows, total, isMoreThanTotal } = await listIds(db, {
    table: 'invoices',
    where: [sql`true`],
    kinds: paperKinds.map(isOfKind),
    kind: kind && isOfKind(kind),
    search: whatIsLookedFor(list, today),
    order: { direction: 'desc' },
    limit,
    cursor,
  });
  const byId = await findPapers(db, rows);
  const page = cutPage(
    rows.flatMap((id) => byId.get(id) ?? []),
    limit,
    total,
  );
  return { ...page, isMoreThanTotal };
}

/** The papers that are meant, as a condition on `invoices`. */
export function papersMeant(choice: PaperChoice, today: string): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`true`,
    ...(choice.kind ? [isOfKind(choice.kind)] : []),
    ...whatIsLookedFor(choice, today),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}

const isOfKind = (kind: PaperKind) => sql<SqlBool>`kind = ${sql.lit(kind)}`;

/** A paper's number as people type it: 'INV-000012', 'inv 12', 'CN12'. */
const PAPER_NUMBER = new RegExp(
  `^\\s*(${Object.values(paperPrefixes).join('|')})[\\s-]*0*(\\d{1,15})\\s*$`,
  'i',
);

/** Few invoices are open, among however many. */
const isOpen = sql<SqlBool>`kind = 'invoice' and payment_id in
  (select payments.id from payments where state = 'live' and due_on is not null)`;
const isOverdue = (today: string) => sql<SqlBool>`kind = 'invoice' and payment_id in
  (select payments.id from payments where state = 'live' and due_on < ${today})`;

function whatIsLookedFor({ q, status, from, to }: PaperChoice, today: string): RawBuilder<SqlBool>[] {
  return [
    ...(status === 'open' ? [isOpen] : []),
    ...(status === 'overdue' ? [isOverdue(today)] : []),
    ...(q ? [isFoundBy(q)] : []),
    ...(from ? [sql<SqlBool>`issued_on >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`issued_on <= ${to}`] : []),
  ];
}

function isFoundBy(q: string): RawBuilder<SqlBool> {
  const [, prefix = '', digits] = PAPER_NUMBER.exec(q) ?? [];
  if (digits === undefined) return beginsWords(q);
  const kind = paperKinds.find((each) => paperPrefixes[each] === prefix.toUpperCase());
  return sql`(kind = ${kind} and number = ${digits}::bigint)`;
}
