import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { readOperations } from '#tests/faults/support/fuzz/api-document.ts';
import { createShopProcess } from '#tests/faults/support/shop-process.ts';
import { INSPECTED } from '#tests/support/inspector.ts';
import { benchAdmin, makeFolder } from './support/bench-shop.ts';
import { showNumber } from './support/figures.ts';
import { createWorld } from './support/known-world.ts';
import { type LargestCall, largestCalls } from './support/largest-calls.ts';
import { largestFiles } from './support/largest-files.ts';
import { type LoopWatch, openLoopWatch } from './support/loop-watch.ts';

const run = promisify(execFile);
const TOOLS = 100_000;
const MOST_MS = 100;
/** What is shorter is told together. */
const NOTED_MS = 20;
const TRIES = 3;

type Held = LargestCall & { heldMs: number; answer: string };

/** How long each call holds the event loop of a shop of 100,000 tools that is asked with the most that it takes, each of its texts
 * filled with what is hardest to read. `BENCH_DATA_DIR`: a folder that `npm run seed:large -- 100000` has filled. */
export async function measureLongestInputs(): Promise<string> {
  const dataDir = process.env.BENCH_DATA_DIR ?? (await makeFolder());
  try {
    const env = { ...process.env, SHOP_DATA_DIR: dataDir };
    if (!process.env.BENCH_DATA_DIR)
      await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], { env });
    return toTable(await measure(dataDir));
  } finally {
    if (!process.env.BENCH_DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(dataDir: string): Promise<Held[]> {
  await buildIfStale(() => undefined);
  const shop = await createShopProcess({
    SHOP_DATA_DIR: dataDir,
    SHOP_RATE_LIMIT: 'off',
    SHOP_LOG_LEVEL: 'error',
    SHOP_ADMIN_EMAIL: benchAdmin.email,
    SHOP_ADMIN_PASSWORD: benchAdmin.password,
    ...INSPECTED,
  });
  await shop.start();
  try {
    const watch = await openLoopWatch(shop.printed());
    const world = await createWorld(shop.origin);
    const operations = await readOperations(shop.origin);
    const held: Held[] = [];
    for (const call of [...largestCalls(operations, world), ...(await largestFiles(world))]) {
      held.push(await hold(call, watch));
      const { heldMs, name, text, answer } = held.at(-1) as Held;
      process.stdout.write(`${Math.round(heldMs)} ms ${name} ${text} ${answer}\n`);
    }
    watch.close();
    return held;
  } finally {
    await shop.end('SIGINT');
  }
}

/** The least of some tries: memory is collected now and then. */
async function hold(call: LargestCall, watch: LoopWatch): Promise<Held> {
  let heldMs = Number.POSITIVE_INFINITY;
  let answer = '';
  for (let nth = 0; nth < TRIES && heldMs > MOST_MS; nth += 1) {
    const ms = await watch.during(async () => {
      answer = await call.send();
    });
    heldMs = Math.min(heldMs, ms);
  }
  return { ...call, heldMs, answer };
}

function toTable(held: Held[]): string {
  const sorted = held.toSorted((one, other) => other.heldMs - one.heldMs);
  const longest = [...new Map(sorted.toReversed().map((each) => [each.name, each])).values()].toReversed();
  const noted = longest.filter(({ heldMs }) => heldMs >= NOTED_MS);
  const rows = noted.map(({ name, field, text, answer, heldMs }) => [
    `\`${name}\``,
    field,
    `${text} (${answer})`,
    showNumber(heldMs),
  ]);
  const head = ['call', 'field', 'worst input (answer)', 'longest hold, ms'];
  const over = longest.filter(({ heldMs }) => heldMs > MOST_MS).length;
  return [
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${held.length} inputs of ${longest.length} calls and pages: ${over} hold the loop for over ${MOST_MS} ms. The others stay under ${NOTED_MS} ms.`,
  ].join('\n');
}
