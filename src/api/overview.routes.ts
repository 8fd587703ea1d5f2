import { overviewQuerySchema, overviewSchema } from '#contracts/overview.ts';
import { readOverview } from '#modules/overview/overview.ts';
import { toWireOverview } from '#modules/overview/wire-overview.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

/** `GET /overview`. */
export function overviewRoutes(api: ApiServer, shop: Shop): void {
  api.get(
    '/overview',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Overview'],
        operationId: 'getOverview',
        summary: 'How the shop stands',
        description: 'Sales of the last days, what is to be shipped, what is unpaid and what runs low.',
        querystring: overviewQuerySchema,
        response: { 200: overviewSchema },
      },
    },
    async (request) => {
      const asked = { ...request.query, now: shop.clock.now() };
      const rows = await shop.readShared((db) => readOverview(db, asked));
      return toWireOverview(rows, shop.config.currency);
    },
  );
}
