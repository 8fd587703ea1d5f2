import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createHttpClient } from '#tests/faults/support/http-client.ts';
import { buy } from '#tests/support/buying.ts';
import type { TestShop } from '#tests/support/test-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { processesOf, processorMs } from './support/processes.ts';
import { BUYERS, makeBuyers, tokensOfBuyers, toolIdOf, userIdOf } from './writes/buyers.ts';
import { startWritesShop, type WritesShop } from './writes/writes-shop.ts';

const RUNS = 3;
const ORDERS_A_RUN = Number(process.env.BENCH_ORDERS ?? 480);

/** Emails, notices and counts that follow an order are part of its cost. */
const SETTLED_AFTER_MS = 3_000;

/** How long the shop is watched doing nothing: that is no order's cost. */
const IDLE_MS = 10_000;

/** The totals of a shop's primary so far. */
type Totals = {
  ms: number;
  nodeMs: number;
  postgresMs: number;
  walBytes: number;
  commits: number;
  flushes: number;
  bytes: number;
};

const measures: [what: keyof Totals, text: string, unit: number, digits: number][] = [
  ['postgresMs', 'CPU of PostgreSQL, ms', 1, 1],
  ['nodeMs', 'CPU of Node, ms', 1, 1],
  ['commits', 'transactions, those that only read too', 1, 1],
  ['flushes', 'flushes of the log to the disk (`fsync`)', 1, 1],
  ['walBytes', 'log (WAL), kB', 1000, 1],
  ['bytes', 'tables and indexes, kB', 1000, 1],
];

/** Measures what an order costs the one primary, from the order form to the paid order and its emails: 32
 * buyers place an order, start its payment, confirm the card, and report it. */
export async function measureOrderCost(): Promise<Row[]> {
  const shop = await startWritesShop();
  try {
    await makeBuyers(shop.inside.context);
    await placeAndPay(shop, BUYERS * 4);
    await pause(SETTLED_AFTER_MS);
    const idle = await spentIn(shop, () => pause(IDLE_MS));
    const runs: Totals[] = [];
    const perSecond: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const spent = await spentIn(shop, async () => {
        const begun = performance.now();
        await placeAndPay(shop, ORDERS_A_RUN);
        perSecond.push((ORDERS_A_RUN * 1000) / (performance.now() - begun));
        await pause(SETTLED_AFTER_MS);
      });
      runs.push(
        mapTotals(spent, (total, name) => (total - idle[name] * (spent.ms / idle.ms)) / ORDERS_A_RUN),
      );
    }
    return [
      { what: 'orders placed and paid/s, 32 buyers', ours: showSpread(spreadOf(perSecond)), wanted: '' },
      ...measures.map(([name, text, unit, digits]) => ({
        what: `${text}, for each`,
        ours: showSpread(spreadOf(runs.map((each) => each[name] / unit)), digits),
        wanted: '',
      })),
    ];
  } finally {
    await shop.stop();
  }
}

function mapTotals(totals: Totals, map: (total: number, name: keyof Totals) => number): Totals {
  const names = Object.keys(totals) as (keyof Totals)[];
  return Object.fromEntries(names.map((name) => [name, map(totals[name], name)])) as Totals;
}

async function spentIn(shop: WritesShop, work: () => Promise<void>): Promise<Totals> {
  const before = await totalsOf(shop);
  await work();
  const after = await totalsOf(shop);
  return mapTotals(after, (total, name) => total - before[name]);
}

async function placeAndPay(shop: WritesShop, orders: number): Promise<void> {
  const tokens = await tokensOfBuyers(shop.inside.context);
  const client = createHttpClient();
  const origin = `http://127.0.0.1:${shop.port}`;
  const call: TestShop['call'] = (method, path, options) => client.call(origin, method, path, options);
  const work = async (token: string, buyer: number) => {
    const person = { userId: userIdOf(buyer), email: '', name: '', session: '', token };
    for (let order = 0; order < orders / BUYERS; order += 1) await buy({ call }, person, toolIdOf(buyer), 2);
  };
  try {
    await Promise.all(tokens.map(work));
  } finally {
    client.close();
  }
}

async function totalsOf({ owner, pid, inside }: WritesShop): Promise<Totals> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query(`
      select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as "walBytes",
        (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
        (select sum(fsyncs)::float8 from pg_stat_io where object = 'wal') as flushes,
        pg_database_size(current_database())::float8 as bytes`);
    const { postgres } = processesOf(inside.context.config.dataDir);
    return {
      ...rows[0],
      ms: performance.now(),
      nodeMs: processorMs([String(pid)]),
      postgresMs: processorMs(postgres),
    };
  } finally {
    await client.end();
  }
}
