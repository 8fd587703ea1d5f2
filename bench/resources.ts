import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, spawnShop } from '#tests/support/spawn-shop.ts';
import { makeFolder, startBenchShop } from './support/bench-shop.ts';
import { type Row, showSpread, spreadOf } from './support/figures.ts';
import { type Memory, memoryOf } from './support/memory.ts';
import { load } from './support/wrk.ts';

const STARTS = 5;
const IDLE_MS = 30_000;
const LOAD_S = 10;

/** Measures the shop's memory, idle and after a load, and its startup time. */
export async function measureResources(): Promise<Row[]> {
  const dataDir = await makeFolder();
  try {
    const first = await startBenchShop(dataDir);
    await pause(IDLE_MS);
    await first.stop();
    const starts = await measureStarts(dataDir);
    return [...(await measureMemory(dataDir)), starts];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureMemory(dataDir: string): Promise<Row[]> {
  const shop = await startBenchShop(dataDir);
  try {
    await pause(IDLE_MS);
    const idle = memoryOf(dataDir);
    for (const path of ['/', '/tools', '/tool?limit=12', '/tool/facets'])
      await load(shop.origin + path, LOAD_S);
    for (let search = 0; search < 300; search += 1) await fetch(`${shop.origin}/tools?q=saw+${search}`);
    const after = memoryOf(dataDir);
    return [memoryRow('idle', idle, '≤ 200'), memoryRow('after load', after, '≤ 350')];
  } finally {
    await shop.stop();
  }
}

function memoryRow(
  when: string,
  { node, postgres }: { node: Memory; postgres: Memory },
  wanted: string,
): Row {
  const mb = (memory: Memory, kind: keyof Memory) => memory[kind].toFixed(0);
  return {
    what: `resident memory ${when}, MB, pages that processes share counted once (each time)`,
    ours: `${(node.pss + postgres.pss).toFixed(0)} (${(node.rss + postgres.rss).toFixed(0)}): Node ${mb(node, 'pss')} (${mb(node, 'rss')}), PostgreSQL ${mb(postgres, 'pss')} (${mb(postgres, 'rss')})`,
    wanted,
  };
}

async function measureStarts(dataDir: string): Promise<Row> {
  const seconds: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const port = await freePort();
    const from = performance.now();
    const { kill, ended } = spawnShop({ PORT: String(port), SHOP_DATA_DIR: dataDir });
    while (!(await isServing(port))) await pause(5);
    seconds.push((performance.now() - from) / 1000);
    kill('SIGINT');
    await ended;
  }
  return {
    what: '`npm start` on existing data until the first page, s',
    ours: showSpread(spreadOf(seconds), 2),
    wanted: '≤ 1.5',
  };
}

function isServing(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  );
}
