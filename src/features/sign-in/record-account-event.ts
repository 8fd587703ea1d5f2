import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findUserIdOfAccount } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import type { IdentityEvent } from '#platform/identity/embedded/account-store.ts';

/** Writes a sign-in and the like down. A new account has no user yet, so the entry
 * names the provider's account too. */
export async function recordAccountEvent(
  context: Pick<AppContext, 'clock'>,
  db: Database,
  event: IdentityEvent,
): Promise<void> {
  const userId = await findUserIdOfAccount(db, event);
  await recordAudit(context, db, {
    action: event.kind,
    ...(userId && { userId }),
    details: 'subject' in event ? { subject: event.subject } : {},
  });
}
