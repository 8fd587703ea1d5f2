import type { AppContext } from '#features/app-context.ts';
import { findManagedToolsById, findToolsById, serializeTool } from '#features/catalogue/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { getAccessoriesCall, getRelatedToolsCall, setAccessoriesCall } from './contract.ts';
import { setAccessories } from './set-accessories.ts';
import { findAccessoryIds, findAlsoBought } from './store.ts';

/** How many tools that others bought are shown, in one row of a desktop's page. */
const SHOWN = 4;

/** Registers the calls about a tool's accessories, and what its buyers also bought. */
export function relatedToolsRoutes(api: ApiServer, context: AppContext): void {
  const { db } = context;
  const { currency } = context.config;

  serve(api, getRelatedToolsCall, { keeps: 'until-change' }, async ({ params }) => {
    const pinned = await findAccessoryIds(db, params.id);
    // More than are shown, since some may be pinned as well.
    const also = await findAlsoBought(db, params.id, SHOWN + pinned.length);
    const bought = also.filter((id) => !pinned.includes(id)).slice(0, SHOWN);
    const tools = await findToolsById(db, [...pinned, ...bought]);
    const shown = (ids: string[]) =>
      tools.filter(({ id }) => ids.includes(id)).map((tool) => serializeTool(tool, currency));
    return { accessories: shown(pinned), bought: shown(bought) };
  });

  serve(api, getAccessoriesCall, {}, async ({ params }) => {
    const tools = await findManagedToolsById(db, await findAccessoryIds(db, params.id));
    return { accessories: tools.map((tool) => serializeTool(tool, currency)) };
  });

  serve(api, setAccessoriesCall, { changesCatalogue: true }, async ({ params, body }) => {
    const tools = await setAccessories(context, params.id, body.accessories);
    return { accessories: tools.map((tool) => serializeTool(tool, currency)) };
  });
}
