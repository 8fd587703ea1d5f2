import { listContactMessagesCall, sendContactMessageCall } from '#contracts/contact.ts';
import { listContactMessages, toWireContactMessage } from '#modules/contact/contact-store.ts';
import { sendContactMessage } from '#workflows/send-contact-message.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';
import { serve } from './serve.ts';

/** `POST /contact` and, for admins, `GET /contact`. */
export function contactRoutes(api: ApiServer, shop: Shop): void {
  serve(api, sendContactMessageCall, { limit: 'contact' }, async ({ body }) =>
    sendContactMessage(shop, body),
  );

  serve(api, listContactMessagesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listContactMessages(shop.db, request.query), toWireContactMessage),
  );
}
