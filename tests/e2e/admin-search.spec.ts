import type { Page } from '@playwright/test';
import { placeOrderByApi } from './support/orders.ts';
import { newPerson, signUpByApi, tokenOf } from './support/people.ts';
import { allRows, openListFilters } from './support/rows.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

/** The texts in the list's rows that contain `words`. */
const textsWith = (page: Page, words: string | RegExp) => allRows(page).getByText(words);

/** Expects these choices in the page's URL, in any order. */
const expectChoices = (page: Page, choices: Record<string, string>) =>
  expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(choices);

test('all orders are searched, filtered and sorted by the shop, and the URL has the choices', {
  tag: '@sweep',
}, async ({ page, rival }) => {
  const mark = `Xq${Date.now().toString(36)}`;
  const [cheap, dear] = await Promise.all([
    makeToolByApi({ name: `Zest rasp ${mark}`, price: 3 }),
    makeToolByApi({ name: `Adze ${mark}`, price: 40 }),
  ]);
  await placeOrderByApi(rival.person, dear);
  await placeOrderByApi(rival.person, cheap);

  await opened(page, '/dashboard/manageorders');
  const controls = page.getByRole('search', { name: 'Orders' });
  await controls.getByLabel('Search').fill(mark.toLowerCase());
  const found = textsWith(page, new RegExp(`${mark}$`));
  await expect(found).toHaveText([cheap.name, dear.name]);
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible();
  await controls.getByLabel('Sort by').selectOption('Tool name');
  await expect(found).toHaveText([dear.name, cheap.name]);
  await controls.getByLabel('Sort by').selectOption('Price: low to high');
  await expect(found).toHaveText([cheap.name, dear.name]);

  await expectChoices(page, { q: mark.toLowerCase(), sort: 'price' });
  await page.reload();
  await expect(found).toHaveText([cheap.name, dear.name]);
  await expect(controls.getByLabel('Search')).toHaveValue(mark.toLowerCase());
  await expect(controls.getByLabel('Sort by')).toHaveValue('price');

  await openListFilters(page);
  await controls.getByLabel('Status').selectOption('Shipped');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`No orders match “${mark.toLowerCase()}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all orders' }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?sort=price');
  await expect(controls.getByLabel('Search')).toHaveValue('');
  await expect(allRows(page).nth(1)).toBeVisible();
});

test('a link pressed right after typing is followed, and the typed search does not undo it', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  await opened(page, '/dashboard/manageorders');
  const links = page.getByRole('navigation', { name: 'Dashboard' });
  const search = page.getByRole('search', { name: 'Orders' }).getByLabel('Search');
  await expect(allRows(page).first()).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

  await search.fill('saw');
  await links.getByRole('link', { name: 'Manage All Orders' }).click();
  await expect(search).toHaveValue('');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/dashboard/manageorders');

  const late = Promise.withResolvers<void>();
  await page.route(/\/assets\/all-reviews-/, async (route) => {
    await late.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/all-reviews-/);
  await search.fill('saw');
  await links.getByRole('link', { name: 'Reviews' }).click();
  await asked;
  await page.clock.runFor(1_000);
  late.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reviews');
  await expect(page).toHaveURL('/dashboard/reviews');
});

test('orders are found by keyboard alone', { tag: ['@desk', '@sweep'] }, async ({ page, rival, tool }) => {
  const order = await placeOrderByApi(rival.person, tool);
  await opened(page, '/dashboard/manageorders');
  const search = page.getByRole('search', { name: 'Orders' });
  await search.getByLabel('Search').focus();
  await page.keyboard.type(order._id);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await expect(textsWith(page, tool.name)).toBeVisible();
  await page.keyboard.press('Tab');
  const filter = search.getByRole('button', { name: /^Filter\b/ });
  await expect(filter).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(search.getByLabel('Status')).toBeFocused();
  await page.keyboard.press('u');
  await expectChoices(page, { q: order._id, status: 'unpaid' });
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(search.getByLabel('Sort by')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectChoices(page, { q: order._id });
  await expect(filter).toBeFocused();
});

test('all users are searched, filtered and sorted by the shop', { tag: '@sweep' }, async ({ page }) => {
  const mark = `yq${Date.now().toString(36)}`;
  for (const first of ['Bea', 'abe']) {
    const person = newPerson(`${first} ${mark}`);
    await signUpByApi(person);
    await tokenOf(person);
  }
  await opened(page, '/dashboard/users');
  const controls = page.getByRole('search', { name: 'Users' });
  await controls.getByLabel('Search').fill(mark);
  const found = textsWith(page, new RegExp(`^\\w+ ${mark}$`));
  await expect(found).toHaveText([`abe ${mark}`, `Bea ${mark}`]);
  await controls.getByLabel('Search').fill(`bea ${mark}`);
  await expect(found).toHaveText([`Bea ${mark}`]);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await controls.getByLabel('Search').fill(mark);
  await controls.getByLabel('Sort by').selectOption('Name');
  await expect(found).toHaveText([`abe ${mark}`, `Bea ${mark}`]);
  await expectChoices(page, { q: mark, sort: 'name' });
  await openListFilters(page);
  await controls.getByLabel('Role').selectOption('Admins');
  await expect(page.getByText(`No users match “${mark}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(controls.getByLabel('Role')).toHaveValue('');
  await expect(page).toHaveURL('/dashboard/users?sort=name');
});

test.describe('a list that cannot be loaded', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /status of 503/ });

  test('shows an error, and can be retried', async ({ page, rival, tool }) => {
    await placeOrderByApi(rival.person, tool);
    const refusal = { status: 503, json: { error: { code: 'unavailable', message: 'The shop is busy' } } };
    await page.route('/manageorders?q=*', (route) => route.fulfill(refusal));
    await opened(page, '/dashboard/manageorders');
    await page.getByRole('search', { name: 'Orders' }).getByLabel('Search').fill(tool.name);
    await expect(page.getByText('The shop is busy')).toBeVisible();
    await page.unroute('/manageorders?q=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(textsWith(page, tool.name)).toBeVisible();
  });
});
