import { sql } from 'kysely';
import type { Told } from './books.ts';
import type { World } from './world.ts';

/** Reads the shop's tables in one statement. */
export async function readTold({ t, buyer, tools }: World): Promise<Told> {
  const toolIds = sql.join(tools.map(({ id }) => sql`${id}::uuid`));
  const { rows } = await sql<Told>`
    with own as (select * from orders where user_id = ${buyer.userId})
    select
      (select json_object_agg(id, json_build_object('onHand', on_hand, 'held', held,
        'moved', (select coalesce(sum(quantity), 0) from stock_movements where tool_id = tools.id),
        'reserved', (select coalesce(-sum(quantity), 0) from stock_movements
          where tool_id = tools.id and kind in ('reserved', 'released'))))
        from tools where id in (${toolIds})) as tools,
      (select coalesce(json_object_agg(id, json_build_object('quantity', quantity, 'unitCents', unit_price_cents,
        'transactionId', transaction_id, 'state', state, 'sent', sent_quantity,
        'inParcels', (select coalesce(sum(quantity), 0) from parcel_orders where order_id = own.id))), '{}') from own) as orders,
      (select coalesce(json_object_agg(order_id, json_build_object('paymentId', payment_id, 'held', held_quantity)), '{}')
        from payment_orders where order_id in (select id from own) and state = 'live') as live,
      (select coalesce(json_object_agg(order_id, held_quantity), '{}')
        from quote_orders where order_id in (select id from own) and state in ('offered', 'accepted') and held_quantity > 0) as quoted
  `.execute(t.shop.db);
  const [told] = rows;
  if (!told) throw new Error('nothing told');
  return told;
}

/** What the card provider holds and what the invoices say, in cents. `unexplained`: what disputes took beyond
 * what was paid, minus what the shop reports of that. */
export async function readMoney({ t, buyer }: World) {
  const { rows } = await sql<{ byCard: number; taken: number; refunded: number; unexplained: number }>`
    with own as (select id, intent_id, state from payments where user_id = ${buyer.userId}),
      kept as (select amount - refunded_amount - (select coalesce(sum(disputes.amount), 0)
          from sandbox_cards.disputes where intent_id = intents.id and disputes.status = 'lost') as cents
        from sandbox_cards.intents where id in (select intent_id from own) and status = 'succeeded')
    select
      (select coalesce(sum(greatest(cents, 0)), 0)::bigint from kept) as "byCard",
      (select coalesce(sum(-least(cents, 0)), 0)::bigint from kept)
        - (select coalesce(sum(uncounted_cents), 0)::bigint from disputes where payment_id in (select id from own)) as unexplained,
      -- Of what was invoiced, the part that is neither waited for still nor was taken back unpaid.
      (select coalesce(sum(case when kind = 'invoice' then total_cents else -total_cents end), 0)::bigint from invoices
        where payment_id in (select id from own where state <> 'live') and (kind = 'invoice' or refund_id is null)) as taken,
      (select coalesce(sum(total_cents), 0)::bigint from invoices
        where payment_id in (select id from own) and refund_id is not null) as refunded`.execute(t.shop.db);
  return rows[0];
}
