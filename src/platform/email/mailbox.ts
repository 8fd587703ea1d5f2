import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import { cutPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '../database/tables.ts';
import { type Mailer, threadHeaders } from './mailer.ts';

export type MailboxRow = Omit<Selectable<Tables['mailbox.messages']>, 'message_id'>;

// The domain of stored emails, which have no sender's domain (RFC 2606, section 2).
const DOMAIN = 'mailbox.invalid';

/** The embedded mailer: stores emails in the database, where the mailbox page shows them. Trial mode only. */
export function createMailbox({ db, clock }: { db: Database; clock: Clock }): Mailer {
  return {
    kind: 'mailbox',
    summary: 'mailbox (test mode: no email is sent)',
    async send(mail, messageId) {
      await db
        .insertInto('mailbox.messages')
        .values({
          id: uuid(),
          message_id: messageId,
          recipient: mail.to,
          reply_to: mail.replyTo ?? null,
          subject: mail.subject,
          text_body: mail.text,
          html_body: mail.html,
          headers: JSON.stringify({ ...threadHeaders(mail, DOMAIN), ...mail.headers }),
          sent_at: clock.now(),
        })
        .onConflict((conflict) => conflict.column('message_id').doNothing())
        .execute();
    },
    check: async () => 'shows emails at /mailbox',
    close: async () => undefined,
  };
}

/** Returns a page of all stored emails, newest first. */
export async function listMailboxMessages(
  db: Database,
  page: { limit: number; cursor?: string | undefined },
): Promise<RowsPage<MailboxRow>> {
  const messages = db.selectFrom('mailbox.messages');
  const { total } = await messages
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await messages
    .select(['id', 'recipient', 'reply_to', 'subject', 'text_body', 'html_body', 'headers', 'sent_at'])
    .$if(page.cursor !== undefined, (query) => query.where('id', '<', page.cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
  return cutPage(rows, page.limit, total);
}
