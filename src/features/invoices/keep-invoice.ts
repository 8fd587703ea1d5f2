import { z } from 'zod';
import { AppError } from '#contracts/app-error.ts';
import { readLogo } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { findLogoFile } from '#features/shop-details/store.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { createHelperProcess, HelperProcessEnded } from '#platform/helper-process.ts';
import { doAlone } from '#platform/jobs/do-alone.ts';
import type { DrawTask } from './invoice.ts';
import { findPdf, findUnkeptInvoices, keepPdf } from './invoice-files.ts';
import { findInvoice, type InvoiceRow, invoiceOf } from './store.ts';
import { invoiceErrorTexts } from './texts.ts';

const DRAWN_AT_ONCE = 2;
const DRAWN_WITHIN_MS = 60_000;

/** Draws in a separate process, which exits when idle: an invoice of a hundred lines takes a quarter of a
 * second, and the process uses some 300 MB. */
const helper = createHelperProcess<DrawTask, Uint8Array>(
  new URL('./drawing/draw-in-process.ts', import.meta.url),
  DRAWN_WITHIN_MS,
);
const inTurn = limitConcurrency(DRAWN_AT_ONCE);

type Keeping = Pick<AppContext, 'db' | 'log'>;

/** Returns an invoice's PDF, with its XML inside: the bytes that were kept when it was first drawn, which
 * happens now if nothing has drawn it yet (decision 122). Drawing is scheduled fairly by user. @throws
 * AppError unavailable if the drawing process ends meanwhile */
export async function keptPdf(context: Keeping, row: InvoiceRow): Promise<Buffer> {
  const { db } = context;
  const draw = async () =>
    (await findPdf(db, row.id)) ?? keepPdf(db, row.id, await drawInvoice(context, row));
  return (await findPdf(db, row.id)) ?? inTurn(draw, currentTurnTaker());
}

async function drawInvoice({ db, log }: Keeping, row: InvoiceRow): Promise<Buffer> {
  const invoice = invoiceOf(row);
  const { hash, width, height } = readLogo(invoice.seller.logo);
  const bytes = invoice.seller.logo === '' ? undefined : await findLogoFile(db, hash, 'logo.png');
  const logo = bytes && { bytes, width, height };
  try {
    return Buffer.from(await helper.run({ invoice, logo }));
  } catch (error) {
    if (!(error instanceof HelperProcessEnded)) throw error;
    log.error({ err: error, invoice: invoice.number }, 'an invoice could not be drawn');
    throw new AppError('unavailable', invoiceErrorTexts.notDrawn, { retryAfterSeconds: 5 });
  }
}

const payloadSchema = z.object({ invoiceId: z.uuid() });

/** Handles the job `keep-invoice`, which is queued with the invoice's issue. */
export async function keepInvoice(context: AppContext, payload: unknown): Promise<void> {
  const row = await findInvoice(context.db, payloadSchema.parse(payload).invoiceId);
  if (row) await keptPdf(context, row);
}

/** For how long one run of the job goes on; a stop of the shop waits less than that, and cuts it short. */
const RUN_MS = 20_000;
const INVOICES_AT_ONCE = 50;

/** Handles the job `keep-invoices`: keeps the PDFs of invoices that earlier versions issued, and any that has
 * been left out, oldest first. What one run leaves, the next begins with. One that can't be drawn is counted,
 * and holds up no other. */
export async function keepInvoices(context: AppContext): Promise<void> {
  const until = performance.now() + RUN_MS;
  let after: string | undefined;
  do {
    const rows = await findUnkeptInvoices(context.db, after, INVOICES_AT_ONCE);
    for (const row of rows) {
      if (performance.now() > until) return;
      await doAlone(context, 'keep-invoices', { invoice: row.name }, () => keptPdf(context, row));
    }
    after = rows.length === INVOICES_AT_ONCE ? rows.at(-1)?.id : undefined;
  } while (after !== undefined);
}
