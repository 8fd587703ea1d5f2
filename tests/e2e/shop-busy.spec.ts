import type { Page } from '@playwright/test';
import { ordersOf, placeOrderByApi } from './support/orders.ts';
import { expectToast } from './support/screen.ts';
import { expect, expectResolved, opened, test } from './support/test.ts';

const words = 'The shop is busy. Please try again in a moment.';

/** Answers calls as the shop does while its database is unavailable; the returned function ends this. */
async function busy(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  const isCall = (url: URL) => path.test(`${url.pathname}${url.search}`);
  await page.route(isCall, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '2' },
      json: { error: { code: 'unavailable', message: words } },
    });
  });
  return () => page.unroute(isCall);
}

test.use({ expectedErrors: /status of 503/ });

const reads = [
  { what: 'the profile', path: '/dashboard', call: /^\/user\/[^/]+$/, heading: 'Edit Profile' },
  { what: 'the orders', path: '/dashboard/orders', call: /^\/orders\?/, heading: 'Total Orders: 0' },
];

for (const { what, path, call, heading } of reads) {
  test(`${what}: says so, keeps the reader signed in, and tries again`, { tag: ['@sweep', '@desk'] }, async ({
    page,
    buyer: _,
  }) => {
    const isBack = await busy(page, 'GET', call);
    await opened(page, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('alert')).toContainText(words);
    await isBack();
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect(main.getByRole('heading', { name: heading })).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
    await expectResolved(page);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy();
  });
}

test('the pay page: shows an error and retries', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
  tool,
}) => {
  const order = await placeOrderByApi(buyer, tool);
  const isBack = await busy(page, 'GET', /^\/orders\//);
  await opened(page, `/dashboard/payment/${order._id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words);
  await isBack();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`Pay for ${tool.name}`)).toBeVisible();
});

test('a tool: shows an error, retries, and Add again places a refused order once', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  const isReadable = await busy(page, 'GET', /^\/tool\/[\w-]+$/);
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText(words);
  await isReadable();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);

  const isWritable = await busy(page, 'POST', /^\/orders$/);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0177');
  await page.getByRole('textbox', { name: 'Address' }).fill('8 Plumb Line, Portland, ME 04101');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await add.click();
  await expectToast(page, 'Sorry,failed to add your order!');
  await expect(page.getByRole('main')).toContainText(words);
  await isWritable();
  await add.click();
  await expectToast(page, 'Your order is added to your cart');
  expect(await ordersOf(buyer)).toHaveLength(1);
});

test('an uncached list: the page itself shows the error', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/about');
  const isBack = await busy(page, 'GET', /^\/tool\/cards\?/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tools' }).click();
  const found = page.getByRole('region', { name: 'Tools found' });
  await expect(found.getByRole('alert')).toContainText(`The tools couldn’t be loaded. ${words}`);
  await isBack();
  await found.getByRole('button', { name: 'Try again' }).click();
  await expect(found.getByRole('article').first()).toBeVisible();
});
