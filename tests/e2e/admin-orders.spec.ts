import { openMail } from './support/mails.ts';
import { ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { expectColumns, expectPicture, openRowMenu, reachRow, rowsWith } from './support/rows.ts';
import { expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const columns = ['Tool Image', 'Tool Name', 'Ordered By', 'Status', 'Actions'];

test('an unpaid order waits for its buyer, and can be deleted', { tag: '@sweep' }, async ({
  page,
  rival,
  tool,
}) => {
  const { number } = await placeOrderByApi(rival.person, tool, 3);
  await opened(page, '/dashboard/manageorders');
  await expect(page).toHaveTitle('Manage Orders – Toolyard');
  const row = await reachRow(page, tool.name);
  await expectColumns(row, columns);
  await expectPicture(row.getByRole('presentation'));
  await expect(row.getByText(number, { exact: true })).toBeVisible();
  await expect(row.getByText('3 × $12.50 = $37.50', { exact: true })).toBeVisible();
  await expect(row.getByText(rival.person.name, { exact: true })).toBeVisible();
  await expect(row.getByText(rival.person.email, { exact: true })).toBeVisible();
  await expect(row.getByText('+1 555 010 0199 · 3 Saw Pit Road, Portside', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Unpaid' })).toBeDisabled();

  const remove = (await openRowMenu(row)).getByRole('button', {
    name: `Delete ${rival.person.name}’s order for ${tool.name}`,
  });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  const about = `${number}: 3 × ${tool.name}, ordered by ${rival.person.name}`;
  await expect(dialog.getByText(about, { exact: true })).toBeVisible();
  const warning = 'Once you delete,this process cannot be undone!';
  await expect(dialog.getByText(warning, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('button', { name: `More actions for order ${number}` })).toBeFocused();
  expect(await ordersOf(rival.person)).toHaveLength(1);

  await page.keyboard.press('Enter');
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Order deleted');
  await expect(row).toHaveCount(0);
  await expect(page.locator('[data-row]:focus, h1:focus')).toHaveCount(1);
  expect(await ordersOf(rival.person)).toEqual([]);
});

test('a paid order is shipped once; its buyer sees it and is emailed', { tag: '@sweep' }, async ({
  page,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool);
  await payOrderByApi(rival.person, order);
  await opened(rival.page, '/dashboard/orders');
  const bought = rowsWith(rival.page, tool.name);
  await expect(bought.getByText('Pending', { exact: true })).toBeVisible();

  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  const remove = (await openRowMenu(row)).getByRole('button', {
    name: `Delete ${rival.person.name}’s order for ${tool.name}`,
  });
  await expect(remove).toBeDisabled();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');
  await reachRow(page, tool.name);
  await expect(row.getByRole('button', { name: /^Shipped/ })).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Pending' })).toHaveCount(0);
  await openRowMenu(row);
  await expect(remove).toBeDisabled();

  await opened(rival.page, '/dashboard/orders');
  await expect(bought.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(bought.getByText('Pending', { exact: true })).toHaveCount(0);
  await openMail(page, rival.person.email, `Order ${order.number} is on its way: ${tool.name}`);
});

test('an order shows its history, with times, people, units and amounts', { tag: '@sweep' }, async ({
  page,
  admin,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool, 2);
  await payOrderByApi(rival.person, order);
  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');
  const menu = await openRowMenu(row);
  await menu
    .getByRole('button', { name: `History of ${rival.person.name}’s order for ${tool.name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: /^History of order TY-\d+$/ });
  const events = dialog.getByRole('list').last().getByRole('listitem');
  await expect(events).toHaveCount(5);
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Rang: leave it at the gate.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  const notes = dialog.getByRole('region', { name: 'Staff notes' });
  await expect(notes.getByRole('listitem')).toHaveText([/Rang: leave it at the gate\.owner@/]);
  const expected = [
    ['Order placed', '2 units ordered · $25.00', rival.person.email],
    ['Payment started', '2 units reserved · $25.00', rival.person.email],
    ['Order paid', '2 units sold · $25.00', ''],
    ['Invoice issued', '', ''],
    ['Order shipped', '', `${admin.email} (admin)`],
  ];
  for (const [index, words] of expected.entries()) {
    for (const word of words) await expect(events.nth(index)).toContainText(word);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(row.getByRole('button', { name: /^More actions/ })).toBeFocused();
});

test('a second press in another window ships nothing twice, and reports it', {
  tag: ['@desk', '@sweep'],
}, async ({ page, rival, tool }) => {
  const order = await placeOrderByApi(rival.person, tool);
  await payOrderByApi(rival.person, order);
  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  const other = await page.context().newPage();
  await opened(other, '/dashboard/manageorders');
  const otherRow = await reachRow(other, tool.name);
  await otherRow.getByRole('button', { name: 'Pending' }).click();
  await expectToast(other, 'Order successfully delivered');
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'This order has already shipped.');
});

test.describe('an admin whose token is rejected', () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  for (const [status, code] of [
    [401, 'not_signed_in'],
    [403, 'not_allowed'],
  ] as const) {
    const refusal = { status, json: { error: { code, message: 'No' } } };

    test(`by ${status} to the list of orders is signed out and sent home`, {
      tag: ['@sweep', '@desk'],
    }, async ({ page }) => {
      await opened(page, '/dashboard/addtool');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a tool');
      await page.route('/manageorders*', (route) => route.fulfill(refusal));
      await page.goto('/dashboard/manageorders', { waitUntil: 'commit' });
      await expect(page).toHaveURL('/');
      const login = page.getByRole('banner').getByRole('link', { name: 'Login', includeHidden: true });
      await expect(login.first()).toBeAttached();
      const kept = await page.evaluate(() => [localStorage.accessToken]);
      expect(kept).toEqual([undefined, undefined]);
    });
  }

  test('when marking an order shipped is signed out, and nothing is shipped', {
    tag: ['@desk', '@sweep'],
  }, async ({ page, rival, tool }) => {
    const order = await placeOrderByApi(rival.person, tool);
    await payOrderByApi(rival.person, order);
    await opened(page, '/dashboard/manageorders');
    const row = await reachRow(page, tool.name);
    const refusal = {
      status: 403,
      json: { error: { code: 'not_allowed', message: 'This is for admins only' } },
    };
    await page.route('/manageorders/*', (route) => route.fulfill(refusal));
    await row.getByRole('button', { name: 'Pending' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await ordersOf(rival.person)).toMatchObject([{ paid: true, pendingChange: null }]);
  });
});
