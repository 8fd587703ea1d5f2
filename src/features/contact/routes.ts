import type { Shop } from '#features/shop.ts';
import type { ApiServer } from '#http/api-server.ts';
import { sendPage } from '#http/list-reply.ts';
import { serve } from '#http/serve.ts';
import { listContactMessagesCall, sendContactMessageCall } from './contract.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { listContactMessages, toWireContactMessage } from './store.ts';

/** `POST /contact` and, for admins, `GET /contact`. */
export function contactRoutes(api: ApiServer, shop: Shop): void {
  serve(api, sendContactMessageCall, { limit: 'contact' }, async ({ body }) =>
    sendContactMessage(shop, body),
  );

  serve(api, listContactMessagesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listContactMessages(shop.db, request.query), toWireContactMessage),
  );
}
