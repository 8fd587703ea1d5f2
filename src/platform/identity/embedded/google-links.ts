import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database } from '#platform/database/database.ts';
import type { GoogleProfile } from './google-provider.ts';

/** Links a Google account, unless it is linked, with the account that has its address, if that is verified on
 * both sides. The account is locked: an undo of an email change comes before it, or after and ends the link,
 * while better-auth would look for the account and link it in two statements. */
export function linkGoogleAccount(db: Database, { sub, email }: GoogleProfile): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('identity.user')
      .select('id')
      .where('email', '=', email)
      .where('emailVerified', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (!account) return;
    const google = { providerId: 'google', accountId: sub };
    const known = tx
      .selectFrom('identity.account')
      .select('id')
      .where((is) => is.and(google));
    if (await known.executeTakeFirst()) return;
    await tx
      .insertInto('identity.account')
      .values({ id: uuid(), userId: account.id, ...google, updatedAt: sql`now()` })
      .execute();
  });
}
