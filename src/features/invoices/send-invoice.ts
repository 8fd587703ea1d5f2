import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { readLogo } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { findLogoFile } from '#features/shop-settings/store.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { createHelperProcess, HelperProcessEnded } from '#platform/helper-process.ts';
import type { DrawTask } from './invoice.ts';
import { type InvoiceRow, invoiceOf } from './store.ts';
import { invoiceErrorTexts } from './texts.ts';

const DRAWN_AT_ONCE = 2;

/** Draws in a separate process, which exits when idle: an invoice of a hundred lines takes a quarter of a
 * second, and the process uses some 300 MB. */
const helper = createHelperProcess<DrawTask, Uint8Array>(
  new URL('./drawing/draw-in-process.ts', import.meta.url),
);
const inTurn = limitConcurrency(DRAWN_AT_ONCE);

/** Maximum size of the cached PDFs in bytes, the most recently requested ones: an invoice never changes, so
 * repeated requests share one drawing. */
const KEPT_BYTES = 32e6;
const kept = new Map<string, Promise<Buffer>>();
const sizes = new Map<string, number>();

/** Returns an invoice's PDF. Drawing is scheduled fairly by user. @throws AppError unavailable if the drawing
 * process ends meanwhile */
export function drawStored(context: Pick<AppContext, 'db' | 'log'>, row: InvoiceRow): Promise<Buffer> {
  const found = kept.get(row.id);
  const drawn = found ?? drawInvoiceOnce(context, row);
  // Moves it to the end, as the most recently requested.
  kept.delete(row.id);
  kept.set(row.id, drawn);
  if (!found)
    drawn.then(
      ({ length }) => keepWithin(row.id, length),
      () => kept.delete(row.id),
    );
  return drawn;
}

function keepWithin(id: string, length: number): void {
  sizes.set(id, length);
  let whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  for (const [oldest] of kept) {
    if (whole <= KEPT_BYTES) return;
    whole -= sizes.get(oldest) ?? 0;
    sizes.delete(oldest);
    kept.delete(oldest);
  }
}

/** Draws an invoice without caching it. @throws AppError unavailable if the drawing process ends meanwhile */
export async function drawInvoiceOnce(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  row: InvoiceRow,
): Promise<Buffer> {
  const invoice = invoiceOf(row);
  const { hash, width, height } = readLogo(invoice.seller.logo);
  const bytes = invoice.seller.logo === '' ? undefined : await findLogoFile(db, hash, 'logo.png');
  const logo = bytes && { bytes, width, height };
  try {
    return Buffer.from(await inTurn(() => helper.run({ invoice, logo }), currentTurnTaker()));
  } catch (error) {
    if (!(error instanceof HelperProcessEnded)) throw error;
    log.error({ err: error, invoice: invoice.number }, 'an invoice could not be drawn');
    throw new AppError('unavailable', invoiceErrorTexts.notDrawn, { retryAfterSeconds: 5 });
  }
}

/** Sends an invoice as a PDF, which browsers must not cache: it has names and addresses. */
export async function sendInvoice(
  context: AppContext,
  reply: FastifyReply,
  row: InvoiceRow,
): Promise<Readable> {
  const pdf = await drawStored(context, row);
  reply
    .type('application/pdf')
    .header('content-length', pdf.length)
    .header('content-disposition', `attachment; filename="${row.name}.pdf"`);
  return Readable.from([pdf], { objectMode: false });
}
