import type { Page } from '@playwright/test';
import { expect, expectResolved, holdBack, holdScriptsBack, opened, test } from './support/test.ts';

/** Maximum requests and kilobytes on the wire of a page, without the pictures of tools, before its visitor
 * does anything. */
const MAX_REQUESTS = 25;
const MAX_KB: Record<string, number> = { '/': 88, '/tools': 66 };

/** Kilobytes on the wire without pictures, including response headers and the prefetched code of the next
 * page. */
const BUDGETS_KB = { '/': { html: 27, woff2: 30, js: 144 }, '/tools': { html: 31, woff2: 30, js: 149 } };

type Loaded = { kind: string; bytes: number };

/** Records everything that a page loads from now on. */
function watchLoading(page: Page): Promise<Loaded>[] {
  const loaded: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const kind = pathname.startsWith('/pictures/') ? 'picture' : (pathname.match(/\.(\w+)$/)?.[1] ?? 'html');
    const weigh = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return { kind, bytes: responseBodySize + responseHeadersSize };
    };
    loaded.push(weigh());
  });
  return loaded;
}

/** Waits until the code of a tool's page has arrived, the last thing that a list prefetches. */
async function expectFetchedAhead(page: Page): Promise<void> {
  await expect(page.locator('link[rel=modulepreload][href*="/tool-"]').first()).toBeAttached();
  const yetToCome = () =>
    page.evaluate(() => {
      const arrived = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
      const asked = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
      return [...asked].map(({ href }) => href).filter((href) => !arrived.has(href));
    });
  await expect.poll(yetToCome).toEqual([]);
}

/** Opens a page and waits until its prefetching is done. */
async function openedWholly(page: Page, path: string): Promise<void> {
  await opened(page, path);
  await expectFetchedAhead(page);
  await page.waitForLoadState('networkidle');
}

/** When the page finished loading, and when it requested its first script. */
function scriptTimes(page: Page) {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
    return {
      loaded: navigation?.loadEventStart ?? Number.POSITIVE_INFINITY,
      firstScript: Math.min(...scripts.map(({ startTime }) => startTime)),
    };
  });
}

for (const [path, budget] of Object.entries(BUDGETS_KB)) {
  test(`${path} stays light, and fetches its scripts when all else is there @desk`, async ({
    page,
    tool,
  }) => {
    expect(tool.name).toBeTruthy();
    const loading = watchLoading(page);
    const kilobytesOf = async (wanted: RegExp) =>
      (await Promise.all(loading))
        .filter(({ kind }) => wanted.test(kind))
        .reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    const letGo = await holdScriptsBack(page);
    const isAsked = page.waitForRequest('**/*.js');
    await page.goto(path);
    await isAsked;
    expect(await kilobytesOf(/^(js|css)$/)).toBe(0);
    expect(await kilobytesOf(/^(?!picture)/)).toBeLessThanOrEqual(MAX_KB[path] ?? 0);
    expect(loading.length).toBeLessThanOrEqual(MAX_REQUESTS);
    letGo();
    await expectFetchedAhead(page);
    const { loaded, firstScript } = await scriptTimes(page);
    expect(firstScript).toBeGreaterThan(loaded);
    for (const [kind, allowed] of Object.entries(budget)) {
      const kilobytes = await kilobytesOf(new RegExp(`^${kind}$`));
      expect(kilobytes, kind).toBeGreaterThan(0);
      expect(kilobytes, kind).toBeLessThanOrEqual(allowed);
    }
  });
}

test('the typeface waits for the pictures, except where it is already', { tag: ['@desk', '@sweep'] }, async ({
  page,
}) => {
  const facesBeforeLoad = () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const faces = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      return faces.map(({ startTime }) => startTime < (navigation?.loadEventStart ?? 0));
    });
  const isApplied = () =>
    page.evaluate(() => document.fonts.check('16px Archivo') && document.fonts.size > 5);
  await opened(page, '/');
  expect(await facesBeforeLoad()).toEqual([false, false, false]);
  expect(await isApplied()).toBe(true);
  await page.reload();
  await expectResolved(page);
  expect(await facesBeforeLoad()).toEqual([true, true, true]);
  expect(await isApplied()).toBe(true);
});

test('/tools defers pictures further down the page', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const letGo = await holdScriptsBack(page);
  await page.goto('/tools');
  const pictures = page.getByRole('main').locator('article img');
  expect(await pictures.evaluateAll((all) => all.map((picture) => picture.getAttribute('loading')))).toEqual([
    ...Array.from({ length: 3 }, () => 'eager'),
    ...Array.from({ length: 21 }, () => 'lazy'),
  ]);
  const list = page.getByRole('region', { name: 'Tools found' }).getByRole('list').first();
  await expect(list.getByRole('listitem')).toHaveCount(24);
  letGo();
  await expectResolved(page);
});

// A full-page screenshot shows no empty boxes, and the browser's search on the page finds everything.
test('/ and /tools are drawn to their end without scrolling', { tag: '@sweep' }, async ({ page }) => {
  for (const path of ['/', '/tools']) {
    await opened(page, path);
    const hidden = await page
      .getByRole('main')
      .locator('article, section, li')
      .evaluateAll((all) =>
        all
          .filter((box) => box.checkVisibility() && !box.checkVisibility({ contentVisibilityAuto: true }))
          .map((box) => box.textContent?.slice(0, 40)),
      );
    expect(hidden).toEqual([]);
  }
});

test('a tool’s page shows the data of the list before anything is fetched', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  expect(buyer.email).toBeTruthy();
  await openedWholly(page, '/tools');
  const letGo = await holdBack(page, '**');
  const card = page.getByRole('article').filter({ hasText: tool.name });
  await card.getByRole('link', { name: 'Add Cart' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(tool.name);
  await expect(main.getByText('$12.50', { exact: true })).toBeVisible();
  letGo();
  await expect(main.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
});
