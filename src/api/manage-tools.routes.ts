import { managedToolListSchema } from '#contracts/managed-tools.ts';
import { toolSchema } from '#contracts/tool.ts';
import { listManagedTools } from '#modules/catalogue/managed-tools.ts';
import { toWireTool } from '#modules/catalogue/wire-tool.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';

/** `GET /managetool`. */
export function manageToolsRoutes(api: ApiServer, shop: Shop): void {
  api.get(
    '/managetool',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Tools'],
        operationId: 'listManagedTools',
        summary: 'The tools as admins look for them: by name, figures and what is left',
        description: '`q` finds the beginnings of words of names.',
        querystring: managedToolListSchema,
        response: { 200: toolSchema.array() },
      },
    },
    async (request, reply) => {
      const page = await shop.readShared((db) => listManagedTools(db, request.query));
      return sendPage(request, reply, page, (row) => toWireTool(row, shop.config.currency));
    },
  );
}
