import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { deleteCopies } from '../store.ts';
import { CONFIRM_MS } from './links.ts';

/** The contact messages that were sent with an address, each with the address as it was typed. */
export async function findMessageAddresses(db: Database, email: string): Promise<Record<string, string>> {
  const messages = await db
    .selectFrom('contact_messages')
    .select(['id', 'email'])
    .where(sql`lower(email)`, '=', email)
    .execute();
  return Object.fromEntries(messages.map((message) => [message.id, message.email]));
}

/** Gives contact messages the addresses that they are answered at, by their ids. */
export async function moveMessages(
  tx: DatabaseTransaction,
  addresses: Record<string, string>,
): Promise<void> {
  await sql`update contact_messages set email = moved.value
    from jsonb_each_text(${JSON.stringify(addresses)}::jsonb) moved where id = moved.key::uuid`.execute(tx);
}

/** Moves a user's orders, whose emails go to the address in them, to another one. */
export async function moveOrders(
  tx: DatabaseTransaction,
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ email: to })
    .where('user_id', '=', userId)
    .where('email', '=', from)
    .execute();
}

/** Deletes the API keys that a user has made since. */
export async function endKeysSince(tx: DatabaseTransaction, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('api_keys').where('user_id', '=', userId).where('created_at', '>=', since).execute();
}

/** Deletes requests that were not confirmed in time, and changes that can't be undone any more. With those,
 * everything that names the earlier address is deleted: emails that could not be sent, and those in the
 * embedded mailbox. From then on it may be anyone's. */
export async function forgetEmailChanges({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const forgotten = await tx
      .deleteFrom('identity.email_change')
      .where((is) =>
        is.or([
          is('undoUntil', '<', now),
          is.and([
            is('confirmedAt', 'is', null),
            is('requestedAt', '<', new Date(now.getTime() - CONFIRM_MS)),
          ]),
        ]),
      )
      .returning(['oldEmail', 'confirmedAt'])
      .execute();
    const emails = forgotten.filter(({ confirmedAt }) => confirmedAt).map(({ oldEmail }) => oldEmail);
    if (emails.length > 0) await deleteCopies(tx, { emails, isVerified: true, texts: [] });
  });
}
