import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { sendExport, sendFile } from '#features/exports/send-export.ts';
import { todayOf } from '#features/shop-settings/today.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { writeZip } from '#platform/zip/write-zip.ts';
import { exportPapersCall, getPaperCall, listPapersCall, monthOfPapersCall } from './contract.ts';
import { exportOfPapers } from './export-papers.ts';
import { pdfsOfMonth } from './month-of-papers.ts';
import { listPapers } from './paper-list.ts';
import { sendPaper } from './send-paper.ts';
import { findPaper, serializePaper } from './store.ts';
import { paperErrorTexts } from './texts.ts';

/** Invoices and credit notes, for the staff; its buyer has an order's in `/orders`. */
export function papersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listPapersCall, {}, async (request, reply) => {
    const today = await todayOf(context);
    const page = await listPapers(context.db, request.query, today);
    return sendPage(request, reply, page, (row) => serializePaper(row, today));
  });

  serve(api, getPaperCall, {}, async (request, reply) => {
    const paper = await findPaper(context.db, request.params.id);
    if (!paper) throw new AppError('not_found', paperErrorTexts.noSuchPaper);
    return sendPaper(context, reply, paper);
  });

  serve(api, monthOfPapersCall, { exposeHeadRoute: false }, async ({ query: { month } }, reply) => {
    const { zone } = (await context.details.read()).time;
    return sendFile(context, reply, {
      kind: 'papers',
      name: `papers-${month}.zip`,
      type: 'application/zip',
      write: () => writeZip(pdfsOfMonth(context, month), { at: context.clock.now(), zone }),
    });
  });

  serve(api, exportPapersCall, { exposeHeadRoute: false }, async ({ query }, reply) =>
    sendExport(context, reply, exportOfPapers(query, await todayOf(context))),
  );
}
