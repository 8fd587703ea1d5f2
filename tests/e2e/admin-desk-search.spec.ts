import { placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin, verifyByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('staff find orders, tools, people and settings by keyboard alone, and the focus returns', {
  tag: '@desk',
}, async ({ page, admin: _, rival }) => {
  const mark = `Wq${Date.now().toString(36)}`;
  const tool = await makeToolByApi({ name: `Bow saw ${mark}`, part_number: `PN-${mark}` });
  const order = await placeOrderByApi(rival.person, tool);
  await opened(page, '/dashboard/reviews');
  const open = page.getByRole('banner').getByRole('button', { name: 'Search the dashboard' });
  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Search tools' })).toBeHidden();
  await open.focus();
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Search the dashboard' });
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  await expect(box).toBeFocused();
  await expect(option(/^Overview/)).toHaveAttribute('aria-selected', 'true');
  await expectSoundScreen(page);
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await page.keyboard.type(mark.toLowerCase());
  await expect(page.getByRole('group').getByRole('option')).toHaveText([
    `${order.number}${order.minQuantity} × ${tool.name}, Rob Rival`,
    `${tool.name}PN-${mark} · ${tool.available_quantity} available`,
  ]);
  await expect(page.getByRole('status').filter({ hasText: '2 results' })).toHaveCount(1);
  const active = await option(/^TY-/).getAttribute('id');
  await expect(box).toHaveAttribute('aria-activedescendant', active ?? '');
  await expectSoundScreen(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(option(/^TY-/)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/managetool/${tool.id}/edit`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit tool');

  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  // Enter waits for the answer, if it is pressed before.
  await page.keyboard.type(order.number.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/manageorders/${order.number}`);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  await page.keyboard.type(rival.person.email);
  await expect(option(/^Rob Rival/)).toHaveCount(1);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/users/${encodeURIComponent(rival.person.email)}`);

  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('bank');
  await expect(option('Bank details Billing and invoices')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/details/billing#bank');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  await page.keyboard.type('zzzz qqqq');
  await expect(page.getByText('Nothing matches “zzzz qqqq”')).toBeVisible();
});

test('a price is changed in three presses, found by the tool’s part number', { tag: '@desk' }, async ({
  page,
  admin: _,
}) => {
  const mark = `Wp${Date.now().toString(36)}`;
  const tool = await makeToolByApi({ name: `Rip saw ${mark}`, part_number: `PN-${mark}`, price: 12.5 });
  await opened(page, '/dashboard/overview');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Search the dashboard' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search the dashboard' })).toBeFocused();
  await page.keyboard.type(`pn-${mark} price`);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/dashboard/managetool/${tool.id}/edit#price`);
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused();
  await page.keyboard.type('14.75');
  await page.keyboard.press('Enter');
  await expectToast(page, `Saved ${tool.name}`);
  const changed = await (await fetch(`${shopOrigin()}/tool/${tool.id}`)).json();
  expect(changed.price).toBe(14.75);
});

test('staff who are not admins find no page that is closed to them, and no tool to edit', {
  tag: ['@desk', '@sweep'],
}, async ({ admin: _, rival, tool }) => {
  const { page, person } = rival;
  await callAs(person, 'GET', `/admin/${person.email}`);
  await verifyByApi(person);
  await callAsAdmin('PUT', `/user/staff/${person.email}`);
  await opened(page, '/dashboard/stock');
  await expect(page.getByRole('button', { name: 'Search the dashboard' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Search the dashboard' });
  const options = page.getByRole('dialog').getByRole('option');
  await expect(options).toHaveText([
    'Manage All OrdersOrders',
    'QuotesOrders',
    'ReturnsOrders',
    'InvoicesOrders',
    'MessagesOrders',
    'StockCatalog',
    'All UsersPeople',
    'ReviewsPeople',
    'API keysSettings',
    'My Profile',
  ]);
  await box.fill('bank details');
  await expect(page.getByText('Nothing matches “bank details”')).toBeVisible();
  await box.fill(tool.name);
  await options.filter({ hasText: tool.name }).click();
  await expect(page).toHaveURL(`/dashboard/managetool/${tool.id}/stock`);
});

test('a buyer’s dashboard keeps the shop’s search box and its shortcut', { tag: '@desk' }, async ({
  page,
  buyer: _,
}) => {
  await opened(page, '/dashboard/addresses');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search tools' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Search the dashboard' })).toHaveCount(0);
});

test.describe('a search that fails', () => {
  test.use({ expectedErrors: /status of 503/ });

  test('says so, and still finds pages', { tag: ['@desk', '@sweep'] }, async ({ page, admin: _ }) => {
    const json = { error: { code: 'unavailable', message: 'The shop is busy' } };
    await page.route('/desk-search?*', (route) => route.fulfill({ status: 503, json }));
    await opened(page, '/dashboard/overview');
    await page.getByRole('button', { name: 'Search the dashboard' }).click();
    await page.getByRole('combobox', { name: 'Search the dashboard' }).fill('tax');
    await expect(page.getByText('Orders, returns, tools, and people couldn’t be searched.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/(tax|delivery-methods)$/);
  });
});
