import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { connectToRunning } from '#embedded-postgres';
import { type Cdn, type LoggedRequest, startCdn } from '#tests/nodes/support/cdn.ts';
import { freePort } from '#tests/support/spawn-shop.ts';
import { benchAdmin, makeFolder, signInAsBenchAdmin, startBenchShop } from '../support/bench-shop.ts';
import { showNumber } from '../support/figures.ts';
import { processesOf, processorMs } from '../support/processes.ts';
import { createVisitors } from './play-views.ts';
import { type OnPaper, onPaper, type Site } from './views.ts';

const run = promisify(execFile);

const TOOLS = 1_000;
const VIEWS_A_SECOND = Number(process.env.BENCH_VIEWS ?? 10);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 45);

/** `SHOP_CDN_SECONDS` of the runs. */
const settings = [0, 60];
/** Those computed for more views than can be played here. */
const settingsOnPaper = [...settings, 600];

/** As many a second as the shop's own cache distinguishes: so many sales that it keeps nothing for long. */
const CHANGE_EVERY_MS = 250;

const PAUSE_MS = 2_000;

const VIEWS_A_DAY = [10_000, 1_000_000, 100_000_000];
const MANY_CACHES = 30;
const DAY_SECONDS = 86_400;

/** What was counted while views were played, in total. */
type Counted = {
  what: string;
  views: number;
  paper: OnPaper;
  edge: LoggedRequest[];
  origin: LoggedRequest[];
  byShop: number;
  nodeMs: number;
  postgresMs: number;
};

/** Plays views to the shop behind nginx as a CDN, and counts what reaches the shop: by the CDN's log of what
 * it requested, and by the shop's own metrics. Returns a table of these and one on paper. */
export async function measureBehindCdn(): Promise<string> {
  const dataDir = process.env.BENCH_DATA_DIR ?? (await fillFolder());
  try {
    const counted: Counted[] = [];
    let site: Site | undefined;
    for (const cdnSeconds of settings) {
      const measured = await measureSetting(dataDir, cdnSeconds);
      counted.push(...measured.counted);
      site = measured.site;
    }
    return [countedTable(counted), site && paperTable(site)].join('\n\n');
  } finally {
    if (!process.env.BENCH_DATA_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function fillFolder(): Promise<string> {
  const dataDir = await makeFolder();
  const env = { ...process.env, SHOP_DATA_DIR: dataDir };
  await run('npm', ['run', '--silent', 'seed:large', '--', String(TOOLS)], { env });
  return dataDir;
}

async function measureSetting(dataDir: string, cdnSeconds: number) {
  const metricsPort = String(await freePort());
  const shop = await startBenchShop(dataDir, {
    TOOL_PAGES: 'public',
    TRUST_PROXY: 'loopback',
    SHOP_CDN_SECONDS: String(cdnSeconds),
    METRICS_PORT: metricsPort,
  });
  const cdn = await startCdn(shop.origin);
  try {
    const site = await readSite(shop.origin);
    const person = { email: benchAdmin.email, token: await signInAsBenchAdmin(shop) };
    const visitors = createVisitors(cdn.origin, site, person);
    // What the shop does but once, after a start, is not measured.
    for (const path of ['/', '/tools', `/tools/${site.tools[0]}`]) await fetch(shop.origin + path);
    while (await hasPicturesToMake(metricsPort)) await pause(PAUSE_MS);
    const count = async (what: string) => {
      const stopCounting = await startCounting(cdn, { dataDir, metricsPort });
      const views = await visitors.play(VIEWS_A_SECOND, SECONDS);
      const paper = onPaper(site, VIEWS_A_SECOND, freshSeconds(cdnSeconds));
      return { what: `${cdnSeconds} s, ${what}`, views, paper, ...(await stopCounting()) };
    };
    const counted = [await count('an empty cache'), await count('a warm one')];
    const sales = await startSales(dataDir);
    counted.push(await count('a warm one, with sales'));
    await sales.stop();
    return { site, counted };
  } finally {
    await cdn.stop();
    await shop.stop();
  }
}

/** How long a cache that knows RFC 9213 uses a page without fetching it again. */
const freshSeconds = (cdnSeconds: number) =>
  cdnSeconds === 0 ? { common: 1, others: 0 } : { common: cdnSeconds / 2, others: cdnSeconds / 2 };

/** Tells the shop of a change four times a second, as a sale does. */
async function startSales(dataDir: string): Promise<{ stop(): Promise<void> }> {
  const connection = await connectToRunning({ dataDir, name: 'toolyard' });
  if (!connection) throw new Error('the shop runs without its PostgreSQL');
  const client = new pg.Client(connection);
  await client.connect();
  const sales = setInterval(() => void client.query(`notify catalogue_changed`), CHANGE_EVERY_MS);
  return {
    async stop() {
      clearInterval(sales);
      await client.end();
    },
  };
}

/** The lists and tools of the shop: every category, brand and sort order, and the words of some names. */
async function readSite(origin: string): Promise<Site> {
  const read = async <Body>(path: string) => (await fetch(origin + path)).json() as Promise<Body>;
  const tools: { _id: string; name: string }[] = [];
  for (let path: string | undefined = '/tool?limit=100'; path; ) {
    const reply: Response = await fetch(origin + path);
    tools.push(...((await reply.json()) as typeof tools));
    path = /<([^>]+)>/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  type Values = { value: string }[];
  const { categories, brands } = await read<{ categories: Values; brands: Values }>('/tool/facets');
  const words = [
    ...new Set(tools.slice(0, 200).flatMap(({ name }) => name.toLowerCase().match(/[a-z]{4,}/g) ?? [])),
  ];
  const query = (name: string, value: string) => `?${new URLSearchParams({ [name]: value })}`;
  return {
    lists: [
      '',
      '?sort=price',
      '?sort=-price',
      ...categories.map(({ value }) => query('category', value)),
      ...brands.map(({ value }) => query('brand', value)),
      ...words.map((word) => query('q', word)),
    ],
    tools: tools.map(({ _id }) => _id),
  };
}

async function startCounting(
  cdn: Cdn,
  { dataDir, metricsPort }: { dataDir: string; metricsPort: string },
): Promise<() => Promise<Omit<Counted, 'what' | 'views' | 'paper'>>> {
  const { node, postgres } = processesOf(dataDir);
  const note = async () => ({
    edge: await cdn.requests(),
    origin: await cdn.originRequests(),
    byShop: await requestsOfMetrics(metricsPort),
    nodeMs: processorMs(node),
    postgresMs: processorMs(postgres),
  });
  const before = await note();
  return async () => {
    const after = await note();
    return {
      edge: after.edge.slice(before.edge.length),
      origin: after.origin.slice(before.origin.length),
      byShop: after.byShop - before.byShop,
      nodeMs: after.nodeMs - before.nodeMs,
      postgresMs: after.postgresMs - before.postgresMs,
    };
  };
}

const readMetrics = async (port: string) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

async function hasPicturesToMake(port: string): Promise<boolean> {
  const [, due] =
    /^toolyard_jobs\{kind="make-avif",state="due"\} (\d+)$/m.exec(await readMetrics(port)) ?? [];
  return Number(due ?? 0) > 0;
}

/** All requests that the shop has answered, by its own metrics. */
async function requestsOfMetrics(port: string): Promise<number> {
  const counts = (await readMetrics(port)).matchAll(
    /^toolyard_http_request_duration_seconds_count\{.*\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const isFile = ({ path }: LoggedRequest) => /^\/(assets|pictures)\//.test(path);
const isPage = ({ path }: LoggedRequest) => path === '/' || /^\/tools(?:[/?]|$)/.test(path);
const isPersonal = ({ path }: LoggedRequest) => /^\/(user|orders|admin)[/?]/.test(path);

function countedTable(all: Counted[]): string {
  const perThousand = (of: (counted: Counted) => number, digits = 0) =>
    all.map((counted) => showNumber((of(counted) / counted.views) * 1000, digits));
  const many = (kind: (request: LoggedRequest) => boolean) =>
    perThousand(({ origin }) => origin.filter(kind).length);
  const megabytes = (requests: LoggedRequest[]) =>
    requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  const isCall = (request: LoggedRequest) => !isFile(request) && !isPage(request) && !isPersonal(request);
  const paper = (of: (paper: OnPaper) => number) => all.map((counted) => showNumber(of(counted.paper)));
  const rows = [
    ['for 1,000 views', ...all.map(({ what }) => what)],
    ['---', ...all.map(() => '---')],
    ['views played', ...all.map(({ views }) => showNumber(views))],
    ['requests to the CDN', ...perThousand(({ edge }) => edge.length)],
    ['**requests to the shop**, by the CDN’s log', ...perThousand(({ origin }) => origin.length)],
    ['… by the shop’s metrics', ...perThousand(({ byShop }) => byShop)],
    ['… of which pages', ...many(isPage)],
    ['… … on paper', ...paper(({ pages }) => pages)],
    ['… of which calls for everybody', ...many(isCall)],
    ['… … on paper', ...paper(({ calls }) => calls)],
    ['… of which calls of a signed-in person', ...many(isPersonal)],
    ['… … on paper', ...paper(({ personal }) => personal)],
    ['… of which scripts, fonts, pictures', ...many(isFile)],
    ['sent by the CDN, MB', ...perThousand(({ edge }) => megabytes(edge), 1)],
    ['sent by the shop, MB', ...perThousand(({ origin }) => megabytes(origin), 1)],
    ['CPU of Node, s', ...perThousand(({ nodeMs }) => nodeMs / 1000, 1)],
    ['CPU of PostgreSQL, s', ...perThousand(({ postgresMs }) => postgresMs / 1000, 1)],
  ];
  return toMarkdown(rows);
}

function paperTable(site: Site): string {
  const cases = settingsOnPaper.flatMap((cdnSeconds) =>
    [1, MANY_CACHES].map((caches) => ({ cdnSeconds, caches })),
  );
  const rows = VIEWS_A_DAY.map((views) => [
    showNumber(views),
    ...cases.map(({ cdnSeconds, caches }) => {
      const { pages, calls, personal } = onPaper(site, views / DAY_SECONDS, freshSeconds(cdnSeconds), caches);
      return `${showNumber(pages)} + ${showNumber(calls + personal)}`;
    }),
  ]);
  const head = cases.map(
    ({ cdnSeconds, caches }) => `${cdnSeconds} s, ${caches === 1 ? 'one cache' : `${caches} caches`}`,
  );
  return toMarkdown([['views a day', ...head], ['---', ...head.map(() => '---')], ...rows]);
}

const toMarkdown = (rows: string[][]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
