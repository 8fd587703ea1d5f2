import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { serve } from '#http/serve.ts';
import { getOverviewCall } from './contract.ts';
import { readOverview } from './overview.ts';
import { serializeOverview } from './serialize-overview.ts';

/** `GET /overview`. */
export function overviewRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getOverviewCall, {}, async ({ query }) => {
    const asked = { ...query, now: context.clock.now() };
    const rows = await context.readShared((db) => readOverview(db, asked));
    return serializeOverview(rows, context.config.currency);
  });
}
