import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { addSizes } from './add-sizes.ts';
import { addSizesCall } from './contract.ts';

/** Registers the call by which admins add the sizes of a family as rows of cells. */
export function sizesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, addSizesCall, { changesCatalogue: true }, async (request) =>
    addSizes(context, request.params.id, request.body, requireUser(request).userId),
  );
}
