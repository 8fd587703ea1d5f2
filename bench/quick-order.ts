import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { quickOrderLines } from '#tests/support/quick-order-lines.ts';
import { type BenchShop, makeFolder, signInAsBenchAdmin, startBenchShop } from './support/bench-shop.ts';
import { type Row, showNumber, showSpread, spreadOf } from './support/figures.ts';

const run = promisify(execFile);

/** Number of generated tools in the large catalogue. */
const TOOLS = Number(process.env.BENCH_TOOLS ?? 100_000);
const LINES = 50;
const ROUNDS = 5;

/** Measures how long the shop takes to match pasted lists of fifty lines, with the demo catalogue and with a
 * large one. */
export async function measureQuickOrder(): Promise<Row[]> {
  const rows = await measureShop('the drawn catalogue', await startBenchShop());
  const dataDir = await makeFolder();
  try {
    const env = { ...process.env, SHOP_DATA_DIR: dataDir };
    await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], { env });
    const shop = await startBenchShop(dataDir);
    return [...rows, ...(await measureShop(`${showNumber(TOOLS)} tools more`, shop))];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureShop(where: string, shop: BenchShop): Promise<Row[]> {
  try {
    const token = await signInAsBenchAdmin(shop);
    const tools = (await (await fetch(`${shop.origin}/tool?limit=100`)).json()) as { name: string }[];
    const rows: Row[] = [];
    for (const [what, lines] of [
      ['lines of a clerk’s', quickOrderLines.map(([line]) => line)],
      [
        'of its own names, each with a slip',
        Array.from({ length: 4 * LINES }, (_, nth) => slipped(tools, nth)),
      ],
    ] as const) {
      const times: number[] = [];
      // Warms up: the first list meets a shop that has just started.
      await read(shop, token, lines.slice(0, LINES));
      for (let nth = 0; nth < ROUNDS * Math.floor(lines.length / LINES); nth += 1) {
        const from = (nth * LINES) % (lines.length - (lines.length % LINES));
        times.push(await read(shop, token, lines.slice(from, from + LINES)));
      }
      rows.push({
        what: `${where}: ${LINES} ${what}, ms`,
        ours: showSpread(spreadOf(times)),
        wanted: '≤ 300',
      });
    }
    return rows;
  } finally {
    await shop.stop();
  }
}

/** A tool's name with one letter omitted, and a quantity. */
function slipped(tools: { name: string }[], nth: number): string {
  const name = tools[nth % tools.length]?.name ?? '';
  const at = 3 + (nth % 7);
  return `${1 + (nth % 20)} x ${name.slice(0, at)}${name.slice(at + 1)}`;
}

async function read({ origin }: BenchShop, token: string, lines: readonly string[]): Promise<number> {
  const start = performance.now();
  const reply = await fetch(`${origin}/quick-order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ text: lines.join('\n') }),
  });
  const told = (await reply.json()) as { lines?: unknown[] };
  if (told.lines?.length !== lines.length) throw new Error(`${reply.status}: ${JSON.stringify(told)}`);
  return performance.now() - start;
}
