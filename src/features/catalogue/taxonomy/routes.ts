import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addTaxon, editTaxon, mergeTaxon, removeTaxon } from './change-taxons.ts';
import * as calls from './contract.ts';
import { findTaxons, serializeBrand, serializeCategory } from './store.ts';

/** The calls about categories and brands: everybody's lists, and what admins change. */
export function taxonomyRoutes(api: ApiServer, context: AppContext): void {
  const change = { changesCatalogue: true } as const;

  serve(api, calls.getCategoriesCall, { keeps: 'until-change' }, async () =>
    (await context.readShared((db) => findTaxons(db, 'category'))).map(serializeCategory),
  );
  serve(api, calls.addCategoryCall, change, async ({ body }) => addTaxon(context, 'category', body));
  serve(api, calls.editCategoryCall, change, async ({ params, body }) =>
    serializeCategory(await editTaxon(context, 'category', params.id, body)),
  );
  serve(api, calls.mergeCategoryCall, change, async ({ params, body }) =>
    serializeCategory(await mergeTaxon(context, 'category', params.id, body.into)),
  );
  serve(api, calls.deleteCategoryCall, change, async ({ params }) =>
    removeTaxon(context, 'category', params.id),
  );

  serve(api, calls.getBrandsCall, { keeps: 'until-change' }, async () =>
    (await context.readShared((db) => findTaxons(db, 'brand'))).map(serializeBrand),
  );
  serve(api, calls.addBrandCall, change, async ({ body }) => addTaxon(context, 'brand', body));
  serve(api, calls.editBrandCall, change, async ({ params, body }) =>
    serializeBrand(await editTaxon(context, 'brand', params.id, body)),
  );
  serve(api, calls.mergeBrandCall, change, async ({ params, body }) =>
    serializeBrand(await mergeTaxon(context, 'brand', params.id, body.into)),
  );
  serve(api, calls.deleteBrandCall, change, async ({ params }) => removeTaxon(context, 'brand', params.id));
}
