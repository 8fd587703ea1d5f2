import { randomInt } from 'node:crypto';
import type { AppContext } from '#features/app-context.ts';
import { withAdvisoryLock } from '#platform/database/database.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import { giveRole } from './manage-users.ts';
import { hasAdmin, saveIdentity } from './store.ts';

/** The admin that the start has seen to; the password is there only when the shop has just made it up. */
export type EnsuredAdmin = { email: string; madeUpPassword?: string } | undefined;

const MADE_UP_EMAIL = 'admin@toolyard.example';
const ADMIN_NAME = 'Admin';

/** Without 0, O, 1, l and I, which are easily taken for one another. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Sees to it that an admin can sign in: the one of the settings, or one made up when there is
 * none at all; else `undefined`. */
export function ensureAdmin(context: AppContext): Promise<EnsuredAdmin> {
  // Of several processes that start at once one makes the admin.
  return withAdvisoryLock(context.db, 'toolyard admin', () => seeToAdmin(context));
}

async function seeToAdmin(context: AppContext): Promise<EnsuredAdmin> {
  const { embeddedIdentity, config } = context;
  if (config.admin) {
    const { email, password } = config.admin;
    if (embeddedIdentity && password)
      await ensureAdminAccount(context, embeddedIdentity, { email, password });
    // With accounts kept elsewhere the role comes at the first sign-in.
    return { email };
  }
  if (!embeddedIdentity || (await hasAdmin(context.db))) return undefined;
  const madeUpPassword = makeUpPassword();
  await ensureAdminAccount(context, embeddedIdentity, { email: MADE_UP_EMAIL, password: madeUpPassword });
  return { email: MADE_UP_EMAIL, madeUpPassword };
}

async function ensureAdminAccount(
  context: AppContext,
  identity: EmbeddedIdentity,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { subject, displayName } = await identity.ensureAccount({ email, password, name: ADMIN_NAME });
  await context.db.transaction().execute(async (tx) => {
    const userId = await saveIdentity(tx, { subject, email, emailVerified: true, displayName });
    await giveRole(context, tx, userId, 'admin');
  });
}

/** Four groups of four: 80 bits, easy to copy by hand. */
function makeUpPassword(): string {
  const group = () => Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}
