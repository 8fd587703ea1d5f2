import { idParamsSchema } from '#contracts/identifiers.ts';
import { newSynonymSchema, synonymSchema } from '#contracts/synonym.ts';
import { deletedSchema, insertedSchema } from '#contracts/tool.ts';
import { listSynonyms } from '#modules/catalogue/synonym-store.ts';
import { addSynonym, deleteSynonym } from '#workflows/change-synonyms.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

/** `GET /synonyms`, `POST /synonyms` and `DELETE /synonyms/{id}`, for admins. */
export function synonymsRoutes(api: ApiServer, shop: Shop): void {
  const tags = ['Tools'];

  api.get(
    '/synonyms',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        operationId: 'listSynonyms',
        summary: 'Words that mean the same to a search',
        description: 'All of them, as pairs.',
        response: { 200: synonymSchema.array() },
      },
    },
    async () => listSynonyms(shop.db),
  );

  api.post(
    '/synonyms',
    {
      config: { access: 'admin', changesCatalogue: true, refuses: ['conflict'] },
      schema: {
        tags,
        operationId: 'addSynonym',
        summary: 'Adds a pair of words that mean the same',
        description: 'A search for either of them then finds the other too.',
        body: newSynonymSchema,
        response: { 200: insertedSchema },
      },
    },
    async (request) => addSynonym(shop, request.body),
  );

  api.delete(
    '/synonyms/:id',
    {
      config: { access: 'admin', changesCatalogue: true, refuses: ['not_found'] },
      schema: {
        tags,
        operationId: 'deleteSynonym',
        summary: 'Removes a pair of words that mean the same',
        description: 'Each of them then finds itself alone.',
        params: idParamsSchema,
        response: { 200: deletedSchema },
      },
    },
    async (request) => deleteSynonym(shop, request.params.id),
  );
}
