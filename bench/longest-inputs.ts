import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { readOperations } from '#tests/faults/support/fuzz/api-document.ts';
import { createShopProcess } from '#tests/faults/support/shop-process.ts';
import { INSPECTED } from '#tests/support/inspector.ts';
import { type LargestCall, largestCalls } from '#tests/support/longest-inputs/calls.ts';
import { largestFiles } from '#tests/support/longest-inputs/files.ts';
import { largestPages } from '#tests/support/longest-inputs/pages.ts';
import { createWorld, type World } from '#tests/support/longest-inputs/world.ts';
import { benchAdmin, makeFolder, signInAsBenchAdmin } from './support/bench-shop.ts';
import { showNumber } from './support/figures.ts';
import { type LoopWatch, openLoopWatch } from './support/loop-watch.ts';

const run = promisify(execFile);
const TOOLS = 100_000;
const MOST_MS = 100;
/** Calls that block the loop for less, and are answered within `LONG_MS`, are summed up in one sentence. */
const NOTED_MS = 30;
const LONG_MS = 1_000;
const TRIES = 3;
const POLL_MS = 100;
/** Replaces the status if the call's prerequisites could not be created. */
const NOT_PREPARED = 599;
/** Half of the ten minutes that a token is valid. */
const TOKEN_MS = 300_000;

type Held = LargestCall & { heldMs: number; tookMs: number; status: number };

/** Measures how long each call and page blocks the event loop of a shop of 100,000 tools when it receives the
 * largest inputs, with each text filled with what is hardest to read. The calls come from the API's own
 * document and the pages from the route table, so that none can be missed. `BENCH_DATA_DIR`: a folder filled
 * by `npm run seed:large -- 100000`. `BENCH_CALLS`: a pattern of the names of the calls to measure. */
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
  // The admin's account is created last, when the shop already accepts requests.
  while (!shop.printed().includes('is open at')) await pause(POLL_MS);
  const watch = await openLoopWatch(shop.printed());
  try {
    const world = await createWorld(askerOf(shop.origin), benchAdmin.email);
    const held: Held[] = [];
    for (const call of await everything(shop.origin, world)) held.push(await hold(call, watch));
    return held;
  } finally {
    watch.close();
    await shop.end('SIGINT');
  }
}

async function everything(origin: string, world: World): Promise<LargestCall[]> {
  const operations = await readOperations(origin);
  const files = await largestFiles(world);
  const missing = operations.filter(
    ({ name, takesFile }) => takesFile && !files.some((file) => file.name === name),
  );
  if (missing.length > 0) throw new Error(`no file for ${missing.map(({ name }) => name).join(', ')}`);
  const calls = largestCalls(operations, world);
  // Orders can be placed as long as delivery and tax are as the shop has them.
  const [rules, others] = [
    calls.filter(({ name }) => setsRules(name)),
    calls.filter(({ name }) => !setsRules(name)),
  ];
  const all = [...others, ...files, ...largestPages(world), ...rules];
  const asked = new RegExp(process.env.BENCH_CALLS ?? '');
  return all.filter(({ name }) => asked.test(name));
}

const setsRules = (name: string) => name.startsWith('PUT /charge-rules/');

function askerOf(origin: string): World['ask'] {
  let token = '';
  let signedInAt = Number.NEGATIVE_INFINITY;
  return async (method, path, body, type = 'application/json') => {
    if (performance.now() - signedInAt > TOKEN_MS) {
      token = await signInAsBenchAdmin({ origin });
      signedInAt = performance.now();
    }
    const headers = {
      authorization: `Bearer ${token}`,
      ...(typeof body === 'string' && { 'content-type': type }),
      ...(method === 'POST' && type !== 'application/json' && { origin }),
    };
    const reply = await fetch(origin + path, { method, headers, body: body ?? null, redirect: 'manual' });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, body: isJson && text ? JSON.parse(text) : text };
  };
}

/** The minimum of several tries, because garbage collection adds to some. */
async function hold(call: LargestCall, watch: LoopWatch): Promise<Held> {
  let heldMs = Number.POSITIVE_INFINITY;
  let tookMs = Number.POSITIVE_INFINITY;
  let status = 0;
  let said = '';
  for (let nth = 0; nth < TRIES && (heldMs > MOST_MS || tookMs > LONG_MS); nth += 1) {
    const send = await call
      .prepare()
      .catch((error: unknown) => async () => ({ status: NOT_PREPARED, body: String(error) }));
    const start = performance.now();
    const ms = await watch.during(async () => {
      const answer = await send();
      status = answer.status;
      said = status < 400 ? '' : JSON.stringify(answer.body).slice(0, 300);
    });
    heldMs = Math.min(heldMs, ms);
    tookMs = Math.min(tookMs, performance.now() - start);
  }
  const { name, field, text } = call;
  const line = [
    Math.round(heldMs),
    'ms held,',
    Math.round(tookMs),
    'ms taken:',
    name,
    field,
    text,
    status,
    said,
  ];
  process.stdout.write(`${line.join(' ')}\n`);
  return { ...call, heldMs, tookMs, status };
}

function toTable(held: Held[]): string {
  const byName = [...Map.groupBy(held, ({ name }) => name).values()];
  const longest = byName.flatMap((all) => {
    const worst = all.toSorted((one, other) => other.heldMs - one.heldMs)[0];
    return worst ? [{ ...worst, tookMs: Math.max(...all.map(({ tookMs }) => tookMs)) }] : [];
  });
  const isNoted = ({ heldMs, tookMs }: Held) => heldMs >= NOTED_MS || tookMs >= LONG_MS;
  const rows = longest
    .filter(isNoted)
    .toSorted((one, other) => other.heldMs - one.heldMs)
    .map(({ name, field, text, status, heldMs, tookMs }) => [
      ...[`\`${name}\``, field, `${text} (${status})`],
      ...[showNumber(heldMs), showNumber(tookMs)],
    ]);
  const head = ['call', 'field', 'worst input (answer)', 'longest hold, ms', 'slowest answer, ms'];
  const over = longest.filter(({ heldMs }) => heldMs > MOST_MS).length;
  const refused = byName.filter((all) =>
    all.every(({ status, field }) => status >= 400 && !/^ids/.test(field)),
  );
  return [
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${showNumber(held.length)} inputs of ${longest.length} calls and pages: ${over} hold the loop for over ${MOST_MS} ms. The others stay under ${NOTED_MS} ms, and are answered within ${LONG_MS} ms.`,
    `Refused with every input: ${refused.map(([first]) => `\`${first?.name}\` (${first?.status})`).join(', ')}.`,
  ].join('\n');
}
