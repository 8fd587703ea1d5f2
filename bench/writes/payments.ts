import { sql } from 'kysely';
import { SIGNATURE_HEADER, signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { BUYERS } from './buyers.ts';
import { httpRequest, loadHttp } from './http-load.ts';
import type { WritesShop } from './writes-shop.ts';

/** Enough for four times the target. */
const PAYMENTS_A_SECOND = 2000;

let made = 0;

/** Measures payments settled per second, each by its own signed webhook, 32 at a time. @throws if one was not
 * counted */
export async function measurePayments(shop: WritesShop, seconds: number): Promise<number> {
  const from = made;
  made += PAYMENTS_A_SECOND * seconds;
  await makePaidIntents(shop, from, made - 1);
  const key = shop.inside.context.secrets.key('sandbox-webhook');
  let next = from;
  const { perSecond, latenciesMs } = await loadHttp(shop.port, { clients: BUYERS, seconds }, () => {
    if (next >= made) return undefined;
    const body = JSON.stringify({
      id: `evt_${next}`,
      type: 'payment_intent.succeeded',
      intentId: intentOf(next),
    });
    next += 1;
    const headers = {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(key, body, new Date()),
    };
    return { bytes: httpRequest('POST', '/webhooks/payment', headers, body), status: 200 };
  });
  const counted = await countPaid(shop, from, made - 1);
  if (counted !== latenciesMs.length) throw new Error(`${counted} of ${latenciesMs.length} were counted`);
  return perSecond;
}

const intentOf = (n: number) => `pi_bench_${n}`;

/** Orders about to be paid: their units reserved, their cards charged, the webhook still to come. */
async function makePaidIntents(
  { inside: { context: shop } }: WritesShop,
  from: number,
  to: number,
): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${to}::int) n`;
  const paymentId = sql`('40000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  const orderId = sql`('30000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await shop.db.transaction().execute(async (tx) => {
    await sql`insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents,
        user_name, email, phone, address)
      select ${orderId}, users.id, tools.id, tools.name, tools.img, 1250, 2, 2500, display_name, email, '1', 'Lane'
      from ${numbers} join users on subject = 'subject-' || n % ${BUYERS}::int
        join tools on name = 'Bench tool ' || n % ${BUYERS}::int`.execute(tx);
    await sql`insert into payments (id, user_id, intent_id, amount_cents, goods_net_cents, currency, hold_expires_at)
      select ${paymentId}, users.id, 'pi_bench_' || n, 2500, 2500, 'usd', now() + interval '1 hour'
      from ${numbers} join users on subject = 'subject-' || n % ${BUYERS}::int`.execute(tx);
    await sql`insert into payment_orders
        (payment_id, order_id, position, goods_cents, net_cents, held_quantity, state,
          ordered_tool_id, ordered_quantity, ordered_unit_price_cents, ordered_address)
      select ${paymentId}, ${orderId}, 0, 2500, 2500, 2, 'live', tool_id, quantity, unit_price_cents, address
      from ${numbers} join orders on orders.id = ${orderId}`.execute(tx);
    await sql`insert into sandbox_cards.intents (id, client_secret, idempotency_key, amount, currency, order_ids, status)
      select 'pi_bench_' || n, 'secret_' || n, 'bench_' || n, 2500, 'usd', array[${orderId}::text], 'succeeded'
      from ${numbers}`.execute(tx);
    await sql`with changed as (
        update tools set held = held + ${to - from + 1} where name like 'Bench tool %' returning id, available_quantity)
      insert into stock_movements (tool_id, kind, quantity, available_after, actor, at)
      select id, 'reserved', ${from - to - 1}::int, available_quantity, 'start', now() from changed`.execute(
      tx,
    );
  });
}

async function countPaid(
  { inside: { context: shop } }: WritesShop,
  from: number,
  to: number,
): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*) as paid from orders where transaction_id in (
      select 'pi_bench_' || n from generate_series(${from}::int, ${to}::int) n)`.execute(shop.db);
  return rows[0]?.paid ?? 0;
}
