import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { addSynonym, deleteSynonym } from './change-synonyms.ts';
import { addSynonymCall, deleteSynonymCall, listSynonymsCall } from './synonym-contract.ts';
import { listSynonyms } from './synonym-store.ts';

/** `GET /synonyms`, `POST /synonyms` and `DELETE /synonyms/{id}`, for admins. */
export function synonymsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listSynonymsCall, {}, async () => listSynonyms(context.db));

  serve(api, addSynonymCall, { changesCatalogue: true }, async ({ body }) => addSynonym(context, body));

  serve(api, deleteSynonymCall, { changesCatalogue: true }, async ({ params }) =>
    deleteSynonym(context, params.id),
  );
}
