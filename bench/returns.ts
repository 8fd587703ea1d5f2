import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { listOrders } from '#features/order-lists/order-list.ts';
import { listReturns, serializeReturn } from '#features/returns/store.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { makeDemoTools } from '#tests/support/demo-tools.ts';
import { makeTool } from '#tests/support/test-shop.ts';
import { startThrowawayPostgres } from '../packages/embedded-postgres/testing/index.ts';
import { largeNumbers, loadLargeShop } from './seed-large/load-large-shop.ts';
import { againstFloor, type Row, showNumber } from './support/figures.ts';

const TOOLS = 20_000;
const ORDERS = 100_000;
const RETURNS = 5_000;
const RUNS = 20;
const WARM_UPS = 5;
const WANTED = '≤ 100';

/** Measures one page of returns beside one page of orders, in turns, in a shop with many of both. */
export async function measureReturns(): Promise<Row[]> {
  const postgres = await startThrowawayPostgres('toolyard');
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
  try {
    await migrate(db);
    await makeDemoTools({ makeTool: (tool) => makeTool({ db }, tool) });
    await loadLargeShop(client, { ...largeNumbers(TOOLS), orders: ORDERS }, () => undefined);
    await fill(client);
    return await compare(db, await findBuyer(client));
  } finally {
    await close();
    await client.end();
    await postgres.stop();
  }
}

type Buyer = { userId: string; name: string; firstName: string; email: string; number: string };

async function findBuyer(client: pg.Client): Promise<Buyer> {
  const { rows } = await client.query<Buyer>(`
    select orders.user_id as "userId", user_name as name, split_part(user_name, ' ', 1) as "firstName", email, returns.number
    from returns join return_lines on return_id = returns.id join orders on orders.id = order_id
    order by returns.id limit 1`);
  const [buyer] = rows;
  if (!buyer) throw new Error('no returns');
  return buyer;
}

async function compare(db: Database, { userId, name, firstName, email, number }: Buyer): Promise<Row[]> {
  const page = { limit: 20, cursor: undefined };
  const returns = async (query: { q?: string; state?: 'requested'; userId?: string }) => {
    const { rows } = await listReturns(db, { ...page, userId: undefined, ...query });
    if (rows.map((row) => serializeReturn(row, 'usd')).length === 0) throw new Error('nothing was found');
  };
  const orders = (query: { q?: string; status?: 'paid'; email?: string }) =>
    listOrders(db, { ...page, sort: 'newest', ...query });
  const pairs: [what: string, floor: () => Promise<unknown>, ours: () => Promise<unknown>][] = [
    ['newest', () => orders({}), () => returns({})],
    ['by state', () => orders({ status: 'paid' }), () => returns({ state: 'requested' })],
    ['by a name', () => orders({ q: name }), () => returns({ q: name })],
    ['by a first name that many have', () => orders({ q: firstName }), () => returns({ q: firstName })],
    ['by number', () => orders({ q: number }), () => returns({ q: number })],
    ['My Returns', () => orders({ email }), () => returns({ userId })],
  ];
  const rows: Row[] = [];
  for (const [what, floor, ours] of pairs) {
    const [floors, own]: [number[], number[]] = [[], []];
    for (let run = 0; run < WARM_UPS + RUNS; run++) {
      const took = [await timed(floor), await timed(ours)] as const;
      if (run < WARM_UPS) continue;
      floors.push(took[0]);
      own.push(took[1]);
    }
    rows.push(
      againstFloor(
        `${showNumber(RETURNS)} returns beside ${showNumber(ORDERS)} orders, ${what}, ms`,
        floors,
        own,
        WANTED,
      ),
    );
  }
  return rows;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Returns of one unit each of shipped orders, each paid for by itself, in all states that need no refund. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table sent as
      select *, gen_random_uuid() as payment_id, row_number() over () as nth
      from (select * from orders where shipped_at is not null order by hashtextextended(id::text, 0) limit ${RETURNS}) chosen`);
  // A payment must have its lines when it is committed.
  await client.query('begin');
  await client.query(`
    insert into payments (id, user_id, amount_cents, goods_net_cents, currency, hold_expires_at, state)
    select payment_id, user_id, total_cents, total_cents, 'usd', now(), 'succeeded' from sent`);
  await client.query(`
    insert into payment_orders (payment_id, order_id, position, goods_cents, net_cents, held_quantity, state,
      ordered_tool_id, ordered_quantity, ordered_unit_price_cents, ordered_address)
    select payment_id, id, 0, total_cents, total_cents, 0, 'succeeded', tool_id, quantity, unit_price_cents, address from sent`);
  await client.query('commit');
  await client.query(`
    insert into returns (id, kind, state, user_id, payment_id, requested_at, answered_at, closed_at, reason)
    select gen_random_uuid(), 'return', state, user_id, payment_id, now(), case when state <> 'requested' then now() end,
      case when state = 'closed' then now() end, case when state = 'refused' then 'Used' end
    from (select sent.user_id, payment_id, (array['requested', 'approved', 'refused', 'closed'])[1 + nth % 4] as state from sent) each`);
  await client.query(`
    insert into return_lines (return_id, order_id, payment_id, position, state, quantity, reason)
    select returns.id, order_id, payment_id, 0, returns.state, 1, 'other' from returns join payment_orders using (payment_id)`);
  await client.query('analyze');
}
