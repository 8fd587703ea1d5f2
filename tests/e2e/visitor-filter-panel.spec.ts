import { makeFamily, names } from './support/filters.ts';
import { expect, opened, test } from './support/test.ts';

test('on a phone the filters are a sheet that shows the number of results and returns the focus', {
  tag: '@main-job',
}, async ({ page, isMobile }) => {
  if (!isMobile) return;
  const { family } = await makeFamily();
  await opened(page, `/tools?q=${family}&orderable=1`);
  const button = page.getByRole('main').getByText('Filters · 1', { exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: 'Close filters' })).toBeFocused();
  const count = sheet.locator('[aria-live=polite]');
  await expect(count).toHaveText('2 tools');
  await sheet.getByRole('radio', { name: /^Hand tools/ }).check();
  await expect(count).toHaveText('1 tool');
  await expect(sheet.getByRole('button', { name: 'Show 1 tool', exact: true })).toBeInViewport();
  await sheet.getByRole('link', { name: 'Clear all' }).click();
  await expect(count).toHaveText('3 tools');
  await expect(sheet.getByRole('radio', { name: 'All categories' })).toBeChecked();
  await expect(sheet.getByRole('checkbox', { name: /^In stock/ })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Filters', { exact: true }).first()).toBeFocused();
});

test('the filters stay visible down a long list', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/tools');
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  await expect(page.getByRole('group', { name: 'Category' })).toBeInViewport();
  const lastFilter = page.getByRole('radio', { name: /^1 star/ });
  await lastFilter.scrollIntoViewIfNeeded();
  await expect(lastFilter).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
});

test('filters appear once their counts have loaded, and none of them moves', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const facets = Promise.withResolvers<void>();
  await opened(page, '/');
  await page.route(/\/tool\/facets/, async (route) => {
    await facets.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'See all tools' }).click();
  await expect(names(page).first()).toBeVisible();
  const availability = page.getByRole('group', { name: 'Availability' });
  await expect(availability).toBeHidden();
  const place = await names(page).first().boundingBox();
  facets.resolve();
  await expect(availability).toBeVisible();
  await expect(page.getByRole('group', { name: 'Category' })).toBeVisible();
  expect(await names(page).first().boundingBox()).toEqual(place);
});
