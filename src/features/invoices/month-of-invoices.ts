import type { AppContext } from '#features/app-context.ts';
import type { ZipEntry } from '#platform/write-zip.ts';
import { drawInvoiceOnce } from './send-invoice.ts';
import { findInvoicesOfMonth, type InvoiceRow } from './store.ts';

const BATCH_ROWS = 50;

/** Yields the PDFs of a month, `2026-11`, each drawn when it is consumed. */
export async function* pdfsOfMonth(context: AppContext, month: string): AsyncGenerator<ZipEntry> {
  let after: InvoiceRow | undefined;
  do {
    const rows = await findInvoicesOfMonth(context.db, month, after, BATCH_ROWS);
    for (const row of rows) yield { name: `${row.name}.pdf`, bytes: await drawInvoiceOnce(context, row) };
    after = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (after);
}
