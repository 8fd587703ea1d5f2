import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { listSessions } from '#features/users/access-token.ts';
import { assertFreshSignIn, ofSession, requireUser } from '#features/users/authorise.ts';
import { signOutCall } from '#features/users/sign-in-contract.ts';
import type { CurrentUser } from '#features/users/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { endSessionsOf, type OwnSession } from '#platform/identity/sessions.ts';
import { accountErrorTexts } from '#texts/errors.ts';
import { describeDevice } from './describe-device.ts';
import { countsItself, recordAccountEvent } from './identity-counts.ts';
import { endOtherSessionsCall, endSessionCall, listSessionsCall } from './sessions-contract.ts';

/** The route that ends the session it is called in. */
export function signOutRoute(api: ApiServer, context: AppContext): void {
  serve(api, signOutCall, countsItself, async (request) => {
    const { subject, sessionId } = ofSession(requireUser(request));
    await context.db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, subject, { id: sessionId });
      await recordAccountEvent(context, tx, { kind: 'signed_out', subject });
    });
    return { status: true as const };
  });
}

/** Routes for the list of one's own sessions, and their end. */
export function sessionsRoutes(api: ApiServer, context: AppContext): void {
  serve(api, listSessionsCall, {}, async (request) => {
    const { subject, sessionId } = ofSession(requireUser(request));
    const sessions = await listSessions(context, subject);
    return sessions.map(({ id, user_agent, network, started_at, used_at }) => ({
      _id: id,
      ...describeDevice(user_agent),
      network,
      startedAt: started_at.toISOString(),
      lastUsedAt: used_at.toISOString(),
      isCurrent: id === sessionId,
    }));
  });

  serve(api, endSessionCall, {}, async (request) => {
    const { subject } = freshUser(request, context);
    const deletedCount = await endOwn(context, subject, { id: request.params.id });
    if (deletedCount === 0) throw new AppError('not_found', accountErrorTexts.noSuchSession);
    return { deletedCount };
  });

  serve(api, endOtherSessionsCall, {}, async (request) => {
    const { subject, sessionId } = freshUser(request, context);
    return { deletedCount: await endOwn(context, subject, { except: sessionId }) };
  });
}

function endOwn(
  context: AppContext,
  subject: string,
  which: { id: string } | { except: string },
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const ended = await endSessionsOf(tx, subject, which);
    const kind = 'id' in which ? 'session_ended' : 'other_sessions_ended';
    if (ended > 0) await recordAccountEvent(context, tx, { kind, subject });
    return ended;
  });
}

/** The caller, after a fresh sign-in. @throws AppError fresh_sign_in_needed */
export function freshUser(request: FastifyRequest, context: AppContext): CurrentUser & OwnSession {
  const currentUser = requireUser(request);
  assertFreshSignIn(context, currentUser);
  return ofSession(currentUser);
}
