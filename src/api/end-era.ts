import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call changes what visitors see: which tools and reviews there are, and how many of a tool. */
    changesCatalogue?: true;
  }
}

/**
 * Lets whoever changed what visitors see find it in whatever this process answers from then on: the database tells every
 * process of the change, but its word may come after the reply, and changes of stock are gathered.
 */
export function endEraOnChange(api: ApiServer, { catalogueEra }: Shop): void {
  api.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.changesCatalogue && reply.statusCode < 400) catalogueEra.end();
  });
}
