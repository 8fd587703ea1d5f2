import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { requireUser } from '#features/users/authorise.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { listNoticesCall, type StaffNotice, switchNoticeCall } from './contract.ts';
import { listNotices, updateNotice } from './store.ts';

/** The calls about what staff are told of. */
export function noticesRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listNoticesCall, {}, async (request) => listNotices(context.db, requireUser(request).userId));

  serve(api, switchNoticeCall, {}, async (request) => {
    const { userId } = requireUser(request);
    return switchNotice(context, userId, { notice: request.params.notice, ...request.body });
  });
}

async function switchNotice(
  context: AppContext,
  userId: string,
  { notice, isOn }: { notice: StaffNotice; isOn: boolean },
): Promise<{ modifiedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await updateNotice(tx, userId, notice, isOn))) return { modifiedCount: 0 };
    await recordAudit(context, tx, { action: 'notice_switched', userId, details: { notice, isOn } });
    return { modifiedCount: 1 };
  });
}
