import { sql } from 'kysely';
import { powersOf, selectRecords } from '#features/users/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { type Notice, type StaffNotice, type StoppableNotice, staffNotices } from './contract.ts';

/** Lists a user's notification switches. */
export async function listNotices(db: Database, userId: string): Promise<Notice[]> {
  const { muted_notices: muted } = await db
    .selectFrom('users')
    .select('muted_notices')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return staffNotices.map((notice) => ({ notice, isOn: !muted.includes(notice) }));
}

/** Sets one of a user's switches. Returns whether anything changed. */
export async function updateNotice(
  tx: DatabaseTransaction,
  userId: string,
  notice: StoppableNotice,
  isOn: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({
      muted_notices: isOn
        ? sql`array_remove(muted_notices, ${notice}::text)`
        : sql`muted_notices || ${notice}::text`,
    })
    .where('id', '=', userId)
    .where(sql<boolean>`(${notice}::text = any (muted_notices)) = ${isOn}::boolean`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Finds a user who may receive a requested email: verified address, not blocked, notice not switched off. */
export async function findReader(
  db: Database,
  userId: string,
  notice: StoppableNotice,
): Promise<{ email: string; display_name: string } | undefined> {
  const [reader] = await selectRecords(db)
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .where('blocked_reason', 'is', null)
    .where(sql<boolean>`not ${notice}::text = any (muted_notices)`)
    .execute();
  return reader;
}

/** Lists the ids of the staff who receive this notice, except the one whose address is `except`. */
export async function listListeners(
  db: Database,
  notice: StaffNotice,
  except: string | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '!=', 'user')
    .where('email_verified', '=', true)
    .where('email', 'is not', null)
    .where(sql<boolean>`not ${notice}::text = any (muted_notices)`)
    .$if(except !== undefined, (listeners) => listeners.where('email', '!=', except ?? ''))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The id of the staff member with this verified address. */
export async function findStaffAt(db: Database, email: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('role', '!=', 'user')
    .executeTakeFirst();
  return user?.id;
}

/** The address of a user who still receives this notice. */
export async function findListener(
  db: Database,
  userId: string,
  notice: StaffNotice,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_verified', 'role', 'muted_notices'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.email || !powersOf(user).isStaff || user.muted_notices.includes(notice)) return undefined;
  return user.email;
}

/** Stores the ids of jobs that were given up and removes those that an operator has cleared. Returns the new
 * ones. */
export async function rememberFailedJobs(tx: DatabaseTransaction, ids: string[]): Promise<string[]> {
  await tx
    .deleteFrom('told_failed_jobs')
    .where((eb) => eb.not(eb('job_id', '=', anyOf(ids, 'uuid'))))
    .execute();
  if (ids.length === 0) return [];
  const rows = await tx
    .insertInto('told_failed_jobs')
    .values(ids.map((id) => ({ job_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('job_id')
    .execute();
  return rows.map(({ job_id }) => job_id);
}
