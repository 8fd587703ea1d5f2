import { randomInt } from 'node:crypto';
import { AppError } from '#contracts/app-error.ts';
import { hasNoEmail } from '#contracts/email.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { breaksConstraint, type DatabaseTransaction, withAdvisoryLock } from '#platform/database/database.ts';
import type { EmbeddedIdentity } from '#platform/identity/embedded/embedded-identity.ts';
import { endSessionsOf } from '#platform/identity/sessions.ts';
import { errorTexts } from '#texts/errors.ts';
import type { UserRole } from './roles-contract.ts';
import { tellAdmins } from './safety-emails.ts';
import {
  findCurrentUser,
  findUser,
  findUserIdOfAccount,
  hasAdmin,
  lockUserOfEmail,
  saveIdentity,
  type UserRecord,
  updateBlock,
  updateRole,
} from './store.ts';

type Role = Exclude<UserRole, 'user'>;
type Changed = { modifiedCount: number };

/** Grants the admin role to the user with this address; it takes effect once the address is verified
 * (decision 46). */
export async function makeAdmin(context: AppContext, email: string): Promise<'made' | 'already' | 'unknown'> {
  const user = await findUser(context.db, email);
  if (!user) return 'unknown';
  const isNew = await context.db.transaction().execute((tx) => giveRoleOpenly(context, tx, user, 'admin'));
  return isNew ? 'made' : 'already';
}

/** Grants a role to a user and records it in the audit trail; returns whether anything changed. */
export async function giveRole(
  context: AppContext,
  tx: DatabaseTransaction,
  userId: string,
  role: Role,
): Promise<boolean> {
  const isNew = await updateRole(tx, userId, role, context.clock.now());
  if (isNew) await recordAudit(context, tx, { action: 'role_given', userId, details: { role } });
  return isNew;
}

/** Makes a user staff or an admin. @throws AppError not_found; conflict if an admin would become staff */
export function giveRoleTo(context: AppContext, email: string, role: Role): Promise<Changed> {
  return changeUser(context, email, async (tx, user) => {
    if (hasNoEmail(email)) throw new AppError('conflict', errorTexts.roleNeedsEmail);
    if (role === 'staff' && user.role === 'admin') throw new AppError('conflict', errorTexts.adminIsMore);
    return giveRoleOpenly(context, tx, user, role);
  });
}

/** Grants a role and emails the admins and the person; returns whether anything changed. */
export async function giveRoleOpenly(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, email }: UserRecord,
  role: Role,
): Promise<boolean> {
  const isNew = await giveRole(context, tx, id, role);
  if (isNew) await tellAdmins(context, tx, { event: `${role}_added`, person: email });
  return isNew;
}

/** Makes staff or an admin a buyer again. @throws AppError not_found; conflict for the last admin, and for
 * the admin in the settings */
export async function takeRoleFrom(context: AppContext, email: string, role: Role): Promise<Changed> {
  try {
    return await changeUser(context, email, async (tx, user) => {
      if (user.role !== role) return false;
      // Each of their sign-ins would restore the role.
      if (role === 'admin' && email === context.config.admin?.email)
        throw new AppError('conflict', errorTexts.adminBySettings);
      // An admin who loses the role is told as one too.
      await tellAdmins(context, tx, { event: 'role_removed', person: email });
      await updateRole(tx, user.id, 'user', context.clock.now());
      await endSessionsOfUser(tx, user.id);
      await recordAudit(context, tx, { action: 'role_taken', userId: user.id, details: { role } });
      return true;
    });
  } catch (error) {
    // The database guarantees at least one admin under concurrent changes (0025-roles.sql).
    if (breaksConstraint(error, 'users_keep_an_admin')) throw new AppError('conflict', errorTexts.lastAdmin);
    throw error;
  }
}

/** Blocks a buyer from ordering, for a reason that they can read. @throws AppError not_found; conflict for
 * staff and admins */
export function blockUser(context: AppContext, email: string, reason: string): Promise<Changed> {
  return changeUser(context, email, async (tx, user) => {
    if (user.role !== 'user') throw new AppError('conflict', errorTexts.onlyBuyersBlocked);
    if (user.blocked_reason === reason) return false;
    await updateBlock(tx, user.id, reason);
    await endSessionsOfUser(tx, user.id);
    await recordAudit(context, tx, { action: 'user_blocked', userId: user.id });
    await context.jobs.enqueue(tx, 'withdraw-quotes-of-buyer', { userId: user.id });
    return true;
  });
}

/** Lets a blocked buyer order again. @throws AppError not_found */
export function unblockUser(context: AppContext, email: string): Promise<Changed> {
  return changeUser(context, email, async (tx, user) => {
    if (user.blocked_reason === null) return false;
    await updateBlock(tx, user.id, null);
    await recordAudit(context, tx, { action: 'user_unblocked', userId: user.id });
    return true;
  });
}

async function endSessionsOfUser(tx: DatabaseTransaction, userId: string): Promise<void> {
  const user = await findCurrentUser(tx, userId);
  if (user) await endSessionsOf(tx, user.subject);
}

/** Changes one user in its own transaction; `change` returns whether anything changed. */
async function changeUser(
  context: AppContext,
  email: string,
  change: (tx: DatabaseTransaction, user: UserRecord) => Promise<boolean>,
): Promise<Changed> {
  const isChanged = await context.db.transaction().execute(async (tx) => {
    const user = await lockUserOfEmail(tx, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    return change(tx, user);
  });
  return { modifiedCount: isChanged ? 1 : 0 };
}

/** Logs the user with this address out everywhere, at Firebase too where the shop can. */
export async function endSessions(context: AppContext, email: string): Promise<'ended' | 'unknown'> {
  const userId = await findUserIdOfAccount(context.db, { email });
  const user = userId && (await findCurrentUser(context.db, userId));
  if (!user) return 'unknown';
  await context.identityProvider.revoke(user.subject);
  await endSessionsOf(context.db, user.subject);
  await recordAudit(context, context.db, { action: 'sessions_ended', userId: user.userId });
  return 'ended';
}

/** The admin ensured at startup; `madeUpPassword` is set only if the shop has just generated it. */
export type EnsuredAdmin = { email: string; madeUpPassword?: string } | undefined;

const MADE_UP_EMAIL = 'admin@toolyard.example';
const ADMIN_NAME = 'Admin';

/** Excludes 0, o, 1 and l, which look alike. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Ensures that an admin can sign in: the configured one, or a generated one if no admin exists. Returns
 * `undefined` if neither applies. */
export function ensureAdmin(context: AppContext): Promise<EnsuredAdmin> {
  // Of several processes that start at once, only one creates the admin.
  return withAdvisoryLock(context.directDb, 'toolyard admin', () => seeToAdmin(context));
}

async function seeToAdmin(context: AppContext): Promise<EnsuredAdmin> {
  const { embeddedIdentity, config } = context;
  if (config.admin) {
    const { email, password } = config.admin;
    if (embeddedIdentity && password)
      await ensureAdminAccount(context, embeddedIdentity, { email, password });
    // With an external identity provider, the role is granted at the first sign-in.
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
