import type { AppContext } from '#features/app-context.ts';
import { priceTable } from '#features/catalogue/prices.ts';
import { findToolDetailsById, serializeTool, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { getLinksCall, getRelatedToolsCall, type LinkedTool, setLinksCall } from './contract.ts';
import { readManagedLinks, setLinks } from './set-links.ts';
import { findAlsoBought, findDiscontinued, findShownLinks } from './store.ts';

/** How many tools that others bought are shown, in one row of a desktop's page. */
const SHOWN = 4;

/** Registers the calls about the tools linked to a tool, and what its buyers also bought. */
export function relatedToolsRoutes(api: ApiServer, context: AppContext): void {
  const { db } = context;
  const { currency } = context.config;

  serve(api, getRelatedToolsCall, { keeps: 'until-change' }, async ({ params }) => {
    const links = await findShownLinks(db, params.id);
    const goWith = [...links.accessories, ...links.spareParts];
    // More than are shown, since some may be linked as well.
    const also = await findAlsoBought(db, params.id, SHOWN + goWith.length);
    const bought = also.filter((id) => !goWith.includes(id)).slice(0, SHOWN);
    const tools = await findToolDetailsById(
      db,
      [...new Set([...Object.values(links).flat(), ...bought])],
      'public',
    );
    const rows = (ids: string[]) => ids.flatMap((id) => tools.get(id) ?? []);
    const linked = (ids: string[]) => rows(ids).map((row) => serializeLinked(row, currency));
    return {
      successor: linked(links.successor)[0] ?? null,
      spareParts: linked(links.spareParts),
      accessories: linked(links.accessories),
      fits: linked(links.fits),
      replaces: linked(links.replaces),
      discontinued: await findDiscontinued(db, params.id),
      bought: rows(bought).map((row) => serializeTool(row, currency)),
    };
  });

  serve(api, getLinksCall, {}, async ({ params }) => readManagedLinks(db, params.id));

  serve(api, setLinksCall, { changesCatalogue: true }, async ({ params, body }) =>
    setLinks(context, params.id, body),
  );
}

function serializeLinked(row: ToolDetailsRow, currency: string): LinkedTool {
  return {
    ...serializeTool(row, currency),
    pack_step: row.pack_step,
    price_breaks: priceTable({ tool: row, buyer: 'public' }, currency).price_breaks,
    specifications: row.specifications,
  };
}
