import type { Page } from '@playwright/test';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

/** The wordmark's link, which phones have, too. */
const home = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Toolyard' });
const offline = (page: Page) => page.getByRole('heading', { name: 'You’re offline' });

test.describe('without a connection', () => {
  // The browser reports each request that it can't make.
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|Error loading route module/ });

  test('a page that isn’t there yet says so, leads back, and opens once there is one', async ({
    page,
    context,
  }) => {
    await opened(page, '/tools');
    await context.setOffline(true);
    await home(page).click();
    await expect(offline(page)).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expectSoundScreen(page);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/tools$/);
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goForward();
    await expect(offline(page)).toBeVisible();
    await context.setOffline(false);
    await expect(offline(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('pages that were open before still are', async ({ page, context }) => {
    await opened(page, '/policy');
    await home(page).click();
    await expect(page).toHaveURL(/\/$/);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeVisible();
    await context.setOffline(true);
    await home(page).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Policy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeVisible();
  });
});
