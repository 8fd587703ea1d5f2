import type { AppContext } from '#features/app-context.ts';
import type { ZipEntry } from '#platform/zip/write-zip.ts';
import { drawPaperOnce } from './send-paper.ts';
import { findPapersOfMonth, type PaperRow } from './store.ts';

const BATCH_ROWS = 50;

/** The PDFs of a month, `2026-11`, drawn one after another as they are taken. */
export async function* pdfsOfMonth(context: AppContext, month: string): AsyncGenerator<ZipEntry> {
  let after: PaperRow | undefined;
  do {
    const rows = await findPapersOfMonth(context.db, month, after, BATCH_ROWS);
    for (const row of rows) yield { name: `${row.name}.pdf`, bytes: await drawPaperOnce(context, row) };
    after = rows.length === BATCH_ROWS ? rows.at(-1) : undefined;
  } while (after);
}
