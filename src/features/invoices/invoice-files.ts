import type { Database } from '#platform/database/database.ts';
import { type InvoiceRow, selectInvoices } from './store.ts';

/** Returns the kept PDF of an invoice; `undefined` if it has not been drawn yet. */
export async function findPdf(db: Database, invoiceId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('invoice_files')
    .select('pdf')
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst();
  return row?.pdf;
}

/** Keeps the PDF of an invoice for good, and returns it: of several kept at once, the first for all. */
export async function keepPdf(db: Database, invoiceId: string, pdf: Buffer): Promise<Buffer> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invoice_files')
    .values({ invoice_id: invoiceId, pdf })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return pdf;
  const kept = await findPdf(db, invoiceId);
  if (!kept) throw new Error(`the PDF of invoice ${invoiceId} is neither kept nor there`);
  return kept;
}

/** Returns up to `limit` invoices whose PDF has not been drawn, oldest first, following the one with the id
 * `after`. */
export async function findUnkeptInvoices(
  db: Database,
  after: string | undefined,
  limit: number,
): Promise<InvoiceRow[]> {
  return selectInvoices(db)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('invoice_files').whereRef('invoice_id', '=', 'invoices.id').select('invoice_id')),
      ),
    )
    .$if(after !== undefined, (query) => query.where('invoices.id', '>', after ?? ''))
    .orderBy('invoices.id')
    .limit(limit)
    .execute();
}
