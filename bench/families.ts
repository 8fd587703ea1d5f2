import { setTimeout as pause } from 'node:timers/promises';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { createShopProcess } from '#tests/faults/support/shop-process.ts';
import { INSPECTED } from '#tests/support/inspector.ts';
import { benchAdmin, makeFolder, signInAsBenchAdmin } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { openLoopWatch } from './support/loop-watch.ts';

const MEMBERS = 1_000;
const COLUMNS = 16;
const RUNS = 5;
const POLL_MS = 100;

type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Measures how long reading the largest family blocks the event loop: each member has a value of its own in
 * every column, in the notations that take longest to read. */
export async function measureFamilies(): Promise<Row[]> {
  await buildIfStale(() => undefined);
  const shop = await createShopProcess({
    SHOP_DATA_DIR: await makeFolder(),
    SHOP_RATE_LIMIT: 'off',
    SHOP_LOG_LEVEL: 'error',
    SHOP_ADMIN_EMAIL: benchAdmin.email,
    SHOP_ADMIN_PASSWORD: benchAdmin.password,
    ...INSPECTED,
  });
  await shop.start();
  // The admin's account is created last, when the shop already accepts requests.
  while (!shop.printed().includes('is open at')) await pause(POLL_MS);
  const watch = await openLoopWatch(shop.printed());
  try {
    const ask = await askAsAdmin(shop.origin);
    const family = `/families/${await makeLargestFamily(ask)}`;
    const label = encodeURIComponent(nameOf(0));
    const rows: Row[] = [];
    for (const [what, query] of [
      ['read', ''],
      ['sorted by a column of numbers', `?sort=column&column=${label}`],
      ['sorted by a column of texts', `?sort=column&column=${encodeURIComponent(nameOf(COLUMNS - 1))}`],
      ['filtered by two columns', `?spec=${label}:1/2..900&spec=${encodeURIComponent(nameOf(1))}:1..`],
    ] as const) {
      const holds: number[] = [];
      // Each address is asked once only: the shop keeps its answers.
      for (let run = 0; run < RUNS; run += 1)
        holds.push(
          await watch.during(() => ask('GET', `${family}${query}${query ? '&' : '?'}limit=${100 - run}`)),
        );
      rows.push({
        what: `${MEMBERS.toLocaleString('en-GB')} members in ${COLUMNS} columns, ${what}: longest hold, ms`,
        ours: showSpread(spreadOf(holds)),
        wanted: '≤ 100',
      });
    }
    return rows;
  } finally {
    watch.close();
    await shop.end('SIGINT');
  }
}

async function askAsAdmin(origin: string): Promise<Ask> {
  const token = await signInAsBenchAdmin({ origin });
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const reply = await fetch(origin + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await reply.json();
    if (!reply.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
}

async function makeLargestFamily(ask: Ask): Promise<string> {
  const [{ img = '' } = {}] = (await ask('GET', '/tool?limit=1')) as { img: string }[];
  const toolIds: string[] = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    const specifications = Array.from({ length: COLUMNS }, (_, column) => ({
      name: nameOf(column),
      value: column < COLUMNS - 1 ? `${nth}-${column + 1}/64 inches` : `${nth} × 1 1/64 “½″”, `.repeat(4),
    }));
    const fields = { price: 5, min_order_quantity: 1, available_quantity: 9 };
    const tool = { name: `Size ${nth}`, description: 'One of many.', img, specifications, ...fields };
    toolIds.push(((await ask('POST', '/tool', tool)) as { insertedId: string }).insertedId);
  }
  const added = await ask('POST', '/families', { name: 'The largest', toolIds });
  return (added as { insertedId: string }).insertedId;
}

const nameOf = (column: number) => `Measure ${column + 1}`;
