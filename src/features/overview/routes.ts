import type { Shop } from '#features/shop.ts';
import type { ApiServer } from '#http/api-server.ts';
import { serve } from '#http/serve.ts';
import { getOverviewCall } from './contract.ts';
import { readOverview } from './overview.ts';
import { toWireOverview } from './wire-overview.ts';

/** `GET /overview`. */
export function overviewRoutes(api: ApiServer, shop: Shop): void {
  serve(api, getOverviewCall, {}, async ({ query }) => {
    const asked = { ...query, now: shop.clock.now() };
    const rows = await shop.readShared((db) => readOverview(db, asked));
    return toWireOverview(rows, shop.config.currency);
  });
}
