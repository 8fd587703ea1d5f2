import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { askForNotice, dropNotice } from './change-notice.ts';
import { askRestockNoticeCall, dropRestockNoticeCall, getRestockNoticeCall } from './contract.ts';
import { countWaiting } from './store.ts';

/** The calls about being told when a tool is back. */
export function restockRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getRestockNoticeCall, {}, async (request) => {
    const waiting = await countWaiting(context.db, requireUser(request).userId, request.params.id);
    return { isAsked: waiting > 0 };
  });

  serve(api, askRestockNoticeCall, {}, async (request) =>
    askForNotice(context, { userId: requireUser(request).userId, toolId: request.params.id }),
  );

  serve(api, dropRestockNoticeCall, {}, async (request) =>
    dropNotice(context, { userId: requireUser(request).userId, toolId: request.params.id }),
  );
}
