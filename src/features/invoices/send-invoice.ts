import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import { readLogo } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { findLogoFile } from '#features/shop-settings/store.ts';
import { currentActor } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { createHelperProcess, HelperProcessEnded } from '#platform/helper-process.ts';
import type { DrawTask } from './invoice.ts';
import { type InvoiceRow, invoiceOf } from './store.ts';
import { invoiceErrorTexts } from './texts.ts';

const DRAWN_AT_ONCE = 2;

/** Draws in a process of its own, which ends when it has nothing to do: one of a hundred lines takes a
 * quarter of a second, and the process some 300 MB. */
const helper = createHelperProcess<DrawTask, Uint8Array>(
  new URL('./drawing/draw-in-process.ts', import.meta.url),
);
const inTurn = limitConcurrency(DRAWN_AT_ONCE);

/** So many bytes of PDFs are kept, those that were asked for last: an invoice never changes, so it is
 * drawn once while it is asked for. */
const KEPT_BYTES = 32e6;
const kept = new Map<string, Promise<Buffer>>();
const sizes = new Map<string, number>();

/** The bytes of an invoice's PDF. Drawings take turns by person. @throws AppError unavailable when the
 * process that draws has ended on the way */
export function drawStored(context: Pick<AppContext, 'db' | 'log'>, row: InvoiceRow): Promise<Buffer> {
  const found = kept.get(row.id);
  const drawn = found ?? drawInvoiceOnce(context, row);
  // The last asked for comes last.
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

/** Draws an invoice, and keeps nothing of it. @throws AppError unavailable when the process
 * that draws has ended on the way */
export async function drawInvoiceOnce(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  row: InvoiceRow,
): Promise<Buffer> {
  const invoice = invoiceOf(row);
  const { hash, width, height } = readLogo(invoice.seller.logo);
  const bytes = invoice.seller.logo === '' ? undefined : await findLogoFile(db, hash, 'logo.png');
  const logo = bytes && { bytes, width, height };
  try {
    return Buffer.from(await inTurn(() => helper.run({ invoice, logo }), currentActor().userId));
  } catch (error) {
    if (!(error instanceof HelperProcessEnded)) throw error;
    log.error({ err: error, invoice: invoice.number }, 'an invoice could not be drawn');
    throw new AppError('unavailable', invoiceErrorTexts.notDrawn, { retryAfterSeconds: 5 });
  }
}

/** Answers an invoice as a PDF, which no browser keeps: it bears names and addresses. */
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
