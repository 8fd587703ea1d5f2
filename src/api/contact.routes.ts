import { contactMessageSchema, newContactMessageSchema } from '#contracts/contact.ts';
import { listPageSchema } from '#contracts/list-page.ts';
import { insertedSchema } from '#contracts/tool.ts';
import { listContactMessages, toWireContactMessage } from '#modules/contact/contact-store.ts';
import { sendContactMessage } from '#workflows/send-contact-message.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { sendPage } from './list-reply.ts';

/** `POST /contact` and, for admins, `GET /contact`. */
export function contactRoutes(api: ApiServer, shop: Shop): void {
  const tags = ['Contact'];

  api.post(
    '/contact',
    {
      config: { access: 'public', limit: 'contact' },
      schema: {
        tags,
        operationId: 'sendContactMessage',
        summary: "Leaves a message through the 'Get In Touch' form",
        description: 'The message is stored and emailed to the shop.',
        body: newContactMessageSchema,
        response: { 200: insertedSchema },
      },
    },
    async (request) => sendContactMessage(shop, request.body),
  );

  api.get(
    '/contact',
    {
      config: { access: 'admin' },
      schema: {
        tags,
        operationId: 'listContactMessages',
        summary: 'Messages left, newest first',
        description: "What visitors sent through the 'Get In Touch' form.",
        querystring: listPageSchema,
        response: { 200: contactMessageSchema.array() },
      },
    },
    async (request, reply) =>
      sendPage(request, reply, await listContactMessages(shop.db, request.query), toWireContactMessage),
  );
}
