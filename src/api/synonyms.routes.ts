import { addSynonymCall, deleteSynonymCall, listSynonymsCall } from '#contracts/synonym.ts';
import { listSynonyms } from '#modules/catalogue/synonym-store.ts';
import { addSynonym, deleteSynonym } from '#workflows/change-synonyms.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { serve } from './serve.ts';

/** `GET /synonyms`, `POST /synonyms` and `DELETE /synonyms/{id}`, for admins. */
export function synonymsRoutes(api: ApiServer, shop: Shop): void {
  serve(api, listSynonymsCall, {}, async () => listSynonyms(shop.db));

  serve(api, addSynonymCall, { changesCatalogue: true }, async ({ body }) => addSynonym(shop, body));

  serve(api, deleteSynonymCall, { changesCatalogue: true }, async ({ params }) =>
    deleteSynonym(shop, params.id),
  );
}
