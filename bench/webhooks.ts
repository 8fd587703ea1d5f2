import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ImportReport } from '#features/imports/contract.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { toolsFile } from '#tests/support/imports.ts';
import { startSpawnedShop } from '#tests/support/spawn-shop.ts';
import { openReceiver } from '#tests/support/webhook-receiver.ts';
import { startThrowawayPostgres } from '../packages/embedded-postgres/testing/index.ts';
import { callerOf, uploadPicture } from './import-tools.ts';
import { benchAdmin, makeFolder } from './support/bench-shop.ts';
import { againstFloor, type Row } from './support/figures.ts';

const TOOLS = 500;
const ENDPOINTS = 6;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const LOOK_MS = 20;
const PAUSE_MS = 50;
const LONGEST_MS = 180_000;

/** A folder with an earlier version of the shop, which is the floor. */
const EARLIER = process.env.BENCH_EARLIER;

type Figures = Record<'median' | 'slowest' | 'refused' | 'connections' | 'refusals' | 'seconds', number>;

/** Measures a visitor's `GET /tool` while tools are imported whose changes webhooks tell of, beside an earlier
 * version by turns if `BENCH_EARLIER` names its folder. */
export async function measureWebhooks(): Promise<Row[]> {
  const earlier: Figures[] = [];
  const ours: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (EARLIER) earlier.push(await importBeside(EARLIER));
    ours.push(await importBeside('.'));
  }
  const row = (what: string, figure: keyof Figures, wanted: string) => {
    const [floor, own] = [earlier, ours].map((all) => all.map((each) => each[figure]));
    const { ratio, ...rest } = againstFloor(what, floor ?? [], own ?? [], wanted);
    return Number.isFinite(Number(ratio)) ? { ...rest, ratio } : rest;
  };
  return [
    row('`GET /tool` meanwhile, the median, ms', 'median', ''),
    row('… the slowest, ms', 'slowest', ''),
    row('… answered otherwise than with 200', 'refused', '0'),
    row('connections to the database that are busy at once, at most', 'connections', ''),
    row('`TooManyWaiting` in the log', 'refusals', '0'),
    row(`until all ${TOOLS * ENDPOINTS} webhooks have arrived, s`, 'seconds', ''),
  ];
}

async function importBeside(folder: string): Promise<Figures> {
  const dataDir = await makeFolder();
  const postgres = await startThrowawayPostgres('toolyard', { max_connections: '60' });
  const watcher = new pg.Client(postgres.connection);
  await watcher.connect();
  const receiver = await openReceiver();
  const shop = await startSpawnedShop(
    {
      ...{ SHOP_DATA_DIR: dataDir, SHOP_RATE_LIMIT: 'off', SHOP_DEMO: '0', WEBHOOK_PRIVATE_ADDRESSES: '1' },
      ...{ SHOP_ADMIN_EMAIL: benchAdmin.email, SHOP_ADMIN_PASSWORD: benchAdmin.password },
      ...{ SHOP_LOG_LEVEL: 'info', DATABASE_URL: databaseUrl(postgres.appConnection) },
      DATABASE_OWNER_URL: databaseUrl(postgres.connection),
    },
    { folder },
  );
  try {
    const call = callerOf(shop);
    const read = async <Body>(reply: Promise<Response>) => (await (await reply).json()) as Body;
    for (let nth = 0; nth < ENDPOINTS; nth += 1)
      await call('POST', '/webhook-endpoints', { url: `${receiver.url}/${nth}`, events: ['tool.changed'] });
    const img = await uploadPicture(call);
    const head = 'part_number,name,description,category,price,min_order_quantity,available_quantity,img';
    const lines = Array.from(
      { length: TOOLS },
      (_, nth) => `M-${nth},Tool ${nth},Measured.,Saws,5,1,9,${img}`,
    );
    const { id } = await read<{ id: string }>(
      call('POST', '/imports', toolsFile([head, ...lines].join('\n'))),
    );
    while ((await read<ImportReport>(call('GET', `/imports/${id}`))).state !== 'checked')
      await pause(LOOK_MS);

    const waits: number[] = [];
    let [refused, connections, isOver] = [0, 0, false];
    const visiting = (async () => {
      while (!isOver) {
        const start = performance.now();
        const reply = await fetch(`${shop.origin}/tool`);
        await reply.arrayBuffer();
        waits.push(performance.now() - start);
        if (reply.status !== 200) refused += 1;
        await pause(PAUSE_MS);
      }
    })();
    const watching = (async () => {
      while (!isOver) {
        const { rows } = await watcher.query(`select count(*)::int as busy from pg_stat_activity
          where application_name like 'toolyard%' and state <> 'idle'`);
        connections = Math.max(connections, rows[0].busy);
        await pause(LOOK_MS);
      }
    })();
    const start = performance.now();
    await call('POST', `/imports/${id}/apply`);
    while (new Set(receiver.received.map((hook) => hook.path + hook.id)).size < TOOLS * ENDPOINTS) {
      if (performance.now() - start > LONGEST_MS) break;
      await pause(LOOK_MS);
    }
    const seconds = (performance.now() - start) / 1000;
    isOver = true;
    await Promise.all([visiting, watching]);
    const sorted = waits.toSorted((a, b) => a - b);
    return {
      median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      slowest: sorted.at(-1) ?? Number.NaN,
      ...{ refused, connections, seconds },
      refusals: shop.printed().split('TooManyWaiting').length - 1,
    };
  } finally {
    await shop.stop();
    receiver.stop();
    await watcher.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
