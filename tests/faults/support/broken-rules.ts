import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** What must never be found, not even briefly: each query returns the ids that break its rule. The card
 * provider's records are the sandbox's tables. */
const always: Record<string, string> = {
  'a paid order without exactly one counted payment of its own': `
    select id from orders where paid_at is not null and 1 <> (
      select count(*) from payment_orders lines join payments on payments.id = payment_id
      where order_id = orders.id and lines.state = 'succeeded'
        and coalesce(intent_id, method || '_' || payments.id) = orders.transaction_id)`,
  'a counted payment of an order that is not paid by it': `
    select payments.id from payments join payment_orders lines on payment_id = payments.id
      join orders on orders.id = order_id
    where payments.state = 'succeeded'
      and transaction_id is distinct from coalesce(intent_id, method || '_' || payments.id)`,
  'a payment without an order, or of another’s': `
    select id from payments where not exists (
      select from payment_orders join orders on orders.id = order_id
      where payment_id = payments.id having bool_and(orders.user_id = payments.user_id))`,
  'a payment whose orders do not add up to it': `
    select id from payments where amount_cents <> (
      select delivery_cents + delivery_tax_cents + coalesce(sum(net_cents + payment_orders.tax_cents), 0) from payment_orders where payment_id = payments.id)`,
  'an order that was paid at another price than its own': `
    select orders.id from orders join payment_orders lines on order_id = orders.id join payments on payments.id = payment_id
    where lines.state = 'succeeded'
      and (goods_cents <> total_cents or (not prices_include_tax and net_cents <> goods_cents))`,
  'a paid order without a kept charge of just what its payment comes to': `
    select orders.id from orders join payment_orders lines on order_id = orders.id and lines.state = 'succeeded'
      join payments on payments.id = payment_id and method = 'card'
    where not exists (
      select from sandbox_cards.intents charge
      where charge.id = transaction_id and status = 'succeeded' and (not refunded or payments.refunded_cents = amount_cents)
        and orders.id::text = any (order_ids) and amount = amount_cents)`,
  'a payment under way of another sum than its orders’': `
    select payment_id as id from payment_orders lines join orders on orders.id = order_id
    where lines.state = 'live' and goods_cents <> total_cents`,
  'a payment under way that holds other units than are ordered': `
    select payment_id as id from payment_orders lines join orders on orders.id = order_id
    where lines.state = 'live' and held_quantity <> quantity`,
  'a tool whose held units are not those of its live payments and open quotes': `
    select id from tools where held <> (
      select coalesce(sum(held_quantity), 0) from payment_orders lines join orders on orders.id = order_id
      where tool_id = tools.id and lines.state = 'live') + (
      select coalesce(sum(held_quantity), 0) from quote_orders lines join orders on orders.id = order_id
      where tool_id = tools.id and lines.state in ('offered', 'accepted'))`,
  'an order whose units a payment and a quote both hold': `
    select payment_orders.order_id as id from payment_orders join quote_orders using (order_id)
    where payment_orders.held_quantity > 0 and quote_orders.held_quantity > 0`,
  'an order in an open quote of another quantity, or of another buyer': `
    select order_id as id from quote_orders lines join quotes on quotes.id = quote_id join orders on orders.id = order_id
    where lines.state in ('asked', 'offered', 'accepted')
      and (lines.quantity <> orders.quantity or quotes.user_id <> orders.user_id)`,
  'an unpaid order of an accepted quote at another price': `
    select order_id as id from quote_orders lines join orders on orders.id = order_id
    where lines.state = 'accepted' and paid_at is null and lines.unit_price_cents <> orders.unit_price_cents`,
  'a paid quote with an order that is not': `
    select quote_id as id from quote_orders lines join orders on orders.id = order_id
    where lines.state = 'paid' and paid_at is null`,
  'a tool whose movements add up to another number than it has': `
    select id from tools where available_quantity <> (
      select coalesce(sum(quantity), 0) from stock_movements where tool_id = tools.id)`,
  'a tool of which other units were sold or taken back than its orders say': `
    select id from tools where (
      select coalesce(sum(quantity), 0) from stock_movements where tool_id = tools.id and kind in ('sold', 'returned')) <> (
      select coalesce(sum(returned_quantity - quantity), 0) from orders where tool_id = tools.id and paid_at is not null)`,
  'a tool that promises more than it has': 'select id from tools where held > on_hand or on_hand < 0',
  'an order deleted though paid, or shipped though unpaid': `
    select id from orders
    where (deleted_at is not null and paid_at is not null) or (shipped_at is not null and paid_at is null)`,
  'an order whose parcels hold other units than were counted, or all of them before it shipped': `
    select id from orders
    where sent_quantity <> (select coalesce(sum(quantity), 0) from parcel_orders where order_id = orders.id)
      or sent_quantity + withdrawn_quantity > quantity
      or (sent_quantity + withdrawn_quantity = quantity and shipped_at is null and cancelled_at is null)`,
  'a payment of which another sum goes back than its refunds come to': `
    select id from payments where refunded_cents <> (
      select coalesce(sum(amount_cents), 0) from refunds where payment_id = payments.id)`,
  'a payment of which more goes back than was paid': `
    select id from payments where amount_cents < (
      select sum(refunds.amount_cents) from refunds where payment_id = payments.id)`,
  'an order of which another sum or other units went back than its refunds say': `
    select orders.id from orders
      join payment_orders lines on lines.order_id = orders.id and lines.state = 'succeeded'
      left join refunds on refunds.order_id = orders.id and refunds.payment_id = lines.payment_id
    group by orders.id, refunded_cents
    having refunded_cents <> coalesce(sum(amount_cents - delivery_cents + refunds.kept_delivery_cents), 0)
      or (cancelled_at is null and (
        refunded_quantity <> coalesce(sum(refunds.quantity) filter (where return_id is null), 0)
          + (select coalesce(sum(accepted), 0) from return_lines where order_id = orders.id)
        or returned_quantity <> coalesce(sum(restocked) filter (where return_id is null), 0)
          + (select coalesce(sum(restocked), 0) from return_lines where order_id = orders.id)))`,
  'an order with other units on their way back, or another deduction, than its returns say': `
    select id from orders where (returning_quantity, deducted_cents) <> (
      select coalesce(sum(quantity - received) filter (where state in ('requested', 'approved')), 0),
        coalesce(sum(deducted_cents), 0) from return_lines where order_id = orders.id)`,
  'an order of which more is on its way back, or refunded as sent, than was sent': `
    select id from orders where returning_quantity + refunded_quantity - withdrawn_quantity >
      case when shipped_at is null then sent_quantity else quantity - withdrawn_quantity end`,
  'a return whose refunds are of more units than it accepted, or of none of its orders': `
    select return_id as id from refunds left join return_lines using (return_id, order_id)
    where return_id is not null group by return_id, refunds.order_id, accepted
    having accepted is null or sum(refunds.quantity) > accepted`,
  'a return of several purchases, or of another buyer': `
    select returns.id from returns join return_lines on return_id = returns.id join orders on orders.id = order_id
      left join payment_orders lines on lines.order_id = orders.id and lines.payment_id = returns.payment_id
    where orders.user_id <> returns.user_id or lines.order_id is null or return_lines.state <> returns.state`,
  'a payment of whose delivery another sum goes back than its refunds come to': `
    select id from payments where refunded_delivery_cents <> (
      select coalesce(sum(delivery_cents), 0) from refunds where payment_id = payments.id)`,
  'a payment that keeps another sum for delivery than its refunds do, or more than it would have cost': `
    select id from payments where kept_delivery_cents <> (
        select coalesce(sum(kept_delivery_cents), 0) from refunds where payment_id = payments.id)
      or kept_delivery_cents > coalesce(waived_delivery_cents + waived_delivery_tax_cents, 0)`,
  'a payment that keeps delivery though nothing of it is bought': `
    select id from payments where kept_delivery_cents > refunded_delivery_cents and not exists (
      select from payment_orders join orders on orders.id = order_id
      where payment_id = payments.id and orders.state <> 'cancelled')`,
  'a refund that is done and was not given, or of which more was given than decided': `
    select id from refunds where (
      select coalesce(sum(amount_cents), 0) from refund_shares where refund_id = refunds.id)
      not between case when state = 'done' then amount_cents else 0 end and amount_cents`,
  'a payment without exactly one charge in the ledger': `
    select id from payments where state in ('succeeded', 'refund_due', 'refunded') and 1 <> (
      select count(*) from money_movements where payment_id = payments.id and kind = 'charge')`,
  'a charge of which more was given back than is written down': `
    select charge.id from sandbox_cards.intents charge join payments on intent_id = charge.id
    where payments.state = 'succeeded' and refunded_amount > refunded_cents`,
  'a charge of which more was given back than was paid': `
    select intent_id as id from sandbox_cards.refunds join sandbox_cards.intents on intents.id = intent_id
    where refunds.status <> 'failed' group by intent_id, intents.amount having sum(refunds.amount) > intents.amount`,
  'a row of papers with a gap': `
    select kind as id from paper_numbers
    where next - 1 <> (select count(*) from invoices where invoices.kind = paper_numbers.kind)
      or next - 1 <> (select coalesce(max(number), 0) from invoices where invoices.kind = paper_numbers.kind)`,
  'a payment without exactly one invoice of its sum and its tax': `
    select id from payments where state = 'succeeded' and 1 <> (
      select count(*) from invoices where payment_id = payments.id and kind = 'invoice'
        and total_cents = amount_cents and invoices.tax_cents = payments.tax_cents)`,
  'an invoice before payment that is not of its payment’s sum, or not the only one': `
    select id from payments where due_on is not null and 1 <> (
      select count(*) from invoices where payment_id = payments.id and kind = 'invoice'
        and total_cents = amount_cents and invoices.tax_cents = payments.tax_cents)`,
  'a withdrawn invoice without its credit note, or one of an invoice that is not': `
    select id from payments where (case when due_on is not null and state = 'cancelled' then 1 else 0 end) <> (
      select count(*) from invoices where payment_id = payments.id and kind = 'credit_note' and refund_id is null
        and total_cents = amount_cents)`,
  'a quote kept from expiring that is on no open invoice': `
    select id from quotes where invoiced and not exists (
      select from quote_orders join payment_orders on live_order_id = quote_orders.order_id
        join payments on payments.id = payment_id where quote_id = quotes.id and due_on is not null)`,
  'a paper whose lines and delivery do not add up to it': `
    select id from invoices where (
      select sum((part ->> 'netCents')::bigint) - coalesce((document -> 'keptDelivery' ->> 'netCents')::bigint, 0)
          is distinct from net_cents
        or sum((part ->> 'taxCents')::bigint) - coalesce((document -> 'keptDelivery' ->> 'taxCents')::bigint, 0)
          is distinct from tax_cents
      from jsonb_array_elements(document -> 'lines' || coalesce(document -> 'delivery', 'null')) part)`,
  'a refund without a credit note of its sum': `
    select id from refunds where not exists (
      select from invoices where refund_id = refunds.id and total_cents = amount_cents)`,
  'a cancelled order of which something is kept': `
    select id from orders where cancelled_at is not null and (refunded_quantity <> quantity or exists (
      select from payment_orders lines
      where order_id = orders.id and lines.state = 'succeeded' and refunded_cents < net_cents + tax_cents))`,
  'an order with several charges kept': `
    select order_id as id from sandbox_cards.intents, unnest(order_ids) order_id
    where status = 'succeeded' and not refunded
      and not exists (select from payments where intent_id = intents.id and state = 'refund_due')
    group by order_id having count(*) > 1`,
};

/** What must be gone once all work has ended. */
const settled: Record<string, string> = {
  'a charge kept for an order that it did not pay': `
    select id from sandbox_cards.intents charge where status = 'succeeded' and not refunded
      and not exists (select from orders where transaction_id = charge.id)`,
  'a refund at the provider that the ledger has otherwise, or not': `
    select given.id from sandbox_cards.refunds given where exists (select from payments where intent_id = given.intent_id)
      and not exists (select from money_movements moved join payments on payments.id = payment_id
        where provider_id = given.id and moved.amount_cents = given.amount and moved.state = given.status
          and payments.intent_id = given.intent_id)`,
  'a refund that is still due': "select id from payments where state = 'refund_due'",
  'money that is still owed': "select id from refunds where state <> 'done'",
  'a charge of which less was given back than is written down': `
    select charge.id from sandbox_cards.intents charge join payments on intent_id = charge.id
    where payments.state = 'succeeded' and refunded_cents <> least(charge.amount, refunded_amount + (
      select coalesce(sum(disputes.amount), 0) from sandbox_cards.disputes where intent_id = charge.id and status = 'lost'))`,
  'a dispute that stands otherwise than its provider says': `
    select coalesce(told.id, disputes.id) as id from sandbox_cards.disputes told full join disputes using (id)
    where status is distinct from state`,
  'a payment under way for an order that is paid or deleted': `
    select payment_id as id from payment_orders lines join orders on orders.id = order_id
    where lines.state = 'live' and (paid_at is not null or deleted_at is not null)`,
};

/** Every rule of stock and money that the database currently breaks, with the ids that break it; empty if
 * none. @param options.isSettled whether all work has ended, so that nothing may be unfinished
 * @param options.isSandbox whether the card provider is the sandbox; else nobody asks its records */
export async function findBrokenRules(
  db: Database,
  { isSettled, isSandbox = true }: { isSettled: boolean; isSandbox?: boolean },
): Promise<string[]> {
  const rules = Object.entries(isSettled ? { ...always, ...settled } : always).filter(
    ([, query]) => isSandbox || !query.includes('sandbox_cards.'),
  );
  return await db.transaction().execute(async (trx) => {
    // Comparing the rows of thousands of sequences takes longer than a visitor would wait.
    await sql`set local statement_timeout = 0`.execute(trx);
    const found: string[] = [];
    for (const [rule, query] of rules) {
      const { rows } = await sql.raw<{ id: string }>(query).execute(trx);
      found.push(...rows.map(({ id }) => `${rule}: ${id}`));
    }
    return found;
  });
}
