import { getOverviewCall } from '#contracts/overview.ts';
import { readOverview } from '#modules/overview/overview.ts';
import { toWireOverview } from '#modules/overview/wire-overview.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { serve } from './serve.ts';

/** `GET /overview`. */
export function overviewRoutes(api: ApiServer, shop: Shop): void {
  serve(api, getOverviewCall, {}, async ({ query }) => {
    const asked = { ...query, now: shop.clock.now() };
    const rows = await shop.readShared((db) => readOverview(db, asked));
    return toWireOverview(rows, shop.config.currency);
  });
}
