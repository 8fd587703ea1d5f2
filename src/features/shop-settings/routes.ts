import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { changeDetails } from './change-details.ts';
import { changeDetailsCall, getDetailsCall, getManagedDetailsCall } from './contract.ts';
import { findOwnDetails, serializeManagedDetails } from './store.ts';

/** The calls about the shop's own details: what pages show, and what an admin changes. */
export function detailsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getDetailsCall, { keeps: 'until-change' }, async () => {
    const { bank: _bank, ...details } = await context.details.read();
    return details;
  });

  serve(api, getManagedDetailsCall, {}, async () =>
    serializeManagedDetails(await findOwnDetails(context.db)),
  );

  serve(api, changeDetailsCall, { changesCatalogue: true }, async ({ body }) => changeDetails(context, body));
}
