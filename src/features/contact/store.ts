import type { Selectable } from 'kysely';
import type { ListPage } from '#contracts/call-parts.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ContactMessage } from './contract.ts';

const columns = ['id', 'name', 'email', 'phone', 'message', 'created_at'] as const;

export type ContactMessageRow = Pick<Selectable<Tables['contact_messages']>, (typeof columns)[number]>;

/** One page of the messages, newest first. */
export async function listContactMessages(
  db: Database,
  { limit, cursor }: ListPage,
): Promise<RowsPage<ContactMessageRow>> {
  let page = db
    .selectFrom('contact_messages')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) page = page.where('id', '<', cursor);
  const count = db.selectFrom('contact_messages').select((eb) => eb.fn.countAll<number>().as('total'));
  const [rows, { total }] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()]);
  return cutPage(rows, limit, total);
}

/** Finds a message, for the email that tells the shop of it. */
export function findContactMessage(db: Database, id: string): Promise<ContactMessageRow | undefined> {
  return db.selectFrom('contact_messages').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Keeps a message. */
export async function insertContactMessage(
  tx: DatabaseTransaction,
  message: ContactMessageRow,
): Promise<void> {
  await tx.insertInto('contact_messages').values(message).execute();
}

/** A message as it goes over the wire, to staff. */
export function serializeContactMessage({ id, created_at, ...message }: ContactMessageRow): ContactMessage {
  return { _id: id, ...message, createdAt: created_at.toISOString() };
}
