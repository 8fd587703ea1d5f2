import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call changes which tools or reviews there are. */
    changesCatalogue?: true;
  }
}

/**
 * Lets whoever changed the catalogue or the reviews see it in whatever this process answers from then on: the database
 * tells every process of the change, but its word may come after the reply.
 */
export function endEraOnChange(api: ApiServer, { catalogueEra }: Shop): void {
  api.addHook('onSend', async (request) => {
    if (request.routeOptions.config.changesCatalogue) catalogueEra.end();
  });
}
