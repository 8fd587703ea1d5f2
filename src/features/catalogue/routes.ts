import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { sendPage, serve } from '#http/serve.ts';
import { addTool } from './add-tool.ts';
import { addToolCall, deleteToolCall, getToolCall } from './contract.ts';
import { deleteTool } from './delete-tool.ts';
import { listManagedToolsCall } from './managed-contract.ts';
import { listManagedTools } from './managed-tools.ts';
import { countToolsCall, listCategoriesCall, listToolsCall } from './search/contract.ts';
import { listTools } from './search/find-tools.ts';
import { countToolFacets } from './search/tool-facets.ts';
import { toToolSearch } from './search/tool-search.ts';
import { serializeTool } from './serialize-tool.ts';
import { findTool } from './store.ts';
import { toolErrorTexts } from './texts/errors.ts';
import { listCategories } from './tool-categories.ts';

/** The calls about tools: visitors' searches and pages, the admins' list, and what changes them. */
export function toolsRoutes(api: ApiServer, context: AppContext): void {
  const { currency } = context.config;

  serve(api, listToolsCall, { keeps: 'until-change' }, async (request, reply) => {
    const { sort, limit, cursor } = request.query;
    const search = toToolSearch(request.query, currency);
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
    const row = await findTool(context.db, params.id);
    if (!row) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    return serializeTool(row, currency);
  });

  serve(api, addToolCall, { changesCatalogue: true }, async ({ body }) => addTool(context, body));

  serve(api, deleteToolCall, { changesCatalogue: true }, async ({ params }) =>
    deleteTool(context, { toolId: params.id }),
  );

  serve(api, listManagedToolsCall, {}, async (request, reply) => {
    const page = await context.readShared((db) => listManagedTools(db, request.query));
    return sendPage(request, reply, page, (row) => serializeTool(row, currency));
  });
}
