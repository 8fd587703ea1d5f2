import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { ImportReport } from '#features/imports/contract.ts';
import { toolsFile } from '#tests/support/imports.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { type BenchShop, signInAsBenchAdmin, startBenchShop } from './support/bench-shop.ts';
import { type Row, showNumber } from './support/figures.ts';
import { memoryOf } from './support/memory.ts';

const TOOLS = Number(process.env.BENCH_IMPORTED ?? 100_000);
const LOOK_MS = 250;
/** Half of the ten minutes that a token is valid. */
const TOKEN_MS = 300_000;
const ORDERS_A_LOOK = 5;

const head = 'part_number,name,description,category,price,min_order_quantity,available_quantity,img';

/** Measures adding `TOOLS` tools from a file, changing them, undoing that and exporting all, in a new
 * shop. */
export async function measureImports(): Promise<Row[]> {
  const shop = await startBenchShop(undefined, { SHOP_DEMO: '0' });
  try {
    const call = callerOf(shop);
    const img = await uploadPicture(call);
    const rows: Row[] = [];
    const { measured, send, moveOn } = stepsOf(shop, call, rows);
    const file = (price: number, available: number) => [head, ...linesOf(img, price, available)].join('\n');
    const count = TOOLS.toLocaleString('en-US');
    const added = await measured(`${count} new tools: sent, read and checked, s`, () => send(file(5, 10)));
    await measured('… applied, s', () => moveOn(added, 'apply'));
    const before = await measured('… all exported, s', () => exported(call));
    const changed = await measured('price and stock of them all changed: sent, read and checked, s', () =>
      send(file(6, 12)),
    );
    const buyers = buyersOf(shop, call, idsIn(before));
    await measured('… applied, s', () => buyers.during(changed, () => moveOn(changed, 'apply')));
    rows.push(buyers.row());
    await measured('… undone, s', () => buyers.during(changed, () => moveOn(changed, 'undo')));
    rows.push(buyers.row());
    if ((await exported(call)) !== before) throw new Error('undoing has left something');
    return rows;
  } finally {
    await shop.stop();
  }
}

const linesOf = (img: string, price: number, available: number) =>
  Array.from(
    { length: TOOLS },
    (_, index) =>
      `M-${index},Tool ${index},Made for measuring ${index % 977}.,Category ${index % 40},${price},1,${available},${img}`,
  );

type Call = (method: string, path: string, body?: FormData | object) => Promise<Response>;

/** Calls as the admin, with a new token before the old one expires. @throws for an answer that is no success */
export function callerOf(shop: Pick<BenchShop, 'origin'>): Call {
  let token: Promise<string> | undefined;
  let signedInAt = 0;
  return async (method, path, body) => {
    if (performance.now() - signedInAt > TOKEN_MS || !token) {
      token = signInAsBenchAdmin(shop);
      signedInAt = performance.now();
    }
    const isForm = body === undefined || body instanceof FormData;
    const headers = {
      authorization: `Bearer ${await token}`,
      ...(!isForm && { 'content-type': 'application/json' }),
    };
    const sent = isForm ? (body ?? null) : JSON.stringify(body);
    const reply = await fetch(shop.origin + path, { method, headers, body: sent });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
}

/** Uploads a small picture; returns its address. */
export async function uploadPicture(call: Call): Promise<string> {
  const form = new FormData();
  const picture = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'tool.png');
  const reply = (await (await call('POST', '/image', form)).json()) as { data: { url: string } };
  return reply.data.url;
}

const BUYERS = 4;
/** Most buyers want tools that the import is about to reach. */
const AHEAD = 1_500;

/** The ids of an export's tools, sorted by creation (version 7 UUIDs). */
const idsIn = (csv: string) => (csv.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []).toSorted();

/** Buyers who put tools into their cart, one order after another, while an import progresses. */
function buyersOf({ origin }: BenchShop, call: Call, ids: string[]) {
  let waits: number[] = [];
  const buy = async (toolId: string, token: string, start: number): Promise<boolean> => {
    const reply = await fetch(`${origin}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ toolId, minQuantity: 1, phone: '+1 555 0100', address: '1 Main St' }),
    });
    // The shop is busy: the buyer retries, and the wait counts.
    if (reply.status === 503) return false;
    if (!reply.ok) throw new Error(`POST /orders answered ${reply.status}: ${await reply.text()}`);
    waits.push(performance.now() - start);
    // An account may have at most 500 unpaid orders.
    const { insertedId } = (await reply.json()) as { insertedId: string };
    await call('DELETE', `/orders/${insertedId}`);
    return true;
  };
  return {
    async during(importId: string, work: () => Promise<unknown>): Promise<void> {
      waits = [];
      let isOver = false;
      const working = work().finally(() => {
        isOver = true;
      });
      const goOn = async (nth: number) => {
        while (!isOver) {
          const report = (await (await call('GET', `/imports/${importId}`)).json()) as ImportReport;
          const token = await signInAsBenchAdmin({ origin });
          for (let time = 0; time < ORDERS_A_LOOK && !isOver; time += 1) {
            const at = nth === 0 ? Math.random() * ids.length : report.done + Math.random() * AHEAD;
            const start = performance.now();
            while (!(await buy(ids[Math.floor(at) % ids.length] ?? '', token, start))) await pause(LOOK_MS);
          }
        }
      };
      await Promise.all([working, ...Array.from({ length: BUYERS }, (_, nth) => goOn(nth))]);
    },
    row(): Row {
      const longest = Math.max(...waits);
      const what = `… ${showNumber(waits.length)} orders of its tools placed meanwhile, the longest wait, ms`;
      return { what, ours: showNumber(longest), wanted: '≤ 2,000' };
    },
  };
}

const exported = async (call: Call) => (await call('GET', '/exports/tools.csv')).text();

function stepsOf({ dataDir }: BenchShop, call: Call, rows: Row[]) {
  /** Runs some work and records its duration and the peak memory of the shop's process. */
  async function measured<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    let most = 0;
    const start = performance.now();
    const working = work();
    let isOver = false;
    const over = working.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      most = Math.max(most, memoryOf(dataDir).node.rss);
      await Promise.race([over, pause(LOOK_MS)]);
    }
    const seconds = (performance.now() - start) / 1000;
    rows.push({
      what,
      ours: `${seconds.toFixed(1)}, at most ${most.toFixed(0)} MB`,
      wanted: '≤ 120, ≤ 300 MB',
    });
    return working;
  }

  async function settled(id: string, state: string): Promise<string> {
    for (;;) {
      const report = (await (await call('GET', `/imports/${id}`)).json()) as ImportReport;
      if (report.state === state) return id;
      if (!/ing$/.test(report.state)) throw new Error(JSON.stringify(report));
      await pause(LOOK_MS);
    }
  }

  return {
    measured,
    async send(content: string) {
      const { id } = (await (await call('POST', '/imports', toolsFile(content))).json()) as { id: string };
      return settled(id, 'checked');
    },
    async moveOn(id: string, action: 'apply' | 'undo') {
      await call('POST', `/imports/${id}/${action}`);
      return settled(id, action === 'apply' ? 'applied' : 'undone');
    },
  };
}
