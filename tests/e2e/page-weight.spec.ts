import type { Page } from '@playwright/test';
import { expectToast } from './support/screen.ts';
import { expect, expectResolved, opened, test } from './support/test.ts';

/** What a page may ask for, and weigh on the wire, before its visitor does anything. The list shows a dozen pictures. */
const MAX_REQUESTS = 25;
const MAX_KB: Record<string, number> = { '/': 140, '/tools': 175 };

/** Kilobytes on the wire in the end, the code of the page they may go to next among it, heads of the answers included. The tools' own pictures are as large as they are. */
const BUDGETS_KB = { '/': { html: 25, woff2: 32, js: 130 }, '/tools': { html: 29, woff2: 32, js: 133 } };

type Loaded = { kind: string; bytes: number };

/** Notes everything that a page loads from now on. */
function watchLoading(page: Page): Promise<Loaded>[] {
  const loaded: Promise<Loaded>[] = [];
  page.on('requestfinished', (request) => {
    const kind = new URL(request.url()).pathname.match(/\.(\w+)$/)?.[1] ?? 'html';
    const weigh = async () => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return { kind, bytes: responseBodySize + responseHeadersSize };
    };
    loaded.push(weigh());
  });
  return loaded;
}

/** Waits until the code of a tool's page has arrived, which is what a list fetches last of its own accord. */
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

/** Opens a page and waits until it has fetched what it fetches of its own accord. */
async function openedWholly(page: Page, path: string): Promise<void> {
  await opened(page, path);
  await expectFetchedAhead(page);
  await page.waitForLoadState('networkidle');
}

/** Holds every request for a script back until told to let go. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const [path, budget] of Object.entries(BUDGETS_KB)) {
  test(`${path} stays light, and fetches its scripts when somebody is there @desk`, async ({
    page,
    tool,
  }) => {
    expect(tool.name).toBeTruthy();
    const loading = watchLoading(page);
    const kilobytesOf = async (wanted: RegExp) =>
      (await Promise.all(loading))
        .filter(({ kind }) => wanted.test(kind))
        .reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    await page.goto(path);
    // As Chromium does for a pointer that rests on the page.
    await page.evaluate(() =>
      document.body.dispatchEvent(new PointerEvent('pointermove', { bubbles: true })),
    );
    await page.waitForLoadState('networkidle');
    expect(await kilobytesOf(/^(js|css)$/)).toBe(0);
    expect(await kilobytesOf(/./)).toBeLessThanOrEqual(MAX_KB[path] ?? 0);
    expect(loading.length).toBeLessThanOrEqual(MAX_REQUESTS);
    for (const place of [100, 200]) await page.mouse.move(place, place);
    await expectFetchedAhead(page);
    for (const [kind, allowed] of Object.entries(budget)) {
      const kilobytes = await kilobytesOf(new RegExp(`^${kind}$`));
      expect(kilobytes, kind).toBeGreaterThan(0);
      expect(kilobytes, kind).toBeLessThanOrEqual(allowed);
    }
  });
}

test('/tools lays out late, and fetches late, what is further down @desk', async ({ page }) => {
  await page.goto('/tools');
  const pictures = page.getByRole('main').locator('article img');
  expect(await pictures.evaluateAll((all) => all.map((picture) => picture.getAttribute('loading')))).toEqual([
    ...Array.from({ length: 3 }, () => 'eager'),
    ...Array.from({ length: 21 }, () => 'lazy'),
  ]);
  const lists = page.getByRole('region', { name: 'Tools found' }).locator('[data-stretch]');
  const layouts = () =>
    lists.evaluateAll((all) => all.map((list) => getComputedStyle(list).contentVisibility));
  expect(await layouts()).toEqual(['visible', 'auto', 'auto', 'auto']);
  await expectResolved(page);
  expect(await layouts()).toEqual(['visible', 'visible', 'visible', 'visible']);
});

test('the page of somebody who has signed in before fetches its scripts by itself, once all else is there @desk', async ({
  page,
  buyer,
}) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toContainText(buyer.name);
  const { loaded, firstScript } = await page.evaluate(() => ({
    loaded: performance
      .getEntriesByType('navigation')
      .filter((entry) => entry instanceof PerformanceNavigationTiming)[0]?.loadEventStart,
    firstScript: Math.min(
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    ),
  }));
  expect(firstScript).toBeGreaterThan(loaded ?? Number.POSITIVE_INFINITY);
});

test('a tool’s page shows what the list knew before anything is fetched @desk', async ({
  page,
  buyer,
  tool,
}) => {
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

test('what is pressed, typed and sent before the scripts are there is not lost @desk', async ({ page }) => {
  const letGo = await holdBack(page, '**/*.js');
  await page.goto('/');
  await page.getByRole('banner').getByRole('radio', { name: 'Dark theme' }).click();
  const form = page.getByRole('region', { name: 'Get In Touch' });
  await form.getByRole('textbox', { name: 'Full Name' }).fill('Cora Cooper');
  await form.getByRole('textbox', { name: 'Email' }).fill('cora@cooper.example');
  await form.getByRole('textbox', { name: 'Phone Number' }).fill('+1 555 010 0188');
  await form.getByRole('button', { name: 'Submit' }).click();
  await expect(form.getByRole('textbox', { name: 'Full Name' })).toHaveValue('Cora Cooper');
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  letGo();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectToast(page, 'Thanks, we’ll call you');
  await expect(page).toHaveURL('/');
});
