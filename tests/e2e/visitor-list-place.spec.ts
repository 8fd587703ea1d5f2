import type { Page } from '@playwright/test';
import type { Card } from '#features/catalogue/contract.ts';
import { expect, opened, test } from './support/test.ts';

const found = (page: Page) => page.getByRole('region', { name: 'Tools found' });
const cards = (page: Page) => found(page).getByRole('article');
const reload = (page: Page) => page.waitForResponse(/\/tool\/cards\?.*limit=24$/);

const picture = { width: 400, height: 300, colour: '#8d959c', webp: '', avif: null };

/** Simulates a shop of `count` tools: the list's calls are answered here, the page and everything else are
 * real. */
async function manyTools(page: Page, count: number): Promise<void> {
  await page.route(/\/tool\/cards\?/, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const from = Number(searchParams.get('cursor') ?? 0);
    const to = Math.min(from + Number(searchParams.get('limit')), count);
    const headers: Record<string, string> = { 'x-total-count': String(count) };
    if (to < count) headers.link = `</tool/cards?limit=24&cursor=${to}>; rel="next"`;
    await route.fulfill({
      headers,
      json: Array.from({ length: to - from }, (_, at) => toolNumber(from + at)),
    });
  });
}

function toolNumber(number: number): Card {
  const tail = String(number).padStart(12, '0');
  return {
    _id: `00000000-0000-4000-8000-${tail}`,
    name: `Wrench number ${number + 1}${number % 7 === 0 ? ' with a name that takes more lines than others do' : ''}`,
    description: 'A wrench.',
    img: '/favicon.svg',
    picture: { ...picture, webp: '/favicon.svg 400w' },
    min_order_quantity: 1,
    available_quantity: 5,
    price: 12.5,
    unit_price: 12.5,
    measure_price: null,
    lowestPrice30Days: null,
    reduced_until: null,
    category: 'Hand tools',
    brand: 'Kestrel',
    rating: null,
    part_number: null,
    family: null,
    sizes: null,
    rating_count: 0,
    version: 1,
  };
}

/** Goes to the list from the home page, so that the browser requests its data. */
async function goToList(page: Page): Promise<void> {
  await opened(page, '/');
  await page.getByRole('link', { name: 'See all tools' }).click();
  await expect(found(page)).toContainText('Wrench number 1');
}

/** Scrolls until `count` tools have loaded. */
async function loadTools(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const shown = found(page).getByText(/^(Showing|All) [\d,]+/);
    const loaded = Number((await shown.innerText()).match(/[\d,]+/)?.[0].replace(',', ''));
    expect(loaded).toBeGreaterThanOrEqual(count);
  }).toPass();
}

/** The card nearest the top of the screen, and its distance from there. */
function topCard(page: Page): Promise<{ name: string; top: number }> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll('article')];
    const first = all.find((card) => card.getBoundingClientRect().top >= 0);
    return {
      name: first?.querySelector('h2')?.textContent ?? '',
      top: Math.round(first?.getBoundingClientRect().top ?? 0),
    };
  });
}

/** The distance of a card from the top of the screen. */
function offTop(page: Page, name: string): Promise<number> {
  const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
  return card.evaluate((box) => Math.abs(box.getBoundingClientRect().top));
}

const widthOf = (page: Page) => found(page).evaluate((list) => list.clientWidth);

test('a rotated phone or a narrowed window keeps the card at the top', {
  tag: '@sweep',
}, async ({ page }) => {
  await manyTools(page, 480);
  await goToList(page);
  await loadTools(page, 240);
  await page.evaluate(() => window.scrollBy(0, -4_000));
  await expect.poll(() => topCard(page).then(({ name }) => name)).not.toBe('');
  const { name, top } = await topCard(page);
  await page.evaluate((by) => window.scrollBy(0, by), top);
  await expect.poll(() => offTop(page, name)).toBeLessThanOrEqual(1);

  const upright = page.viewportSize() ?? { width: 0, height: 0 };
  const turned = upright.width > 1_000 ? { width: 800, height: 900 } : { width: 844, height: 390 };
  for (const size of [turned, upright]) {
    const width = await widthOf(page);
    await page.setViewportSize(size);
    await expect.poll(() => widthOf(page)).not.toBe(width);
    await expect.poll(() => offTop(page, name)).toBeLessThanOrEqual(1);
  }
});

test.describe('coming back', () => {
  // The opened tool is simulated and does not exist in the shop.
  test.use({ expectedErrors: /status of 404/ });

  test('Back shows the same rows at the same position at once, with the focus on the card', {
    tag: '@sweep',
  }, async ({ page }) => {
    await manyTools(page, 480);
    await goToList(page);
    await loadTools(page, 240);
    await page.evaluate(() => window.scrollBy(0, -2_000));
    await expect.poll(() => topCard(page).then(({ name }) => name)).not.toBe('');
    const before = await topCard(page);
    const link = found(page).getByRole('article').filter({ hasText: before.name }).getByRole('link');
    await link.first().focus();
    const left = await topCard(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');

    const asked: string[] = [];
    let isShown = false;
    await page.unroute(/\/tool\/cards\?/);
    await page.route(/\/tool\/(cards\?|facets)/, async (route) => {
      if (!isShown) asked.push(route.request().url());
      // The background refresh is never answered: what is shown cannot come from it.
    });
    await page.goBack();
    await expect(page.getByRole('heading', { name: left.name, exact: true })).toBeVisible();
    isShown = true;
    expect(await topCard(page)).toEqual(left);
    await expect(found(page).getByRole('link').and(page.locator(':focus'))).toHaveCount(1);
    await expect(page.locator(':focus')).toHaveAccessibleDescription(left.name);
    expect(asked.filter((url) => !url.endsWith('limit=24'))).toEqual([]);
  });
});

test('Back restores the filters with their list, and so does Forward', { tag: '@sweep' }, async ({
  page,
}) => {
  await manyTools(page, 48);
  await opened(page, '/tools?category=Hand+tools');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/tools');
  await expect(found(page)).toContainText('Wrench number 1');
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Remove filter: Hand tools' })).toBeVisible();
  await expect(page).toHaveURL('/tools?category=Hand+tools');
  const refreshed = reload(page);
  await page.goForward();
  await expect(page.getByRole('link', { name: 'Remove filter: Hand tools' })).toHaveCount(0);
  await expect(found(page)).toContainText('Wrench number 1');
  await refreshed;
});

test('a list is refreshed while the refresh of the previous one is still pending', {
  tag: '@sweep',
}, async ({ page }) => {
  await manyTools(page, 48);
  await opened(page, '/tools?category=Hand+tools');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/tools');
  await expect(found(page)).toContainText('Wrench number 1');
  const asked = page.waitForRequest(/\/tool\/cards\?category=Hand\+tools&limit=24$/);
  // Never answered.
  await page.route(/\/tool\/cards\?category=/, () => undefined);
  await page.goBack();
  await asked;
  const refreshed = page.waitForResponse(/\/tool\/cards\?limit=24$/);
  await page.goForward();
  await expect(page).toHaveURL('/tools');
  await refreshed;
});
