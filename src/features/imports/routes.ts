import fastifyMultipart from '@fastify/multipart';
import { AppError } from '#contracts/app-error.ts';
import { requestLimits } from '#contracts/limits.ts';
import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { exportToolsCall } from '#features/catalogue/managed-contract.ts';
import { fileCall, sendExport } from '#features/exports/send-export.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import type { CsvColumns } from '#platform/csv.ts';
import { unescapeFormula } from '#platform/csv.ts';
import { startBulkChange } from './bulk-change.ts';
import { listChanges, serializeChange } from './changes-store.ts';
import { weightUnits } from './column-rules.ts';
import {
  applyImportCall,
  exportImportErrorsCall,
  getImportCall,
  listImportChangesCall,
  listImportsCall,
  MAX_IMPORT_BYTES,
  startBulkChangeCall,
  startImportCall,
  undoImportCall,
} from './contract.ts';
import { exportOfTools } from './export-tools.ts';
import { startImport } from './start-import.ts';
import { startApplying, startUndoing } from './start-import-step.ts';
import {
  type ErrorRow,
  findImport,
  type ImportRow,
  listImports,
  reportImport,
  selectErrorRows,
  serializeImport,
} from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

/** Registers `/imports`, for admins: files and bulk changes that change many tools, and the export of all
 * tools. */
export async function importsRoutes(api: ApiServer, context: AppContext): Promise<void> {
  await api.register(async (uploads: ApiServer) => uploadRoute(uploads, context));
  const { db, config } = context;

  async function find(importId: string): Promise<ImportRow> {
    const row = await findImport(db, importId);
    if (!row) throw new AppError('not_found', texts.noSuchImport);
    return row;
  }

  serve(api, exportToolsCall, fileCall, async ({ query }, reply) =>
    sendExport(context, reply, exportOfTools(query, config.currency)),
  );

  serve(api, listImportsCall, {}, async (request, reply) =>
    sendPage(request, reply, await listImports(db, request.query), serializeImport),
  );

  serve(api, startBulkChangeCall, {}, async (request) =>
    startBulkChange(context, request.body, requireUser(request).userId),
  );

  serve(api, getImportCall, {}, async ({ params }) => reportImport(db, await find(params.id)));

  serve(api, listImportChangesCall, {}, async (request, reply) => {
    const page = await listChanges(db, await find(request.params.id), request.query);
    return sendPage(request, reply, page, (row) =>
      serializeChange(row, (cents) => toPrice(cents, config.currency)),
    );
  });

  serve(api, exportImportErrorsCall, fileCall, async ({ params }, reply) => {
    const { id, columns } = await find(params.id);
    return sendExport(context, reply, {
      kind: 'import-errors',
      query: selectErrorRows(id),
      columns: columnsOfErrors(columns),
    });
  });

  serve(api, applyImportCall, { changesCatalogue: true }, async ({ params, body }) =>
    startApplying(context, params.id, body?.leaveOutErrors ?? false),
  );

  serve(api, undoImportCall, { changesCatalogue: true }, async ({ params }) =>
    startUndoing(context, params.id),
  );
}

/** Each has a piece of its file in memory. A slow one occupies a slot for at most two minutes, the limit of
 * every request; one person's leave slots to others. */
const UPLOADS_AT_ONCE = 4;
const OF_ONE_PERSON = 2;

/** The original columns of the file after one for the errors, which an import ignores. */
function columnsOfErrors(names: string[]): CsvColumns<ErrorRow> {
  const why = ({ problems }: ErrorRow) =>
    problems.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join('\n');
  return [
    ['error', why],
    ...names.map((name, index): CsvColumns<ErrorRow>[number] => [
      name,
      ({ cells }) => unescapeFormula(cells[index] ?? ''),
    ]),
  ];
}

/** Registered in its own scope, where a body of any other type reaches the handler unread, so that the
 * handler refuses it. */
async function uploadRoute(api: ApiServer, context: AppContext): Promise<void> {
  const inTurn = limitConcurrency(UPLOADS_AT_ONCE, OF_ONE_PERSON);
  api.removeAllContentTypeParsers();
  await api.register(fastifyMultipart, {
    // One more of each than accepted, so that an excess is distinguished from a truncated form.
    limits: {
      fileSize: MAX_IMPORT_BYTES,
      files: 2,
      fields: 6,
      parts: 8,
      fieldSize: requestLimits.importFieldBytes,
      headerPairs: 20,
    },
  });
  api.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const unreadBody = {
    'multipart/form-data': {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        columns: { type: 'string' },
        pictures: { type: 'string' },
        decimal: { type: 'string', enum: ['.', ',', ''] },
        weightUnit: { type: 'string', enum: [...Object.keys(weightUnits), ''] },
      },
    },
  };
  serve(api, startImportCall, { limit: 'uploads', unreadBody }, async (request) =>
    inTurn(() => startImport(context, request), currentTurnTaker()),
  );
}
