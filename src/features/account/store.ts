import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { deleteUnusedExemptions } from '#features/exemptions/store.ts';
import { orderNeedsShipping } from '#features/orders/state-conditions.ts';
import { erasedSubject } from '#features/users/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { ERASED } from './texts.ts';

/** What keeps an account: the number of the order that is still open, and why. */
export type OpenOrder = {
  number: string;
  reason: 'payment' | 'invoice' | 'refund' | 'unshipped' | 'undoable';
};

/** Finds an order of a user whose payment, refund, or delivery is still under way; the
 * orders and payments are locked. */
export async function findOpenOrder(tx: DatabaseTransaction, userId: string): Promise<OpenOrder | undefined> {
  const { rows } = await sql<OpenOrder>`
    select number, reason from (
      select orders.number, 1 as rank, case when due_on is null then 'payment' else 'invoice' end as reason
        from payment_orders line join payments on payments.id = payment_id
        join orders on orders.id = line.order_id where orders.user_id = ${userId} and line.state = 'live'
      union all
      select orders.number, 2, 'refund' from payment_orders line
        join orders on orders.id = line.order_id where orders.user_id = ${userId} and line.state = 'refund_due'
      union all
      select orders.number, 2, 'refund' from refunds
        join orders on orders.id = refunds.order_id where orders.user_id = ${userId} and refunds.state <> 'done'
      union all
      select number, 3, 'unshipped' from orders where user_id = ${userId} and ${orderNeedsShipping}
      union all
      select orders.number, 4, 'undoable' from parcels join parcel_orders on parcel_id = parcels.id
        join orders on orders.id = order_id where parcels.user_id = ${userId} and told_at is null
    ) open order by rank, number limit 1`.execute(tx);
  return rows[0];
}

/** A user's addresses: the current one, and earlier ones that are still kept for them. */
export async function findAddresses(
  db: Database,
  { subject, email }: { subject: string; email: string },
): Promise<string[]> {
  const earlier = db
    .selectFrom('identity.email_change')
    .select('oldEmail')
    .where('userId', '=', subject)
    .where('confirmedAt', 'is not', null);
  return [...new Set([email, ...(await earlier.execute()).map(({ oldEmail }) => oldEmail)])];
}

export async function findOrderIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

/** Collects what identifies a user: email addresses, names, phone numbers, and the lines of postal
 * addresses. */
export async function findIdentifyingTexts(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct btrim(line) as text from (
      select unnest(array[email, display_name, phone, company, vat_number]) from users where id = ${userId}
      union all select unnest(array["oldEmail", "newEmail"]) from identity.email_change
        join users on subject = "userId" where users.id = ${userId}
      union all select unnest(array[name, company, phone, line1, line2]) from addresses where user_id = ${userId}
      union all select unnest(array[email, user_name, phone, address]) from orders where user_id = ${userId}
      union all select unnest(array[bill_name, bill_to, deliver_to]) from payments where user_id = ${userId}
      union all select ordered_address from payment_orders join orders on orders.id = order_id where user_id = ${userId}
    ) known (text), regexp_split_to_table(text, '\n') line
    where length(btrim(line)) > 2`.execute(db);
  return rows.map(({ text }) => text);
}

/** Deletes what the books don't need. `emails`: contact messages are known by them alone, so those of an
 * address that is not verified to be the user's stay. */
export async function deletePersonalRows(
  tx: DatabaseTransaction,
  { userId, emails, isVerified }: { userId: string; emails: string[]; isVerified: boolean },
): Promise<void> {
  for (const table of [
    'account_exports',
    'addresses',
    'api_keys',
    'saved_lists',
    'restock_notices',
    'customer_notes',
    'idempotency_keys',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  if (isVerified) await tx.deleteFrom('staff_invitations').where('email', 'in', emails).execute();
  const ofUser = tx.selectFrom('orders').select('id').where('user_id', '=', userId);
  // Sent bodies are as their objects were. Without a body yet, the event may be in the making.
  await sql`delete from webhook_deliveries where object_id in (
    select id from orders where user_id = ${userId} union all select id from quotes where user_id = ${userId}
    union all select id from returns where user_id = ${userId}
    union all select id from reviews where user_id = ${userId}
    union all select id from contact_messages where ${isVerified} and lower(email) = any(${emails}))`.execute(
    tx,
  );
  await deleteUnusedExemptions(tx, userId);
  await tx.deleteFrom('order_notes').where('order_id', 'in', ofUser).execute();
  if (isVerified) await tx.deleteFrom('contact_messages').where(sql`lower(email)`, 'in', emails).execute();
}

/** Replaces the person in what the books need: orders, payments, quotes, returns, parcels, and reviews.
 * `emailHash` is what orders keep of the email. */
export async function replacePerson(
  tx: DatabaseTransaction,
  userId: string,
  emailHash: string | null,
): Promise<void> {
  const sold = await tx
    .selectFrom('orders')
    .select(['id', 'destination_country', 'destination_region', 'destination_doubtful'])
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('orders')
    .set({
      user_name: ERASED.name,
      email: ERASED.email,
      phone: '',
      address: ERASED.address,
      buyer_note: '',
      purchase_order_number: '',
      erased_email_hash: emailHash,
    })
    .where('user_id', '=', userId)
    .execute();
  // The books need the destination of goods, which the database deletes with the address.
  await sql`update orders set destination_country = sold.country, destination_region = sold.region,
      destination_doubtful = sold.doubtful
    from unnest(${sold.map(({ id }) => id)}::uuid[], ${sold.map((order) => order.destination_country)}::text[],
      ${sold.map((order) => order.destination_region)}::text[],
      ${sold.map((order) => order.destination_doubtful)}::boolean[]) as sold (id, country, region, doubtful)
    where orders.id = sold.id`.execute(tx);
  await tx
    .updateTable('payments')
    .set({
      bill_name: '',
      vat_number: '',
      deliver_to: sql`case when deliver_to is not null then ${ERASED.address} end`,
      bill_to: sql`case when bill_to is not null then ${ERASED.address} end`,
      deliver_to_parts: null,
      bill_to_parts: null,
    })
    .where('user_id', '=', userId)
    .execute();
  await sql`update payment_orders set ordered_address = null from orders
    where orders.id = order_id and user_id = ${userId} and ordered_address is not null`.execute(tx);
  await tx.updateTable('quotes').set({ note: '', message: '' }).where('user_id', '=', userId).execute();
  await eraseReturns(tx, userId);
  // The credit note has the words as they were issued.
  await sql`update refunds set reason = ${ERASED.words} from orders
    where orders.id = order_id and user_id = ${userId} and reason is not null`.execute(tx);
  await sql`update delay_notices set reason = ${ERASED.words} from orders
    where orders.id = order_id and user_id = ${userId} and reason <> ''`.execute(tx);
  await sql`update exemption_certificates set reason = ${ERASED.words}
    where user_id = ${userId} and reason <> ''`.execute(tx);
  // A carrier shows the recipient of a tracking number.
  await tx.updateTable('parcels').set({ tracking_number: null }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('reviews')
    .set({
      name: ERASED.name,
      user_id: null,
      hidden_reason: sql`case when hidden_reason is not null then ${ERASED.words} end`,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes pictures and labels of a user's returns, and replaces what was written in them. */
async function eraseReturns(tx: DatabaseTransaction, userId: string): Promise<void> {
  const ofUser = tx.selectFrom('returns').select('id').where('user_id', '=', userId);
  await tx.deleteFrom('return_pictures').where('return_id', 'in', ofUser).execute();
  await tx.deleteFrom('return_labels').where('return_id', 'in', ofUser).execute();
  await sql`update return_lines set rejected_reason = ${ERASED.words} from returns
    where returns.id = return_id and user_id = ${userId} and rejected_reason is not null`.execute(tx);
  const words = { note: '', declared_name: '', declared_email: '', address: '', label_url: null };
  await tx
    .updateTable('returns')
    .set({ ...words, reason: sql`case when reason is not null then ${ERASED.words} end` })
    .where('user_id', '=', userId)
    .execute();
}

/** Empties a user's own row, which stays for their orders and invoices. */
export async function eraseUser(
  tx: DatabaseTransaction,
  { userId, subject }: { userId: string; subject: string },
  now: Date,
): Promise<void> {
  const empty = { education: '', linkedin: '', phone: '', city: '', district: '', company: '' };
  await tx
    .updateTable('users')
    .set({
      ...empty,
      email: null,
      email_verified: false,
      display_name: '',
      vat_number: '',
      vat_country: '',
      blocked_reason: null,
      muted_notices: [],
      role: 'user',
      subject: erasedSubject(subject),
      erased_at: now,
    })
    .where('id', '=', userId)
    .execute();
}

/** Removes staff's texts about an erased user's orders from the audit trail (0129-erased-audit-texts.sql). */
export async function eraseAuditTexts(tx: DatabaseTransaction, userId: string): Promise<void> {
  await sql`select erase_audit_texts(${userId})`.execute(tx);
}

/** Deletes the copies that mention a user: queued emails, stored replies, counts of attempts, and
 * emails of the embedded mailbox. Jobs and replies of others are recognized by the address
 * alone, since a name can be any word; if it is not verified, it may be a stranger's, whose emails and counts
 * stay. */
export async function deleteCopies(
  tx: DatabaseTransaction,
  { emails, isVerified, texts }: { emails: string[]; isVerified: boolean; texts: string[] },
): Promise<void> {
  const inJson = emails.map((email) => JSON.stringify(email));
  await sql`delete from pgboss.job where (${isVerified} or data->>'mail' in ('verification', 'reset'))
    and ${mentions(sql`data::text || coalesce(output::text, '')`, inJson)}`.execute(tx);
  if (isVerified) {
    await sql`delete from idempotency_keys where ${mentions(sql`reply::text`, inJson)}`.execute(tx);
    await sql`delete from rate_limits using unnest(${emails}::text[]) email
      where right(subject, length(email) + 1) = ' ' || email`.execute(tx);
  }
  const written = sql`recipient || ' ' || coalesce(reply_to, '') || ' ' || subject || ' ' || text_body`;
  await sql`delete from mailbox.messages where ${mentions(written, [...emails, ...texts])}`.execute(tx);
}

const mentions = (column: RawBuilder<unknown>, texts: string[]) =>
  sql<SqlBool>`exists (select from unnest(${texts}::text[]) known where position(lower(known) in lower(${column})) > 0)`;
