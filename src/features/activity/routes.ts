import type { AppContext } from '#features/app-context.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { listActivityCall } from './contract.ts';
import { listActivity, serializeActivity } from './store.ts';

/** Registers `GET /activity`, for admins. */
export function activityRoutes(api: ApiServer, { db }: AppContext): void {
  serve(api, listActivityCall, {}, async (request, reply) =>
    sendPage(request, reply, await listActivity(db, request.query), serializeActivity),
  );
}
