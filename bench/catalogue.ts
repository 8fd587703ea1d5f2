import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectToRunning } from '#embedded-postgres';
import { type Cost, measureSearch } from './search-load.ts';
import { makeFolder, startBenchShop } from './support/bench-shop.ts';
import { showNumber } from './support/figures.ts';
import { memoryOf } from './support/memory.ts';

const run = promisify(execFile);

/** Catalogue sizes to compare; a million takes long to create, so request it with `BENCH_TOOLS=1000000`. An
 * existing catalogue is given by the data folder of a stopped shop: `BENCH_TOOLS='1000 10000'
 * BENCH_FILLED=/data/million`. */
const sizes = (process.env.BENCH_TOOLS ?? '1000 10000 100000').split(' ').filter(Boolean).map(Number);

const filled = (process.env.BENCH_FILLED ?? '').split(' ').filter(Boolean);

const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 200);
const CLIENTS = 16;

/** The costs of a catalogue of one size. */
type Size = {
  tools: number;
  seedS: number | undefined;
  startS: number;
  mb: number;
  rssMb: number;
  costs: Cost[];
};

/** Sends the same requests to catalogues of several sizes; returns a Markdown table of p50 and p99 in ms. */
export async function measureCatalogue(): Promise<string> {
  const measured: Size[] = [];
  for (const tools of sizes) measured.push(await fillAndMeasure(tools));
  for (const dataDir of filled) measured.push(await measureFolder(dataDir, undefined));
  const line = (what: string, of: (size: Size) => string) => [what, ...measured.map(of)];
  const kinds = measured[0]?.costs.map(({ what }) => what) ?? [];
  const rows = [
    line('tools', ({ tools }) => showNumber(tools)),
    line('---', () => '---'),
    line('filled in, s', ({ seedS }) => (seedS === undefined ? '' : showNumber(seedS))),
    line('started in, s', ({ startS }) => showNumber(startS, 2)),
    line('data folder, MB', ({ mb }) => showNumber(mb)),
    line('Node after the load, MB', ({ rssMb }) => showNumber(rssMb)),
    ...kinds.map((kind, nth) => line(kind, ({ costs }) => showCost(costs[nth]))),
  ];
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function showCost(cost: Cost | undefined): string {
  return cost ? `${showNumber(cost.p50)} / ${showNumber(cost.p99)}` : '';
}

async function fillAndMeasure(tools: number): Promise<Size> {
  const dataDir = await makeFolder();
  try {
    const seeding = performance.now();
    const env = { ...process.env, SHOP_DATA_DIR: dataDir };
    await run('npm', ['run', '--silent', 'seed:large', '--', String(tools)], { env });
    return await measureFolder(dataDir, (performance.now() - seeding) / 1000);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureFolder(dataDir: string, seedS: number | undefined): Promise<Size> {
  const starting = performance.now();
  const shop = await startBenchShop(dataDir);
  const startS = (performance.now() - starting) / 1000;
  try {
    const costs = await measureSearch(shop.origin, REQUESTS, CLIENTS);
    const { stdout } = await run('du', ['-sm', dataDir]);
    const mb = Number.parseInt(stdout, 10);
    return { tools: await countTools(dataDir), seedS, startS, mb, rssMb: memoryOf(dataDir).node.rss, costs };
  } finally {
    await shop.stop();
  }
}

async function countTools(dataDir: string): Promise<number> {
  const connection = await connectToRunning({ dataDir, name: 'toolyard' });
  if (!connection) throw new Error(`no shop runs in ${dataDir}`);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query('select count(*)::integer as tools from tools');
    return rows[0].tools;
  } finally {
    await client.end();
  }
}
