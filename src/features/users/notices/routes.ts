import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { listNoticesCall, stopEmailsCall, switchNoticeCall } from './contract.ts';
import { stopEmails, switchNotice } from './stop-emails.ts';
import { listNotices } from './store.ts';

/** Routes of the notification switches. */
export function noticesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listNoticesCall, {}, async (request) => listNotices(context.db, requireUser(request).userId));

  serve(api, switchNoticeCall, {}, async (request) => {
    const { userId } = requireUser(request);
    return switchNotice(context, userId, { notice: request.params.notice, ...request.body });
  });

  serve(api, stopEmailsCall, {}, async ({ body }) => stopEmails(context, body.token));
}
