import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { withFewConnections } from '#platform/database/few-connections.ts';

/** Has each request take few connections to the database at once, however much it asks. A late hook: what
 * reads the body would lose an earlier one's context. */
export const shareConnections = fp(
  async (api: FastifyInstance) => {
    api.addHook('preHandler', (_request, _reply, done) => withFewConnections(done));
  },
  { name: 'shared-connections', dependencies: ['authorisation'] },
);
