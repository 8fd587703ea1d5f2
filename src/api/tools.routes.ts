import { Refusal } from '#contracts/api-error.ts';
import { listManagedToolsCall } from '#contracts/managed-tools.ts';
import { addToolCall, deleteToolCall, getToolCall } from '#contracts/tool.ts';
import { countToolsCall, listCategoriesCall, listToolsCall } from '#contracts/tool-search.ts';
import { listTools } from '#modules/catalogue/find-tools.ts';
import { listManagedTools } from '#modules/catalogue/managed-tools.ts';
import { listCategories } from '#modules/catalogue/tool-categories.ts';
import { countToolFacets } from '#modules/catalogue/tool-facets.ts';
import { toToolSearch } from '#modules/catalogue/tool-search.ts';
import { findTool } from '#modules/catalogue/tool-store.ts';
import { toWireTool } from '#modules/catalogue/wire-tool.ts';
import { toolRefusalTexts } from '#texts/refusals-tools.ts';
import { addTool } from '#workflows/add-tool.ts';
import { deleteTool } from '#workflows/delete-tool.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';
import { serve } from './serve.ts';

/** The calls about tools: visitors' searches and pages, the admins' list, and what changes them. */
export function toolsRoutes(api: ApiServer, shop: Shop): void {
  const { currency } = shop.config;

  serve(api, listToolsCall, { keeps: 'until-change' }, async (request, reply) => {
    const { sort, limit, cursor } = request.query;
    const search = toToolSearch(request.query, currency);
    const page = await shop.readShared((db) => listTools(db, search, { sort, limit, cursor }));
    return sendPage(request, reply, page, (row) => toWireTool(row, currency));
  });

  serve(api, countToolsCall, { keeps: 'until-change' }, async ({ query }) => {
    const search = toToolSearch(query, currency);
    return shop.readShared((db) => countToolFacets(db, search, currency));
  });

  serve(api, listCategoriesCall, { keeps: 'until-change' }, async ({ query }) =>
    shop.readShared((db) => listCategories(db, query.limit)),
  );

  serve(api, getToolCall, { keeps: 'for-outage' }, async ({ params }) => {
    const row = await findTool(shop.db, params.id);
    if (!row) throw new Refusal('not_found', toolRefusalTexts.noSuchTool);
    return toWireTool(row, currency);
  });

  serve(api, addToolCall, { changesCatalogue: true }, async ({ body }) => addTool(shop, body));

  serve(api, deleteToolCall, { changesCatalogue: true }, async ({ params }) =>
    deleteTool(shop, { toolId: params.id }),
  );

  serve(api, listManagedToolsCall, {}, async (request, reply) => {
    const page = await shop.readShared((db) => listManagedTools(db, request.query));
    return sendPage(request, reply, page, (row) => toWireTool(row, currency));
  });
}
