import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { type InvitedRole, MAX_INVITATIONS } from './contract.ts';

/** A stored invitation. */
export type InvitationRow = {
  id: string;
  email: string;
  role: InvitedRole;
  invited_by: string;
  sent_at: Date;
  expires_at: Date;
};

/** All invitations, the newest first, with the email of who invited. */
export function listInvitations(
  db: Database,
): Promise<(Omit<InvitationRow, 'invited_by'> & { inviter: string | null })[]> {
  return db
    .selectFrom('staff_invitations')
    .innerJoin('users', 'users.id', 'invited_by')
    .select(['staff_invitations.id', 'staff_invitations.email', 'staff_invitations.role'])
    .select(['sent_at', 'expires_at', 'users.email as inviter'])
    .orderBy('staff_invitations.id', 'desc')
    .limit(MAX_INVITATIONS)
    .execute();
}

/** How many invitations there are. */
export async function countInvitations(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('staff_invitations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds an invitation. @throws a broken constraint if the email is invited */
export async function insertInvitation(tx: DatabaseTransaction, row: InvitationRow): Promise<void> {
  await tx.insertInto('staff_invitations').values(row).execute();
}

/** Notes that an invitation was sent again; its email, `undefined` if there is none. */
export async function renewInvitation(
  tx: DatabaseTransaction,
  id: string,
  times: { sent_at: Date; expires_at: Date },
): Promise<InvitationRow | undefined> {
  const renewed = tx.updateTable('staff_invitations').set(times).where('id', '=', id).returningAll();
  return renewed.executeTakeFirst();
}

/** Finds an invitation. */
export function findInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  return db.selectFrom('staff_invitations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes an invitation as it was last sent. Returns it, `undefined` if there is none. */
export async function deleteInvitation(
  tx: DatabaseTransaction,
  id: string,
  sentAt?: Date,
): Promise<InvitationRow | undefined> {
  const deleted = tx.deleteFrom('staff_invitations').where('id', '=', id);
  return (sentAt ? deleted.where('sent_at', '=', sentAt) : deleted).returningAll().executeTakeFirst();
}
