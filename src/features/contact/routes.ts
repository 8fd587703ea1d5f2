import type { AppContext } from '#features/app-context.ts';
import type { ApiServer } from '#http/serve.ts';
import { sendPage, serve } from '#http/serve.ts';
import { listContactMessagesCall, sendContactMessageCall } from './contract.ts';
import { sendContactMessage } from './send-contact-message.ts';
import { listContactMessages, serializeContactMessage } from './store.ts';

/** `POST /contact` and, for admins, `GET /contact`. */
export function contactRoutes(api: ApiServer, context: AppContext): void {
  serve(api, sendContactMessageCall, { limit: 'contact' }, async ({ body }) =>
    sendContactMessage(context, body),
  );

  serve(api, listContactMessagesCall, {}, async (request, reply) =>
    sendPage(request, reply, await listContactMessages(context.db, request.query), serializeContactMessage),
  );
}
