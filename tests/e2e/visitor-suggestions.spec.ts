import type { Page } from '@playwright/test';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, pageOf } from './support/tools.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search tools' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const activeOption = (page: Page) => page.locator('[role=option][aria-selected=true]');

/** Makes two tools of a unique family, in two categories. */
async function makeFamily() {
  const family = `Zwick${Math.random().toString(36).slice(2, 8)}`;
  const saw = await makeToolByApi({ name: `${family} saw`, category: 'Hand tools', price: 20 });
  const drill = await makeToolByApi({ name: `${family} drill`, category: 'Power tools', price: 120 });
  return { family, saw, drill };
}

test('the search box of every page suggests tools and categories while typing, by keyboard alone', async ({
  page,
}) => {
  const { family, saw, drill } = await makeFamily();
  await opened(page, '/about');
  const before = await page.getByRole('main').boundingBox();
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false');
  await box(page).fill(family);
  await expect(options(page)).toHaveText([
    `${drill.name}$120.00`,
    `${saw.name}$20.00`,
    `“${family}” in Power tools`,
    `“${family}” in Hand tools`,
    `See all results for “${family}”`,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '5 suggestions' })).toBeAttached();
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true');
  expect(await page.getByRole('main').boundingBox()).toEqual(before);
  await expectSoundScreen(page);

  await expect(activeOption(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await expect(activeOption(page)).toContainText(drill.name);
  await expect(box(page)).toHaveAttribute(
    'aria-activedescendant',
    (await activeOption(page).getAttribute('id')) ?? 'none',
  );
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(activeOption(page)).toHaveText(`See all results for “${family}”`);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(box(page)).toHaveValue(family);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(activeOption(page)).toHaveText(`“${family}” in Power tools`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/tools?q=${family}&category=Power+tools`);
  await expect(options(page)).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveText([RegExp(drill.name)]);
});

test('a suggestion leads to its tool, and Enter alone to all results', { tag: '@sweep' }, async ({
  page,
}) => {
  const { family, saw } = await makeFamily();
  await opened(page, '/');
  await box(page).fill(`${family} saw`);
  await options(page).filter({ hasText: saw.name }).first().click();
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(pageOf(saw))}`);
  await expect(box(page)).toHaveValue('');
  await box(page).fill('qqqqqqqqqqqq');
  await expect(page.getByText('No tools match “qqqqqqqqqqqq”')).toBeVisible();
  await box(page).fill(family);
  await expect(options(page)).toHaveCount(5);
  await box(page).press('Enter');
  await expect(page).toHaveURL(`/tools?q=${family}`);
});

test('an outdated answer is not shown', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const { family, saw, drill } = await makeFamily();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/tool/cards?q=${family}+saw&*`, async (route) => {
    await promise;
    await route.continue().catch(() => undefined);
  });
  await opened(page, '/about');
  const asked = page.waitForRequest(`**/tool/cards?q=${family}+saw&*`);
  await box(page).fill(`${family} saw`);
  await asked;
  await box(page).fill(`${family} drill`);
  await expect(options(page).first()).toContainText(drill.name);
  resolve();
  await page.waitForLoadState('networkidle');
  await expect(options(page).first()).toContainText(drill.name);
  await expect(options(page).filter({ hasText: saw.name })).toHaveCount(0);
});

test('without results, the categories and a phone call are offered', { tag: ['@desk', '@sweep'] }, async ({
  page,
}) => {
  await opened(page, '/tools?q=qqqqqqqqqqqq');
  const main = page.getByRole('main');
  await expect(main.getByText('No tools match your search')).toBeVisible();
  await expect(main.getByRole('link', { name: '+1 (937) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+19375550142',
  );
  await main.getByRole('link', { name: 'Power tools', exact: true }).click();
  await expect(page).toHaveURL('/tools?category=Power+tools');
  await expect(page.getByRole('article').first()).toBeVisible();
});
