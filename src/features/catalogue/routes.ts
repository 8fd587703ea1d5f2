import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { sendExport } from '#features/exports/send-export.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { addTool, deleteTool } from './change-tools.ts';
import { countToolsCall, getToolCall, listCategoriesCall, listToolsCall } from './contract.ts';
import { editTool } from './edit-tool.ts';
import { exportOfTools } from './export-tools.ts';
import {
  addToolCall,
  deleteToolCall,
  editToolCall,
  exportToolsCall,
  getManagedToolCall,
  listManagedToolsCall,
  listSpecificationNamesCall,
} from './managed-contract.ts';
import { listManagedTools, listSpecificationNames } from './managed-tools.ts';
import { listTools, toToolSearch } from './search/find-tools.ts';
import { addSynonymCall, deleteSynonymCall, listSynonymsCall } from './search/synonym-contract.ts';
import { addSynonym, deleteSynonym, listSynonyms } from './search/synonyms.ts';
import { countToolFacets } from './search/tool-facets.ts';
import {
  findManagedToolDetails,
  findToolDetails,
  listCategories,
  serializeTool,
  serializeToolDetails,
} from './store.ts';
import { toolErrorTexts } from './texts/errors.ts';

/** The calls about tools: visitors' searches and pages, the admins' lists, and what changes them. */
export function toolsRoutes(api: ApiServer, context: AppContext): void {
  const { currency } = context.config;

  serve(api, listToolsCall, { keeps: 'until-change' }, async (request, reply) => {
    const { sort, limit, cursor, ...filter } = request.query;
    const search = toToolSearch(filter, currency);
    const page = await context.readShared((db) => listTools(db, search, { sort, limit, cursor }));
    return sendPage(request, reply, page, (row) => serializeTool(row, currency));
  });

  serve(api, countToolsCall, { keeps: 'until-change' }, async ({ query }) => {
    const search = toToolSearch(query, currency);
    return context.readShared((db) => countToolFacets(db, search, currency));
  });

  serve(api, listCategoriesCall, { keeps: 'until-change' }, async ({ query }) =>
    context.readShared((db) => listCategories(db, query.limit)),
  );

  serve(api, getToolCall, { keeps: 'for-outage' }, async ({ params }) => {
    const row = await findToolDetails(context.db, params.id);
    if (!row) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return serializeToolDetails(row, currency);
  });

  serve(api, addToolCall, { changesCatalogue: true }, async ({ body }) => addTool(context, body));

  serve(api, editToolCall, { changesCatalogue: true }, async ({ params, body }) =>
    editTool(context, params.id, body),
  );

  serve(api, deleteToolCall, { changesCatalogue: true }, async ({ params }) =>
    deleteTool(context, params.id),
  );

  serve(api, listManagedToolsCall, {}, async (request, reply) => {
    const page = await context.readShared((db) => listManagedTools(db, request.query));
    return sendPage(request, reply, page, (row) => serializeTool(row, currency));
  });

  serve(api, getManagedToolCall, {}, async ({ params }) => {
    const row = await findManagedToolDetails(context.db, params.id);
    if (!row) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return serializeToolDetails(row, currency);
  });

  serve(api, listSpecificationNamesCall, {}, async () => listSpecificationNames(context.db));

  serve(api, exportToolsCall, { exposeHeadRoute: false }, async ({ query }, reply) =>
    sendExport(context, reply, exportOfTools(query, currency)),
  );

  serve(api, listSynonymsCall, {}, async () => listSynonyms(context.db));

  serve(api, addSynonymCall, { changesCatalogue: true }, async ({ body }) => addSynonym(context, body));

  serve(api, deleteSynonymCall, { changesCatalogue: true }, async ({ params }) =>
    deleteSynonym(context, params.id),
  );
}
