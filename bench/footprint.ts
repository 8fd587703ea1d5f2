import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findBrowser } from '#tests/support/find-browser.ts';

/** Measures a newcomer's first run: a fresh clone of the committed state, installed, started twice, then
 * idle. Prints a Markdown table. Usage: npm run measure */

const PORT = 39_127;
// Time until the pictures' AVIF sizes have been encoded in the background, with a margin.
const IDLE_MS = 90_000;

type Row = [what: string, figure: string];

const clone = mkdtempSync(join(tmpdir(), 'toolyard-measure-'));
// As root, PostgreSQL runs as another user, who must be able to pass through.
chmodSync(clone, 0o755);
try {
  const rows = await measure();
  const lines = rows.map(([what, figure]) => `| ${what} | ${figure} |`);
  process.stdout.write(['| what | figure |', '|---|---|', ...lines, ''].join('\n'));
} finally {
  rmSync(clone, { recursive: true, force: true });
}

async function measure(): Promise<Row[]> {
  const cloned = timed(() => execFileSync('git', ['clone', '--quiet', process.cwd(), clone]));
  const installed = timed(() => execFileSync('npm', ['ci', '--silent'], { cwd: clone, stdio: 'ignore' }));
  const first = await startShop();
  const firstPage = first.seconds;
  await stopShop(first.shop);
  const second = await startShop();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const memory = residentMb();
  const scripts = await scriptBytes();
  await stopShop(second.shop);
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'));
  return [
    ['clone, `npm ci`, `npm start` to the first page, s', (cloned + installed + firstPage).toFixed(1)],
    ['… of which `npm ci`, s', installed.toFixed(1)],
    ['… of which `npm start` (build, database, demo catalogue), s', firstPage.toFixed(1)],
    ['second `npm start` to the first page, s', second.seconds.toFixed(2)],
    ['resident memory idle: Node, MB', memory.node.toFixed(0)],
    [
      'resident memory idle: PostgreSQL, all its processes (pages they share count in each), MB',
      memory.postgres.toFixed(0),
    ],
    ['`node_modules`, MB', (kilobytes(join(clone, 'node_modules')) / 1024).toFixed(0)],
    ['packages installed', String(countInstalled(lock.packages))],
    ['direct dependencies', String(Object.keys(manifest.dependencies).length)],
    ['direct development dependencies', String(Object.keys(manifest.devDependencies).length)],
    ['JavaScript of `/` as sent (brotli, with headers), kB', (scripts / 1000).toFixed(1)],
  ];
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

async function startShop(): Promise<{ shop: ChildProcess; seconds: number }> {
  const started = performance.now();
  const env = {
    ...process.env,
    PORT: String(PORT),
    SHOP_DATA_DIR: join(clone, '.shop-data'),
    SHOP_LOG_LEVEL: 'error',
  };
  const shop = spawn('npm', ['start', '--silent'], { cwd: clone, env, stdio: 'ignore', detached: true });
  while (!(await isServing())) await new Promise((resolve) => setTimeout(resolve, 20));
  return { shop, seconds: (performance.now() - started) / 1000 };
}

async function isServing(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${PORT}/`).then(
    (response) => response.ok,
    () => false,
  );
}

async function stopShop(shop: ChildProcess): Promise<void> {
  process.kill(-(shop.pid ?? 0), 'SIGTERM');
  await once(shop, 'exit');
  while (await isServing()) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** Resident memory of the shop's processes by kind; PostgreSQL's are those with the clone's folder in their
 * ancestry. */
function residentMb(): { node: number; postgres: number } {
  const memory = { node: 0, postgres: 0 };
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const status = readProc(pid, 'status');
    const mb = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    const parent = /^PPid:\s+(\d+)/m.exec(status)?.[1] ?? '';
    const isOfClone = [pid, parent].some((id) => readProc(id, 'cmdline').includes(clone));
    if (/^Name:\s+postgres/m.test(status) && isOfClone) memory.postgres += mb;
    if (
      readProc(pid, 'cmdline').includes('src/server/server.ts') &&
      readProc(pid, 'environ').includes(clone)
    ) {
      if (/^Name:\s+(node|MainThread)/m.test(status)) memory.node += mb;
    }
  }
  return memory;
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function kilobytes(folder: string): number {
  return Number(execFileSync('du', ['-sk', folder], { encoding: 'utf8' }).split('\t')[0]);
}

function countInstalled(packages: Record<string, unknown>): number {
  return Object.keys(packages).filter((path) => path !== '' && existsSync(join(clone, path))).length;
}

/** Script bytes that a browser loads for `/`, as transferred. */
async function scriptBytes(): Promise<number> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const network = await page.context().newCDPSession(page);
    const scripts = new Set<string>();
    let bytes = 0;
    network.on(
      'Network.responseReceived',
      ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
    );
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) bytes += encodedDataLength;
    });
    await network.send('Network.enable');
    await page.goto(`http://127.0.0.1:${PORT}/`, { waitUntil: 'networkidle' });
    return bytes;
  } finally {
    await browser.close();
  }
}
