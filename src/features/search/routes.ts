import type { AppContext } from '#features/app-context.ts';
import { countToolsCall, listCardsCall, listToolsCall, type ToolList } from '#features/catalogue/contract.ts';
import { findLineNames } from '#features/catalogue/line-names.ts';
import { listManagedToolsCall, listSpecificationNamesCall } from '#features/catalogue/managed-contract.ts';
import { serializeTool } from '#features/catalogue/store.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { listTools, toToolSearch } from './find-tools.ts';
import { listCards, serializeCard } from './list-cards.ts';
import { listManagedTools, listSpecificationNames } from './managed-tools.ts';
import { addSynonymCall, deleteSynonymCall, listSynonymsCall } from './synonym-contract.ts';
import { addSynonym, deleteSynonym, listSynonyms } from './synonyms.ts';
import { countToolFacets } from './tool-facets.ts';

/** Routes for the lists of tools, for visitors and staff, their filters, and synonyms. */
export function searchRoutes(api: ApiServer, context: AppContext): void {
  const { currency } = context.config;
  const noteSearch = ({ q, sort: _, limit: __, cursor, ...filters }: ToolList, page: { rows: unknown[] }) => {
    const isFiltered = Object.values(filters).some((value) => value !== undefined);
    if (q !== undefined && !isFiltered && cursor === undefined)
      context.visits.noteResult(q, page.rows.length > 0);
  };

  serve(api, listToolsCall, { keeps: 'until-change' }, async (request, reply) => {
    const { sort, limit, cursor, ...filter } = request.query;
    const page = await listTools(context.db, toToolSearch(filter, currency), { sort, limit, cursor });
    noteSearch(request.query, page);
    return sendPage(request, reply, page, (row) => serializeTool(row, currency));
  });

  serve(api, listCardsCall, { keeps: 'until-change' }, async (request, reply) => {
    const { sort, limit, cursor, ...filter } = request.query;
    const page = await listCards(context.db, toToolSearch(filter, currency), { sort, limit, cursor });
    noteSearch(request.query, page);
    return sendPage(request, reply, page, (row) => serializeCard(row, currency));
  });

  serve(api, countToolsCall, { keeps: 'until-change' }, async ({ query }) => {
    const search = toToolSearch(query, currency);
    return countToolFacets(context.db, search, currency);
  });

  serve(api, listManagedToolsCall, {}, async (request, reply) => {
    const page = await listManagedTools(context.db, request.query);
    const names = await findLineNames(
      context.db,
      page.rows.flatMap(({ id, family }) => (family ? [id] : [])),
    );
    return sendPage(request, reply, page, (row) => ({
      ...serializeTool(row, currency),
      line_name: names.get(row.id) ?? row.name,
    }));
  });

  serve(api, listSpecificationNamesCall, {}, async () => listSpecificationNames(context.db));

  serve(api, listSynonymsCall, {}, async () => listSynonyms(context.db));

  serve(api, addSynonymCall, { changesCatalogue: true }, async ({ body }) => addSynonym(context, body));

  serve(api, deleteSynonymCall, { changesCatalogue: true }, async ({ params }) =>
    deleteSynonym(context, params.id),
  );
}
