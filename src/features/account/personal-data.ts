import { type RawBuilder, sql } from 'kysely';
import { givenCents } from '#features/orders/refund-store.ts';

/** Whose data it is. `subject` is the account's own id; contact messages are
 * known by a verified email alone. */
export type DataOwner = { userId: string; subject: string; email: string; isVerified: boolean };

/** A row as it is exported: amounts, `…_cents`, are in its `currency`. */
export type DataRow = Record<string, unknown>;

/** Everything that the shop knows about a person, by the name of its files; `currency` is the shop's. No
 * secrets or their hashes, no copies of what is here, and nothing about anybody else: what staff wrote about
 * the person is included, its author is not (decision 110). */
export function personalData(
  { userId, subject, email, isVerified }: DataOwner,
  currency: string,
): Record<string, RawBuilder<DataRow>> {
  const ofOrders = sql`in (select payment_id from payment_orders line join orders on orders.id = line.order_id
    where orders.user_id = ${userId})`;
  return {
    profile: sql`select email, email_verified, display_name, phone, city, district, education, linkedin, company,
        vat_number, vat_country, role, staff_since, blocked_reason, muted_notices,
        created_at
      from users where id = ${userId}`,
    login: sql`select email, "emailVerified", name, image, "createdAt", "updatedAt",
        (select "confirmedAt" from identity.authenticator where "userId" = "user".id) as authenticator_since,
        (select count(*) from identity.recovery_code where "userId" = "user".id) as recovery_codes_left
      from identity."user" where id = ${subject}`,
    'login-methods': sql`select "providerId" as provider, "accountId" as account, scope, "createdAt"
      from identity.account where "userId" = ${subject} order by id`,
    passkeys: sql`select name, transports, "createdAt", "lastUsedAt"
      from identity.passkey where "userId" = ${subject} order by id`,
    'email-changes': sql`select "oldEmail", "newEmail", "requestedAt", "confirmedAt", "undoUntil"
      from identity.email_change where "userId" = ${subject} order by "requestedAt"`,
    sessions: sql`select started_at, opened_at, proved_at, factor_at, used_at, network, user_agent
      from sessions where subject = ${subject} order by started_at`,
    addresses: sql`select name, company, line1, line2, city, district, region, postal_code, country, phone,
        is_default, created_at, updated_at
      from addresses where user_id = ${userId} order by id`,
    orders: sql`select number, state, tool_name, part_number, quantity, ${currency} as currency, unit_price_cents,
        total_cents, user_name as name, email, phone, address, destination_country, destination_region,
        destination_postal_code, buyer_note, purchase_order_number, transaction_id,
        placed_at, paid_at, ship_by, shipped_at, cancelled_at, deleted_at, sent_quantity, refunded_quantity, returned_quantity
      from orders where user_id = ${userId} order by id`,
    payments: sql`select coalesce(intent_id, id::text) as payment, state, method, currency, amount_cents,
        delivery_method, delivery_cents, tax_name, tax_cents, exemption, refunded_cents, bill_name, bill_to, vat_number,
        deliver_to, deliver_to_country, region, reference, due_on, received_on, created_at, settled_at
      from payments where id ${ofOrders} order by id`,
    'payment-lines': sql`select coalesce(intent_id, payment_id::text) as payment, number as order_number,
        line.state, payments.currency, goods_cents, line.tax_cents, line.refunded_cents, ordered_address
      from payment_orders line join orders on orders.id = order_id join payments on payments.id = payment_id
      where orders.user_id = ${userId} order by payment_id, position`,
    refunds: sql`select number as order_number, refunds.state, currency, refunds.amount_cents,
        ${givenCents} as given_cents, refunds.quantity, reason, failure, refunds.created_at, refunds.settled_at
      from refunds join orders on orders.id = order_id join payments on payments.id = payment_id
      where orders.user_id = ${userId} order by refunds.id`,
    'delay-notices': sql`select number as order_number, delay_notices.state, was_due_on, new_date, reason, silence,
        answer_by, by_silence, sent_at, answered_at
      from delay_notices join orders on orders.id = order_id where orders.user_id = ${userId} order by delay_notices.id`,
    disputes: sql`select coalesce(intent_id, payment_id::text) as payment, disputes.state, disputes.currency,
        disputes.amount_cents, reason, opened_at, closed_at
      from disputes join payments on payments.id = payment_id where payment_id ${ofOrders} order by disputes.opened_at`,
    invoices: sql`select name as number, kind, issued_on, currency, net_cents, tax_cents, total_cents, order_numbers
      from invoices where user_id = ${userId} order by id`,
    'exemption-certificates': sql`select kind, number, states, expires_on, state, reason, uploaded_at, checked_at
      from exemption_certificates where user_id = ${userId} order by id`,
    parcels: sql`select parcels.id as parcel, sent_at, delivered_on, carriers.name as carrier, tracking_number,
        number as order_number, parcel_orders.quantity
      from parcels join parcel_orders on parcel_id = parcels.id join orders on orders.id = order_id
        left join carriers on carriers.id = carrier_id
      where parcels.user_id = ${userId} order by parcels.id, number`,
    quotes: sql`select quotes.number, quotes.state, quotes.note, message, ${currency} as currency,
        orders.number as order_number, quote_orders.quantity, quote_orders.unit_price_cents, asked_at, offered_at,
        accepted_at, expires_at, ended_at
      from quotes join quote_orders on quote_id = quotes.id join orders on orders.id = order_id
      where quotes.user_id = ${userId} order by quotes.id, quote_orders.position`,
    returns: sql`select returns.number, kind, returns.state, note, declared_name, declared_email, returns.reason, postage,
        returns.address, label_url, orders.number as order_number, return_lines.quantity, return_lines.reason as line_reason,
        received, accepted, restocked, ${currency} as currency, return_lines.deducted_cents, rejected_reason, requested_at,
        answered_at, received_at, closed_at
      from returns join return_lines on return_id = returns.id join orders on orders.id = order_id
      where returns.user_id = ${userId} order by returns.id, return_lines.position`,
    reviews: sql`select reviews.name, tools.name as tool_name, rate, reviews, reviews.created_at, answer, answered_at,
        hidden_at, hidden_reason
      from reviews left join tools on tools.id = tool_id where user_id = ${userId} order by reviews.id`,
    messages: sql`select id as message_id, name, email, phone, message, created_at, closed_at
      from contact_messages where ${isVerified} and lower(email) = ${email} order by id`,
    'message-replies': sql`select message_id, text, contact_answers.created_at
      from contact_answers join contact_messages on contact_messages.id = message_id
      where ${isVerified} and lower(email) = ${email} order by contact_answers.id`,
    'saved-lists': sql`select saved_lists.name, updated_at, tools.name as tool_name, quantity
      from saved_lists left join saved_list_lines on list_id = saved_lists.id left join tools on tools.id = tool_id
      where user_id = ${userId} order by saved_lists.id, saved_list_lines.position`,
    'restock-notices': sql`select tools.name as tool_name, asked_at, due_at
      from restock_notices join tools on tools.id = tool_id where user_id = ${userId} order by restock_notices.id`,
    'staff-notes': sql`select customer_notes.created_at, null as order_number, note
      from customer_notes where user_id = ${userId}
      union all select order_notes.created_at, number, order_notes.note
      from order_notes join orders on orders.id = order_id where orders.user_id = ${userId} order by 1`,
    // To an address that is verified to be theirs.
    invitations: sql`select staff_invitations.email, staff_invitations.role, sent_at, expires_at
      from staff_invitations join users using (email) where users.id = ${userId} and email_verified`,
    'api-keys': sql`select name, scopes, last_four, addresses, created_at, last_used_at, expires_at, ended_at
      from api_keys where user_id = ${userId} order by id`,
    activity: sql`select occurred_at, action, actor, actor_id is not distinct from ${userId}::uuid as by_you,
        case when actor_id = ${userId} then page end as page,
        case when user_id = ${userId} or user_id is null then details end as details,
        (select number from orders where orders.id = order_id and orders.user_id = ${userId}) as order_number
      from audit_events where user_id = ${userId} or actor_id = ${userId} order by audit_events.id`,
    downloads: sql`select state, asked_at, expires_at from account_exports where user_id = ${userId}`,
  };
}
