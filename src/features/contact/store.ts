import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { idSchema } from '#contracts/identifiers.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ContactMessage, ContactMessageList } from './contract.ts';

export type ContactMessageRow = Selectable<Tables['contact_messages']>;

type AnswerRow = Selectable<Tables['contact_answers']> & { author_email: string | null };

export type AnsweredMessageRow = ContactMessageRow & { answers: AnswerRow[] };

const states: Record<NonNullable<ContactMessageList['state']>, RawBuilder<SqlBool>> = {
  open: sql`closed_at is null`,
  closed: sql`closed_at is not null`,
};

/** Returns one page of the selected messages, newest first, with their answers. */
export async function listContactMessages(
  db: Database,
  { q, state, limit, cursor }: ContactMessageList,
): Promise<RowsPage<AnsweredMessageRow>> {
  return listPage(
    db,
    {
      table: 'contact_messages',
      where: [...(state ? [states[state]] : [])],
      search: q ? [matchesQuery(q)] : [],
      order: { direction: 'desc' },
      limit,
      cursor,
    },
    (ids) => findAnsweredMessages(db, ids),
  );
}

function matchesQuery(q: string): RawBuilder<SqlBool> {
  if (idSchema.safeParse(q).success) return sql`id = ${q}`;
  return beginsWords(q, sql`list_words(name, email, message)`);
}

/** Finds messages with their answers, in no particular order. */
export async function findAnsweredMessages(db: Database, ids: string[]): Promise<AnsweredMessageRow[]> {
  const [messages, answers] = await Promise.all([
    db.selectFrom('contact_messages').selectAll().where('id', '=', anyOf(ids, 'uuid')).execute(),
    db
      .selectFrom('contact_answers')
      .leftJoin('users', 'users.id', 'contact_answers.author_id')
      .selectAll('contact_answers')
      .select('users.email as author_email')
      .where('message_id', '=', anyOf(ids, 'uuid'))
      .orderBy('contact_answers.id')
      .execute(),
  ]);
  const answersOf = Map.groupBy(answers, ({ message_id }) => message_id);
  return messages.map((message) => ({ ...message, answers: answersOf.get(message.id) ?? [] }));
}

/** Returns a message for the email that notifies the shop. */
export function findContactMessage(db: Database, id: string): Promise<ContactMessageRow | undefined> {
  return db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns and locks a message until the transaction ends, so that no one else answers, closes or reopens
 * it. */
export function lockContactMessage(
  tx: DatabaseTransaction,
  id: string,
): Promise<ContactMessageRow | undefined> {
  return tx.selectFrom('contact_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Stores a message. */
export async function insertContactMessage(
  tx: DatabaseTransaction,
  message: Insertable<Tables['contact_messages']>,
): Promise<void> {
  await tx.insertInto('contact_messages').values(message).execute();
}

/** Closes or reopens a locked message. */
export async function setClosed(tx: DatabaseTransaction, id: string, closedAt: Date | null): Promise<void> {
  await tx.updateTable('contact_messages').set({ closed_at: closedAt }).where('id', '=', id).execute();
}

/** Returns the ids of a message's answers, oldest first. */
export async function listAnswerIds(db: Database, messageId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_answers')
    .select('id')
    .where('message_id', '=', messageId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns an answer with its message and the ids of the answers before it, oldest first. */
export async function findAnswer(db: Database, id: string) {
  const answer = await db.selectFrom('contact_answers').selectAll().where('id', '=', id).executeTakeFirst();
  const message = answer && (await findContactMessage(db, answer.message_id));
  if (!message) return undefined;
  const ids = await listAnswerIds(db, message.id);
  return { answer, message, earlier: ids.slice(0, ids.indexOf(id)) };
}

/** Stores an answer. */
export async function insertAnswer(
  tx: DatabaseTransaction,
  answer: Insertable<Tables['contact_answers']>,
): Promise<void> {
  await tx.insertInto('contact_answers').values(answer).execute();
}

/** Converts a message to its form on the wire, for staff. */
export function serializeContactMessage(row: AnsweredMessageRow): ContactMessage {
  const { id, created_at, closed_at, answers, ...message } = row;
  return {
    _id: id,
    ...message,
    createdAt: created_at.toISOString(),
    closedAt: closed_at?.toISOString() ?? null,
    answers: answers.map((answer) => ({
      _id: answer.id,
      text: answer.text,
      authorEmail: answer.author_email,
      at: answer.created_at.toISOString(),
    })),
  };
}
