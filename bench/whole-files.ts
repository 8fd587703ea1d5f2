import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectToRunning } from '#embedded-postgres';
import { benchAdmin, makeFolder, signInAsBenchAdmin, startBenchShop } from './support/bench-shop.ts';
import { type Row, showNumber } from './support/figures.ts';
import { type Memory, memoryOf } from './support/memory.ts';

const run = promisify(execFile);
const TOOLS = 100_000;
const PURCHASES = [500, 5_000];
const IDLE_MS = 30_000;
const LOOK_MS = 100;
/** Half of the ten minutes that a token is valid. */
const TOKEN_MS = 300_000;
const WANTED = 'no more with more';

type Reply = { status: number; text: string };

/** Measures the memory of a shop while it writes the files that have everything: the Google feed of 100,000
 * tools, and the copy of a person's data with an invoice for each purchase. `BENCH_DATA_DIR`: a folder filled
 * by `npm run seed:large -- 100000`, to which the purchases are added. */
export async function measureWholeFiles(): Promise<Row[]> {
  const dataDir = process.env.BENCH_DATA_DIR ?? (await makeFolder());
  try {
    const env = { ...process.env, SHOP_DATA_DIR: dataDir };
    if (!process.env.BENCH_DATA_DIR)
      await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], { env });
    return [...(await measureFeed(dataDir)), ...(await measureExports(dataDir))];
  } finally {
    if (!process.env.BENCH_DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureFeed(dataDir: string): Promise<Row[]> {
  const shop = await startBenchShop(dataDir, { TOOL_PAGES: 'public' });
  try {
    const { idle, peak, seconds, result } = await watch(dataDir, async () => {
      const { body } = await fetch(`${shop.origin}/feeds/google.xml`);
      let bytes = 0;
      for await (const part of body ?? []) bytes += part.length;
      return bytes;
    });
    const what = `the Google feed, ${showNumber(result / 1e6)} MB in ${showNumber(seconds)} s`;
    return memoryRows(what, idle, peak);
  } finally {
    await shop.stop();
  }
}

async function measureExports(dataDir: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const purchases of PURCHASES) {
    const shop = await startBenchShop(dataDir);
    try {
      let token = await signInAsBenchAdmin(shop);
      let signedInAt = performance.now();
      const ask = async (method: string, path: string, body?: object): Promise<Reply> => {
        if (performance.now() - signedInAt > TOKEN_MS) {
          token = await signInAsBenchAdmin(shop);
          signedInAt = performance.now();
        }
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const sent = body && JSON.stringify(body);
        const reply = await fetch(shop.origin + path, { method, headers, body: sent ?? null });
        return { status: reply.status, text: await reply.text() };
      };
      await givePurchases(dataDir, ask, purchases);
      const { idle, peak, seconds, result } = await watch(dataDir, () => makeCopy(ask));
      const what = `a copy of one’s data with ${showNumber(purchases)} purchases, ${showNumber(result / 1e6)} MB in ${showNumber(seconds)} s`;
      rows.push(...memoryRows(what, idle, peak));
    } finally {
      await shop.stop();
    }
  }
  return rows;
}

type Ask = (method: string, path: string, body?: object) => Promise<Reply>;

/** Has the copy made, and returns its size. */
async function makeCopy(ask: Ask): Promise<number> {
  const { status, text } = await ask('POST', '/account/export');
  if (status !== 202) throw new Error(`The copy was not begun: ${status} ${text}`);
  for (;;) {
    const { state } = JSON.parse((await ask('GET', '/account/export')).text);
    if (state === 'failed') throw new Error('the copy has failed');
    if (state === 'ready') return (await ask('GET', '/account/export/file')).text.length;
    await pause(LOOK_MS);
  }
}

const admin = `select id from users where email = '${benchAdmin.email}'`;

/** Gives the admin as many paid and invoiced purchases: one by the shop, the rest as its copies. */
async function givePurchases(dataDir: string, ask: Ask, count: number): Promise<void> {
  const [tool] = JSON.parse((await ask('GET', '/tool?orderable=1&limit=1')).text);
  const lines = [{ toolId: tool._id, quantity: tool.min_order_quantity }];
  const batch = { lines, phone: '+1 555 0100', address: '1 Main St, Ohio, IL 61349' };
  const { orders } = JSON.parse((await ask('POST', '/orders/batch', batch)).text);
  const paid = { orderIds: orders.map(({ _id }: { _id: string }) => _id), method: 'cash' };
  const { status, text } = await ask('POST', `/customers/${benchAdmin.email}/mark-paid`, paid);
  if (status >= 400) throw new Error(`marking as paid answered ${status}: ${text}`);
  const connection = await connectToRunning({ dataDir, name: 'toolyard' });
  if (!connection) throw new Error(`no shop runs in ${dataDir}`);
  const db = new pg.Client(connection);
  await db.connect();
  try {
    await db.query(`
      begin;
      delete from account_exports;
      alter table payments disable trigger user;
      create temporary table copies on commit drop as
        select gen_random_uuid() as payment, gen_random_uuid() as invoice, next + n - 1 as number
        from paper_numbers, generate_series(1, ${count} - (select count(*)::integer from invoices where user_id = (${admin}))) n
        where kind = 'invoice';
      create temporary table issued on commit drop as
        select * from invoices where user_id = (${admin}) and kind = 'invoice' order by id desc limit 1;
      insert into payments (${await columnsOf(db, 'payments')}) select ${await columnsOf(db, 'payments')} from (
        select (jsonb_populate_record(paid, jsonb_build_object('id', payment, 'intent_id', null))).*
          from copies, payments paid where paid.id = (select payment_id from issued)) made;
      insert into invoices (${await columnsOf(db, 'invoices')}) select ${await columnsOf(db, 'invoices')} from (
        select (jsonb_populate_record(former, jsonb_build_object('id', copies.invoice, 'payment_id', payment,
            'number', copies.number, 'previous', copies.number - 1, 'name', 'BENCH-' || copies.number))).*
          from copies, invoices former where former.id = (select id from issued)) made;
      update paper_numbers set next = (select max(number) + 1 from invoices where kind = 'invoice') where kind = 'invoice';
      alter table payments enable trigger user;
      commit`);
  } finally {
    await db.end();
  }
}

/** The columns of a table that are not computed from others. */
async function columnsOf(db: pg.Client, table: string): Promise<string> {
  const { rows } = await db.query<{ names: string }>(
    `select string_agg(format('%I', column_name), ', ') as names from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.names ?? '';
}

/** Does some work, and returns the memory before it and the most while it lasts. */
async function watch<Result>(dataDir: string, work: () => Promise<Result>) {
  await pause(IDLE_MS);
  const idle = memoryOf(dataDir);
  const peak = { node: { ...idle.node }, postgres: { ...idle.postgres } };
  let isDone = false;
  const startedAt = performance.now();
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const now = memoryOf(dataDir);
    for (const part of ['node', 'postgres'] as const)
      for (const kind of ['rss', 'pss'] as const)
        peak[part][kind] = Math.max(peak[part][kind], now[part][kind]);
    await pause(LOOK_MS);
  }
  return { idle, peak, result: await working, seconds: (performance.now() - startedAt) / 1000 };
}

type Both = { node: Memory; postgres: Memory };

const memoryRows = (what: string, idle: Both, peak: Both): Row[] => [
  {
    what: `${what}: Node’s resident memory idle, at most, MB`,
    ours: `${showNumber(idle.node.rss)}, ${showNumber(peak.node.rss)}`,
    wanted: WANTED,
  },
  {
    what: '… PostgreSQL’s, pages that its processes share counted once',
    ours: `${showNumber(idle.postgres.pss)}, ${showNumber(peak.postgres.pss)}`,
    wanted: WANTED,
  },
];
