import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addTaxon, editTaxon, mergeTaxon, removeTaxon } from './change-taxons.ts';
import { type Brand, type Category, taxonCalls, taxonKinds } from './contract.ts';
import { findTaxons, serializeTaxon } from './store.ts';

/** Registers the calls about categories and brands: the public lists, and the admins' changes. */
export function taxonomyRoutes(api: ApiServer, context: AppContext): void {
  const change = { changesCatalogue: true } as const;

  for (const kind of taxonKinds) {
    const calls = taxonCalls[kind];
    serve(api, calls.list, { keeps: 'until-change' }, async () => {
      const rows = await findTaxons(context.db, kind);
      return rows.map((row) => serializeTaxon(kind, row)) as Brand[] | Category[];
    });
    serve(api, calls.add, change, async ({ body }) => addTaxon(context, kind, body));
    serve(api, calls.edit, change, async ({ params, body }) =>
      serializeTaxon(kind, await editTaxon(context, kind, params.id, body)),
    );
    serve(api, calls.merge, change, async ({ params, body }) =>
      serializeTaxon(kind, await mergeTaxon(context, kind, params.id, body.into)),
    );
    serve(api, calls.remove, change, async ({ params }) => removeTaxon(context, kind, params.id));
  }
}
