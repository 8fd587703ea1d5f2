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
        summary: 'Words that mean the same to a search, all of them',
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
        summary: 'Lets a search for either of two words find the other too',
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
        summary: 'Removes a pair of words that mean the same',
        params: idParamsSchema,
        response: { 200: deletedSchema },
      },
    },
    async (request) => deleteSynonym(shop, request.params.id),
  );
}
