import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { recordEarlierMovements } from '#features/refunds/record-earlier-movements.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createContext } from '#server/shop/create-context.ts';
import { startThrowawayPostgres } from '../packages/embedded-postgres/testing/index.ts';
import { makeFolder } from './support/bench-shop.ts';
import { type Row, showNumber } from './support/figures.ts';

const PAYMENTS = 100_000;
const REFUNDS = 5_000;
const LOOK_MS = 20;
const TABLES = ['orders', 'payments', 'payment_orders', 'refunds'];

/** Measures how movements are recorded of payments and refunds that a version before 0118 left. */
export async function measureMovements(): Promise<Row[]> {
  const dataDir = await makeFolder();
  const postgres = await startThrowawayPostgres('toolyard');
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    const owner = openDatabase(postgres.connection, { onIdleError: () => undefined });
    await migrate(owner.db);
    await owner.close();
    await fill(client);
    const config = readConfig({ SHOP_DATA_DIR: dataDir, SHOP_LOG_LEVEL: 'warn', SHOP_DEMO: '0' });
    const { context, close } = await createContext(config, postgres.connection);
    const before = process.memoryUsage().rss;
    const start = performance.now();
    const working = recordEarlierMovements(context);
    const { longestMs, most } = await watch(client, working);
    const seconds = (performance.now() - start) / 1000;
    await close();
    const { rows } = await client.query(`
      select (select count(*)::int from money_movements) as movements, (select sum(amount_cents)::int from refund_shares) as given`);
    if (rows[0].movements !== PAYMENTS + REFUNDS || rows[0].given !== 500 * REFUNDS)
      throw new Error(JSON.stringify(rows));
    return [
      {
        what: `${showNumber(PAYMENTS)} charges and ${showNumber(REFUNDS)} refunds recorded, s`,
        ours: showNumber(seconds),
        wanted: '',
      },
      {
        what: '… memory of the process at most, more than before, MB',
        ours: showNumber((most - before) / 1e6),
        wanted: '≤ 100',
      },
      {
        what: '… the longest wait for a payment’s locks meanwhile, ms',
        ours: showNumber(longestMs),
        wanted: '≤ 1,000',
      },
    ];
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Locks one payment after the other, with its order, until the work has ended. */
async function watch(client: pg.Client, working: Promise<void>) {
  let [longestMs, most, isOver] = [0, 0, false];
  const over = working.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const id = [idOf('$1', 'order'), idOf('$1', 'payment')];
    const nth = [1 + Math.floor(Math.random() * PAYMENTS)];
    const start = performance.now();
    await client.query('begin');
    await client.query(`select from orders where id = ${id[0]} for update`, nth);
    await client.query(`select from payments where id = ${id[1]} for update`, nth);
    await client.query('commit');
    longestMs = Math.max(longestMs, performance.now() - start);
    most = Math.max(most, process.memoryUsage().rss);
    await Promise.race([over, pause(LOOK_MS)]);
  }
  await working;
  return { longestMs, most };
}

const idOf = (nth: string, kind: string) => `md5('${kind}' || ${nth}::int)::uuid`;

/** Payments of one order each, as the version before 0118 left them. */
async function fill(client: pg.Client): Promise<void> {
  const each = `from generate_series(1, ${PAYMENTS}) nth`;
  const refunded = `case when nth <= ${REFUNDS} then 500 else 0 end`;
  const { rows: references } =
    await client.query(`select conrelid::regclass as of, conname as name from pg_constraint
    where contype = 'f' and conrelid = any ('{orders,payments}'::regclass[])`);
  for (const { of, name } of references) await client.query(`alter table ${of} drop constraint ${name}`);
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`
    insert into orders (id, user_id, tool_id, unit_price_cents, quantity, total_cents, phone, address, user_name, tool_name, img, email, paid_at, transaction_id)
    select ${idOf('nth', 'order')}, gen_random_uuid(), gen_random_uuid(), 1250, 1, 1250, '', '', '', '', '', '', now(), 'pi_' || nth ${each};
    insert into payments (id, amount_cents, user_id, goods_net_cents, currency, state, settled_at, hold_expires_at, intent_id, refunded_cents)
    select ${idOf('nth', 'payment')}, 1250, gen_random_uuid(), 1250, 'usd', 'succeeded', now(), now(), 'pi_' || nth, ${refunded} ${each};
    insert into payment_orders (payment_id, order_id, goods_cents, net_cents, position, held_quantity, state, refunded_cents)
    select ${idOf('nth', 'payment')}, ${idOf('nth', 'order')}, 1250, 1250, 0, 0, 'succeeded', ${refunded} ${each};
    insert into refunds (id, payment_id, order_id, amount_cents, created_at, settled_at, state, provider_refund_id)
    select ${idOf('nth', 'refund')}, ${idOf('nth', 'payment')}, ${idOf('nth', 'order')}, 500, now(), now(), 'done', 're_' || nth
    ${each} where nth <= ${REFUNDS}`);
  for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  await client.query('analyze');
}
