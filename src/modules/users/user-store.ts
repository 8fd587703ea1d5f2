import type { Database } from '#platform/database/database.ts';

/** Who is asking, as the database knows them at this moment. */
export type Asker = {
  userId: string;
  subject: string;
  email: string;
  displayName: string;
  /** An admin whose address is verified: the role has no power before (decision 4). */
  isAdmin: boolean;
};

/** Finds the signed-in user behind an access token; `undefined` when the account has gone. */
export async function findAsker(db: Database, userId: string): Promise<Asker | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'subject', 'email', 'email_verified', 'display_name', 'role'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row?.email) return undefined;
  return {
    userId: row.id,
    subject: row.subject,
    email: row.email,
    displayName: row.display_name,
    isAdmin: row.role === 'admin' && row.email_verified,
  };
}
