import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { findBrowser } from '#tests/support/find-browser.ts';
import { benchAdmin } from './bench-shop.ts';

/** The simulated device: `phone` has a phone's window, 150 ms of latency, 1.6 Mbit/s and a CPU four times as
 * slow. */
export type Device = 'desk' | 'phone';

/** One cold load of a page until hydration. Times in ms from the start of the navigation; requests and bytes
 * as transferred until `load`, headers included. */
export type PageLoad = {
  fcp: number;
  lcp: number;
  blocked: number;
  load: number;
  shift: number;
  requests: number;
  bytes: number;
  scriptBytes: number;
  /** All bytes, the scripts after `load` included. */
  wholeBytes: number;
};

/** One click in the list: ms until the tool page's heading, and the number of requests that the list
 * prefetched. */
export type Click = { ms: number; prefetched: number };

const SETTLE_MS = { desk: 1_500, phone: 3_000 };
/** A freshly started browser first loads its own pages; a visitor's has finished that long ago. */
const BROWSER_STARTS_MS = 2_000;
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** What a visitor comes from: a blank tab would get the page's opener policy a process of its own once the
 * reply is there, which a visitor from another site has by then. */
const ANOTHER_SITE = 'data:text/html,<p>Another site';

/** Loads an address with a fresh profile and an empty cache, until the network is idle. */
export function loadPage(url: string, device: Device): Promise<PageLoad> {
  return withBrowser(async (page, network) => {
    await page.goto(ANOTHER_SITE);
    const traffic = watchTraffic(network);
    await throttle(network, device);
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    const untilLoad = traffic();
    await page.waitForLoadState('networkidle');
    await pause(SETTLE_MS[device]);
    const seen = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return { ...window.benchSeen, load: navigation?.loadEventEnd ?? 0 };
    });
    const { long, ...times } = seen;
    return {
      ...times,
      blocked: long.reduce((sum, ms) => sum + Math.max(0, ms - 50), 0),
      ...untilLoad,
      wholeBytes: traffic().bytes,
    };
  }, screens[device]);
}

/** Signs in, opens the list again, waits until it is idle, and clicks the first tool. */
export function clickTool(origin: string, device: Device): Promise<Click> {
  return withBrowser(async (page, network) => {
    await page.goto(`${origin}/login`);
    await page.getByLabel('Email').fill(benchAdmin.email);
    await page.getByLabel('Password', { exact: true }).fill(benchAdmin.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await throttle(network, device);
    await page.goto(`${origin}/tools`, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    const atRest = watchTraffic(network);
    await pause(SETTLE_MS[device]);
    const link = page.locator('main li a[href^="/tools/"]').first();
    await link.scrollIntoViewIfNeeded();
    const prefetched = atRest().requests;
    const heading = await page.locator('h1').first().textContent();
    const from = performance.now();
    await link.click({ noWaitAfter: true });
    while (!(await isNewHeading(page, heading))) await pause(4);
    return { ms: performance.now() - from, prefetched };
  }, screens[device]);
}

function isNewHeading(page: Page, before: string | null): Promise<boolean> {
  return page
    .evaluate((old) => {
      const heading = document.querySelector('h1');
      return !!heading?.getClientRects().length && !!heading.textContent && heading.textContent !== old;
    }, before)
    .catch(() => false);
}

/** A desktop window, used with a mouse, and a phone's. */
const screens = {
  desk: { viewport: { width: 1366, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

/** Runs its work in a browser with a temporary profile. `screen`: its window, and whether it has touch
 * input. */
export async function withBrowser<Result>(
  work: (page: Page, network: CDPSession) => Promise<Result>,
  screen: {
    viewport: { width: number; height: number };
    deviceScaleFactor?: number;
    hasTouch?: boolean;
    isMobile?: boolean;
  } = screens.desk,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'toolyard-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser(),
    args: [...flags, ...quiet],
    ...screen,
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await pause(BROWSER_STARTS_MS);
    return await work(page, network);
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function throttle(network: CDPSession, device: Device): Promise<void> {
  if (device === 'desk') return;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 0.75e6 / 8,
    connectionType: 'cellular4g',
  });
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Starts counting traffic; the returned function reads the totals. */
function watchTraffic(network: CDPSession): () => Pick<PageLoad, 'requests' | 'bytes' | 'scriptBytes'> {
  const scripts = new Set<string>();
  const seen = { requests: 0, bytes: 0, scriptBytes: 0 };
  network.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!/^https?:/.test(request.url)) return;
    seen.requests += 1;
    if (type === 'Script' || /\.js(\?|$)/.test(request.url)) scripts.add(requestId);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    seen.bytes += encodedDataLength;
    if (scripts.has(requestId)) seen.scriptBytes += encodedDataLength;
  });
  return () => ({ ...seen });
}

declare global {
  interface Window {
    benchSeen: { fcp: number; lcp: number; shift: number; long: number[] };
  }
}

/** Runs in the page, before any other script. */
function observe(): void {
  const seen: Window['benchSeen'] = { fcp: 0, lcp: 0, shift: 0, long: [] };
  window.benchSeen = seen;
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('longtask', (entry) => void seen.long.push(entry.duration));
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.shift += shift.value;
  });
}
