import { Refusal } from '#contracts/api-error.ts';
import { idParamsSchema } from '#contracts/identifiers.ts';
import { deletedSchema, insertedSchema, newToolSchema, toolSchema } from '#contracts/tool.ts';
import {
  categoryListSchema,
  toolCategorySchema,
  toolFacetsSchema,
  toolFilterSchema,
  toolListSchema,
} from '#contracts/tool-search.ts';
import { listTools } from '#modules/catalogue/find-tools.ts';
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

/** `GET /tool`, `GET /tool/facets`, `GET /tool/categories`, `GET /tool/{id}`, `POST /tool` and `DELETE /tool/{id}`. */
export function toolsRoutes(api: ApiServer, shop: Shop): void {
  const { currency } = shop.config;
  const tags = ['Tools'];

  api.get(
    '/tool',
    {
      config: { access: 'public', keeps: 'until-change' },
      schema: {
        tags,
        operationId: 'listTools',
        summary: 'Tools in the shop, searched, filtered and sorted',
        description:
          'Counted exactly up to 10,000 hits (`X-Total-Count`); beyond them `X-Total-More-Than: 10000` says so. ' +
          'Sorted by relevance when there is a `q`, else newest first.',
        querystring: toolListSchema,
        response: { 200: toolSchema.array() },
      },
    },
    async (request, reply) => {
      const { sort, limit, cursor } = request.query;
      const search = toToolSearch(request.query, currency);
      const page = await shop.readShared((db) => listTools(db, search, { sort, limit, cursor }));
      return sendPage(request, reply, page, (row) => toWireTool(row, currency));
    },
  );

  api.get(
    '/tool/facets',
    {
      config: { access: 'public', keeps: 'until-change' },
      schema: {
        tags,
        operationId: 'countTools',
        summary: 'How many tools a search finds, by category, brand, price, stock and rating',
        description: 'The counts of a list’s filters, for the same query as `GET /tool`.',
        querystring: toolFilterSchema,
        response: { 200: toolFacetsSchema },
      },
    },
    async (request) => {
      const search = toToolSearch(request.query, currency);
      return shop.readShared((db) => countToolFacets(db, search, currency));
    },
  );

  api.get(
    '/tool/categories',
    {
      config: { access: 'public', keeps: 'until-change' },
      schema: {
        tags,
        operationId: 'listCategories',
        summary: 'The categories, the commonest first, each with a picture',
        description:
          'The picture is that of the tool which has been in the category longest, so that it stays.',
        querystring: categoryListSchema,
        response: { 200: toolCategorySchema.array() },
      },
    },
    async (request) => shop.readShared((db) => listCategories(db, request.query.limit)),
  );

  api.get(
    '/tool/:id',
    {
      config: { access: 'public', keeps: 'for-outage', refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'getTool',
        summary: 'One tool',
        description: 'With its price and what is available now.',
        params: idParamsSchema,
        response: { 200: toolSchema },
      },
    },
    async (request) => {
      const row = await findTool(shop.db, request.params.id);
      if (!row) throw new Refusal('not_found', toolRefusalTexts.noSuchTool);
      return toWireTool(row, currency);
    },
  );

  api.post(
    '/tool',
    {
      config: { access: 'admin', changesCatalogue: true },
      schema: {
        tags,
        operationId: 'addTool',
        summary: 'Adds a tool; its picture comes from POST /image',
        description: '`img` is the address that `POST /image` answered.',
        body: newToolSchema,
        response: { 200: insertedSchema },
      },
    },
    async (request) => addTool(shop, request.body),
  );

  api.delete(
    '/tool/:id',
    {
      config: { access: 'admin', changesCatalogue: true, refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'deleteTool',
        summary: 'Takes a tool out of the shop',
        description: 'Orders keep their copy of it; unpaid ones can no longer be paid.',
        params: idParamsSchema,
        response: { 200: deletedSchema },
      },
    },
    async (request) => deleteTool(shop, { toolId: request.params.id }),
  );
}
