import type { CDPSession, Page } from 'playwright-core';
import { withBrowser } from './page-load.ts';

/** Screens on which the list is scrolled, both with a CPU four times as slow. */
export const screens = {
  desk: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const;

/** One pass through a list from beginning to end. Times in ms, memory in MB, nodes of the whole document. */
export type Scrolling = {
  /** Times between frames while scrolling at the speed of a flick: at the beginning, in the middle and at the
   * end. */
  frames: number[];
  /** The main thread's average work in each of those frames. */
  work: number;
  /** The time to advance by a thousand tools, the first time and the last. */
  firstThousand: number;
  lastThousand: number;
  heap: { start: number; end: number };
  nodes: { start: number; end: number };
};

/** A flick on a phone scrolls about 4,000 pixels per second. */
const FLICK = { frames: 200, step: 64 };

/** Opens the list of at least `tools` tools, goes through all of it, and measures scrolling on the way. */
export function scrollList(origin: string, screen: keyof typeof screens, tools: number): Promise<Scrolling> {
  return withBrowser(async (page, browser) => {
    await page.setViewportSize(screens[screen]);
    await page.addInitScript(() => {
      document.addEventListener('hydrated', () => Object.assign(window, { hydrated: true }));
    });
    await page.goto(`${origin}/tools`, { waitUntil: 'load' });
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => 'hydrated' in window);
    await page.waitForLoadState('networkidle');
    await browser.send('Performance.enable');
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const start = await readMetrics(browser);
    const flicks = [await flick(page, browser, 0)];
    const { first, last } = await page.evaluate(goThrough, tools);
    const end = await readMetrics(browser);
    for (const share of [0.5, 1]) flicks.push(await flick(page, browser, share));
    return {
      frames: flicks.flatMap(({ frames }) => frames),
      work: flicks.reduce((sum, { work }) => sum + work, 0) / flicks.length,
      firstThousand: first,
      lastThousand: last,
      heap: { start: start.heap, end: end.heap },
      nodes: { start: start.nodes, end: end.nodes },
    };
  });
}

/** Scrolls on from a place, given as a share of the whole; at the end, scrolls back up. */
async function flick(
  page: Page,
  browser: CDPSession,
  share: number,
): Promise<{ frames: number[]; work: number }> {
  await page.evaluate((at) => window.scrollTo(0, at * document.documentElement.scrollHeight), share);
  const before = await readMetrics(browser);
  const frames = await page.evaluate(scrollBySteps, {
    ...FLICK,
    step: share === 1 ? -FLICK.step : FLICK.step,
  });
  const after = await readMetrics(browser);
  return { frames, work: (after.busy - before.busy) / frames.length };
}

/** The page's heap and nodes after garbage collection, and its main thread's total work in ms. */
async function readMetrics(browser: CDPSession): Promise<{ heap: number; nodes: number; busy: number }> {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { heap: of('JSHeapUsedSize') / 1e6, nodes: of('Nodes'), busy: of('TaskDuration') * 1_000 };
}

/** Runs in the page: scrolls one step per frame; returns the times between frames. */
function scrollBySteps({ frames, step }: { frames: number; step: number }): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    let before: number | undefined;
    const next = (now: number) => {
      if (before !== undefined) times.push(now - before);
      before = now;
      if (times.length === frames) return resolve(times);
      window.scrollBy(0, step);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

/** Runs in the page: scrolls to the end repeatedly, until at least `tools` tools are loaded. */
function goThrough(tools: number): Promise<{ first: number; last: number }> {
  return new Promise((resolve) => {
    const reached: number[] = [];
    const count = document.querySelector('section p[aria-live]');
    const next = () => {
      const loaded = Number(count?.textContent?.match(/[\d,]+/)?.[0].replace(',', ''));
      while (reached.length * 1_000 <= loaded) reached.push(performance.now());
      if (loaded >= tools) {
        const took = reached.slice(1).map((at, nth) => at - (reached[nth] ?? 0));
        return resolve({ first: took[0] ?? 0, last: took.at(-1) ?? 0 });
      }
      window.scrollTo(0, 1e9);
      requestAnimationFrame(next);
    };
    next();
  });
}
