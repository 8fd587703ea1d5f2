import { placeOrderByApi } from './support/orders.ts';
import { expectColumns, openListFilters, rowsWith } from './support/rows.ts';
import { expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, pageOf } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

const columns = ['Name', 'Description', 'Price', 'Min Order Quantity', 'Available Quantity', 'Action'];

test('lists the tools with their figures', { tag: '@sweep' }, async ({ page }) => {
  const tool = await makeToolByApi({ price: 1875, min_order_quantity: 3, available_quantity: 1450 });
  await opened(page, '/dashboard/managetool');
  await expect(page).toHaveTitle('Manage Tools – Toolyard');
  await expect(page.getByText(/^[\d,]+( of [\d,]+)? tools$/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(tool.name);
  await expect(page.getByText('1 tool', { exact: true })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('q')).toBe(tool.name);
  const row = rowsWith(page, tool.name);
  await expectColumns(row, columns);
  await expect(row.getByRole('link', { name: tool.name, exact: true })).toHaveAttribute('href', pageOf(tool));
  for (const text of [/^A try square for marking out joints/, '$1,875.00', '3', '1,450']) {
    await expect(row.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(row.getByRole('button', { name: `Delete ${tool.name}` })).toHaveText('Delete');

  const controls = page.getByRole('search', { name: 'Tools' });
  await openListFilters(page);
  const stock = controls.getByRole('combobox', { name: 'Stock' });
  await stock.selectOption('Running low');
  await expect(page.getByText(`No tools match “${tool.name}”`)).toBeVisible();
  await stock.selectOption('All');
  await page.keyboard.press('Escape');
  await controls.getByLabel('Sort by').selectOption('Available quantity: high to low');
  await expect(row).toHaveCount(1);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-available');

  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('no-such-tool');
  await expect(page.getByText('No tools match “no-such-tool”')).toBeVisible();
  await page.getByRole('button', { name: 'Show all tools' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search', exact: true })).toHaveValue('');
  await expect(page.getByText(/^[\d,]+( of [\d,]+)? tools$/)).toBeVisible();
});

test('asks before it deletes a tool, and keeps it when the answer is no', async ({ page, tool }) => {
  await opened(page, `/dashboard/managetool?q=${encodeURIComponent(tool.name)}`);
  const button = page.getByRole('button', { name: `Delete ${tool.name}` });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await expect(dialog.getByText(`Tool: ${tool.name}`, { exact: true })).toBeVisible();
  const warning = 'Once you delete,this process cannot be undone!';
  await expect(dialog.getByText(warning, { exact: true })).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);

  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(tool.name);
});

test('a deleted tool leaves the shop, and an order for it says why it cannot be paid', {
  tag: ['@desk', '@sweep'],
}, async ({ page, request, rival, tool }) => {
  expect(await (await request.get('/tools')).text()).toContain(tool.name);
  const order = await placeOrderByApi(rival.person, tool);
  await opened(rival.page, '/dashboard/orders');
  await expect(rival.page.getByRole('link', { name: 'pay' })).toBeVisible();

  await opened(page, `/dashboard/managetool?q=${encodeURIComponent(tool.name)}`);
  await page.getByRole('button', { name: `Delete ${tool.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `Tool: ${tool.name} is deleted`);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(`No tools match “${tool.name}”`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  expect(await (await request.get('/tools')).text()).not.toContain(tool.name);
  await opened(page, `/tools?q=${encodeURIComponent(tool.name)}`);
  await expect(page.getByText('No tools match your search')).toBeVisible();

  const reason = 'This tool is no longer sold, so this order can’t be paid for';
  await opened(rival.page, '/dashboard/orders');
  const row = rowsWith(rival.page, tool.name);
  await expect(row.getByText(reason, { exact: true })).toBeVisible();
  await expect(row.getByRole('link', { name: 'pay' })).toHaveCount(0);
  await expect(row.getByRole('button', { name: `Delete the order for ${tool.name}` })).toBeEnabled();
  await opened(rival.page, `/dashboard/payment/${order._id}`);
  await expect(rival.page.getByText('This order can no longer be paid for', { exact: true })).toBeVisible();
  await expect(rival.page.getByText(reason)).toBeVisible();
  await expect(rival.page.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
});
