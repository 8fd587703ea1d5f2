import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findCurrentUser, findUserIdOfAccount } from './store.ts';

/** Signs the user with this address out everywhere: access tokens end with the sessions they came of. */
export async function endSessions(context: AppContext, email: string): Promise<'ended' | 'unknown'> {
  const userId = await findUserIdOfAccount(context.db, { email });
  const user = userId && (await findCurrentUser(context.db, userId));
  if (!user) return 'unknown';
  await context.identityProvider.endSessions(user.subject);
  await recordAudit(context, context.db, { action: 'sessions_ended', userId: user.userId });
  return 'ended';
}
