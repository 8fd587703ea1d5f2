import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { AccountError } from '../identity-provider.ts';
import { endSessionsOf } from '../sessions.ts';
import { deleteResetLinks, endOtherSessions } from './account-store.ts';

/** A change of an account's address: asked for, or made and still to be
 * undone. Addresses are in lower case. */
export type EmailChange = {
  id: string;
  subject: string;
  oldEmail: string;
  newEmail: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  undoUntil: Date | null;
};

/** Stores that an account asks for another address, in place of an earlier request. Returns the request's
 * id. */
export async function requestEmailChange(
  db: Database,
  { subject, oldEmail, newEmail }: Pick<EmailChange, 'subject' | 'oldEmail' | 'newEmail'>,
  now: Date,
): Promise<string> {
  const asked = { id: uuid(), oldEmail, newEmail, requestedAt: now };
  await db
    .insertInto('identity.email_change')
    .values({ userId: subject, ...asked })
    .onConflict((same) => same.column('userId').where('confirmedAt', 'is', null).doUpdateSet(asked))
    .execute();
  return asked.id;
}

/** Finds a change; `undefined` once it has been replaced, undone, or forgotten. */
export function findEmailChange(db: Database, id: string): Promise<EmailChange | undefined> {
  return db
    .selectFrom('identity.email_change')
    .select(['id', 'userId as subject', 'oldEmail', 'newEmail', 'requestedAt', 'confirmedAt', 'undoUntil'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether an account may take this address: it is nobody's, and nobody else can get it back. */
export async function isFreeAddress(db: Database, subject: string, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity."user" where email = ${email}
    union all select from identity.email_change
      where "oldEmail" = ${email} and "confirmedAt" is not null and "userId" <> ${subject}
    limit 1`.execute(db);
  return rows.length === 0;
}

/** Gives an account its new, verified address, and ends its other sessions and emailed links. With
 * `undoUntil` it can be undone: how the account is logged in to is kept, and `messages` for the
 * shop. Without it, the change leaves no trace. @throws AccountError `invalid_link` if the
 * account's address is not the old one */
export async function makeEmailChange(
  tx: DatabaseTransaction,
  { id, subject, oldEmail, newEmail }: EmailChange,
  made: { sessionId: string; now: Date; undoUntil: Date | undefined; messages: Record<string, string> },
): Promise<void> {
  const { sessionId, now, undoUntil, messages } = made;
  await setAddress(tx, subject, newEmail, oldEmail);
  if (undoUntil) {
    await sql`update identity.email_change set
      "confirmedAt" = ${now}, "undoUntil" = ${undoUntil}, messages = ${JSON.stringify(messages)}::jsonb,
      before = jsonb_build_object(
        'account', (select jsonb_agg(to_jsonb(kept)) from identity.account kept where "userId" = ${subject}),
        'authenticator', (select jsonb_agg(to_jsonb(kept)) from identity.authenticator kept where "userId" = ${subject}),
        'passkey', (select jsonb_agg(to_jsonb(kept)) from identity.passkey kept where "userId" = ${subject}),
        'recovery_code', (select jsonb_agg(kept.id) from identity.recovery_code kept where "userId" = ${subject})
      ) where id = ${id}`.execute(tx);
  } else await tx.deleteFrom('identity.email_change').where('id', '=', id).execute();
  await endOtherSessions(tx, subject, sessionId);
}

/** Gives an account its old address back, with the password, Google accounts, and second factors of then;
 * what was added since goes, and so do all sessions, later changes, and requests. Recovery codes that were
 * used or replaced since stay gone. Returns the contact messages of the changes that are undone, with the
 * addresses that they had; the first change's count. */
export async function undoEmailChange(
  tx: DatabaseTransaction,
  { id, subject, oldEmail }: EmailChange,
): Promise<Record<string, string>> {
  await setAddress(tx, subject, oldEmail);
  const kept = (table: string) =>
    sql`(select before->${table}::text from identity.email_change where id = ${id})`;
  const keptRows = (table: 'account' | 'authenticator' | 'passkey') =>
    sql`jsonb_populate_recordset(null::identity.${sql.raw(table)}, coalesce(nullif(${kept(table)}, 'null'), '[]'))`;
  const statements = [
    sql`delete from identity.account where "userId" = ${subject}
      and id not in (select id from ${keptRows('account')})`,
    sql`insert into identity.account select * from ${keptRows('account')}
      on conflict (id) do update set password = excluded.password, "updatedAt" = excluded."updatedAt"`,
    sql`delete from identity.authenticator where "userId" = ${subject}
      and secret not in (select secret from ${keptRows('authenticator')})`,
    sql`insert into identity.authenticator select * from ${keptRows('authenticator')} on conflict do nothing`,
    sql`delete from identity.passkey where "userId" = ${subject}
      and id not in (select id from ${keptRows('passkey')})`,
    // Only what is missing: the trigger that bounds their number counts rows that are there, too.
    sql`insert into identity.passkey select * from ${keptRows('passkey')}
      where id not in (select id from identity.passkey where "userId" = ${subject}) on conflict do nothing`,
    sql`delete from identity.recovery_code where "userId" = ${subject}
      and not coalesce(${kept('recovery_code')} ? id, false)`,
  ];
  for (const statement of statements) await statement.execute(tx);
  await endSessionsOf(tx, subject);
  await deleteResetLinks(tx, subject);
  const undone = await tx
    .deleteFrom('identity.email_change')
    .where('userId', '=', subject)
    .where(sql<boolean>`("confirmedAt" is null or "confirmedAt" >=
      (select "confirmedAt" from identity.email_change made where made.id = ${id}))`)
    .returning(['confirmedAt', 'messages'])
    .execute();
  const latestFirst = undone.toSorted((a, b) => Number(b.confirmedAt) - Number(a.confirmedAt));
  return Object.assign({}, ...latestFirst.map(({ messages }) => messages));
}

/** @throws AccountError `invalid_link` if `from` is given, and not the account's address */
async function setAddress(
  tx: DatabaseTransaction,
  subject: string,
  to: string,
  from?: string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('identity.user')
    .set({ email: to, emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', subject)
    .$if(from !== undefined, (account) => account.where('email', '=', from ?? ''))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AccountError('invalid_link');
}
