import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { enqueueEmail } from '#features/emails/email-kind.ts';
import { giveRoleOpenly } from '#features/users/manage-users.ts';
import { type UserRole, userRoles } from '#features/users/roles-contract.ts';
import { tellAdmins } from '#features/users/safety-emails.ts';
import { type CurrentUser, findCurrentUser, findUser, lockUser } from '#features/users/store.ts';
import { breaksConstraint, type DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '#platform/identity/identity-provider.ts';
import { errorTexts } from '#texts/errors.ts';
import { type Invitation, type InvitedRole, MAX_INVITATIONS } from './contract.ts';
import { invitationEmails } from './emails.ts';
import { INVITATION_MS, readLink } from './links.ts';
import {
  countInvitations,
  deleteInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitations,
  renewInvitation,
} from './store.ts';
import { invitationErrorTexts as texts } from './texts.ts';

type Wanted = { email: string; role: InvitedRole };

/** Invites someone to a role that the inviting admin has, too. @throws AppError not_allowed, conflict;
 * TooManyHits */
export async function invite(
  context: AppContext,
  { userId }: CurrentUser,
  { email, role }: Wanted,
): Promise<{ insertedId: string }> {
  await countEmail(context, email);
  const id = uuid();
  await context.db
    .transaction()
    .execute(async (tx) => {
      await assertStillAdmin(tx, userId);
      const user = await findUser(tx, email);
      if (user && has(user.role, role)) throw new AppError('conflict', texts.hasRole, { field: 'email' });
      if ((await countInvitations(tx)) >= MAX_INVITATIONS)
        throw new AppError('conflict', texts.tooMany(MAX_INVITATIONS));
      const row = { id, email, role, invited_by: userId, ...timesFrom(context) };
      await insertInvitation(tx, row);
      await sendLink(context, tx, row);
      await recordAudit(context, tx, { action: 'staff_invited', details: { invitationId: id, role } });
      await tellAdmins(context, tx, { event: 'person_invited', person: email });
    })
    .catch((error) => {
      if (!breaksConstraint(error, 'staff_invitations_email_key')) throw error;
      throw new AppError('conflict', texts.alreadyInvited, { field: 'email' });
    });
  return { insertedId: id };
}

/** Sends an invitation again, with a new link; the earlier one ends. @throws AppError not_allowed, not_found;
 * TooManyHits */
export async function resendInvitation(
  context: AppContext,
  { userId }: CurrentUser,
  id: string,
): Promise<void> {
  await countEmail(context, id);
  await context.db.transaction().execute(async (tx) => {
    await assertStillAdmin(tx, userId);
    const row = await renewInvitation(tx, id, timesFrom(context));
    if (!row) throw new AppError('not_found', errorTexts.noSuchInvitation);
    await sendLink(context, tx, row);
    await recordAudit(context, tx, { action: 'invitation_resent', details: { invitationId: id } });
  });
}

/** Withdraws an invitation; its link ends. */
export async function withdrawInvitation(context: AppContext, id: string): Promise<{ deletedCount: number }> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await deleteInvitation(tx, id))) return { deletedCount: 0 };
    await recordAudit(context, tx, { action: 'invitation_withdrawn', details: { invitationId: id } });
    return { deletedCount: 1 };
  });
}

/** Gives the role of an invitation to the account of its email, once. The role takes effect once the address
 * is verified (decision 46). @throws AccountError invalid_link, expired_link; AppError conflict for another
 * account */
export async function acceptInvitation(
  context: AppContext,
  { userId }: CurrentUser,
  token: string,
): Promise<{ role: InvitedRole; emailVerified: boolean }> {
  const { id, sentAt } = await readLink(context, token);
  return context.db.transaction().execute(async (tx) => {
    const email = await lockUser(tx, userId);
    const user = await findUser(tx, email);
    const row = await deleteInvitation(tx, id, sentAt);
    if (!row || !user) throw new AccountError('invalid_link');
    if (row.expires_at <= context.clock.now()) throw new AccountError('expired_link');
    if (row.email !== email) throw new AppError('conflict', texts.otherAccount);
    await recordAudit(context, tx, {
      action: 'invitation_accepted',
      userId,
      details: { invitationId: id, role: row.role },
    });
    if (!has(user.role, row.role)) await giveRoleOpenly(context, tx, user, row.role);
    return { role: row.role, emailVerified: user.email_verified };
  });
}

/** All invitations that nobody has accepted. */
export async function readInvitations({ db, clock }: AppContext): Promise<Invitation[]> {
  const now = clock.now();
  return (await listInvitations(db)).map(({ id, email, role, inviter, sent_at, expires_at }) => ({
    _id: id,
    email,
    role,
    invitedBy: inviter,
    sentAt: sent_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    isExpired: expires_at <= now,
  }));
}

/** Whether a role is at least the invited one. */
// `userRoles` go from the most to the fewest powers.
const has = (role: UserRole, invited: InvitedRole) => userRoles.indexOf(role) <= userRoles.indexOf(invited);

function timesFrom({ clock }: Pick<AppContext, 'clock'>) {
  const now = clock.now();
  return { sent_at: now, expires_at: new Date(now.getTime() + INVITATION_MS) };
}

const sendLink = (context: AppContext, tx: DatabaseTransaction, { id, sent_at }: InvitationRow) =>
  enqueueEmail(context, tx, invitationEmails.invitation, {
    invitationId: id,
    sentAt: sent_at.toISOString(),
  });

/** Counts emails to a stranger, by address or by invitation. @throws TooManyHits */
const countEmail = ({ rateLimiter, config }: AppContext, subject: string) =>
  rateLimiter.take(`invitation mail to ${subject}`, config.limits.reset);

/** Locks the caller, whose role may have been removed since the call began: the removal also deletes their
 * invitations. @throws AppError not_allowed */
async function assertStillAdmin(tx: DatabaseTransaction, userId: string): Promise<void> {
  await lockUser(tx, userId);
  const user = await findCurrentUser(tx, userId);
  if (!user?.isAdmin) throw new AppError('not_allowed', errorTexts.adminsOnly);
}
