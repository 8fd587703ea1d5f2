import { rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, opened, test } from './support/test.ts';

/** What a program gets with a key. */
async function askWith(key: string, path: string): Promise<number> {
  return (await fetch(new URL(path, shopOrigin()), { headers: { authorization: `Bearer ${key}` } })).status;
}

test('an admin makes a key for a program, sees its use, and deletes it', {
  tag: ['@desk', '@sweep'],
}, async ({ page, context, admin: _ }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const name = `Books ${Math.random().toString(36).slice(2, 8)}`;
  await opened(page, '/dashboard/overview');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'API keys' }).click();
  await expect(page).toHaveTitle('API keys – Toolyard');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Enter a name/);
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Bookkeeping' }).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: 'See refunds' }).uncheck();
  await dialog.getByText('end date, allowed IP addresses').click();
  await dialog.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('10.0.0.300');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Allowed IP addresses' })).toHaveAccessibleDescription(
    /Enter an IP address such as/,
  );
  await dialog.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('127.0.0.0/8\n::1');
  await dialog.getByRole('button', { name: 'Create key' }).click();

  const made = page.getByRole('dialog', { name: 'Copy your API key now' });
  const key = await made.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(key).toMatch(/^toolyard_/);
  await made.getByRole('button', { name: 'Copy' }).click();
  await expectToast(page, 'API key copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await made.getByRole('button', { name: 'Done' }).click();
  const row = rowsWith(page, name);
  await expect(row).toContainText('See orders and packages');
  await expect(row).toContainText('See and download invoices');
  await expect(row).toContainText(`…${key.slice(-4)}`);
  await expect(row).toContainText('Never');
  await expect(page.getByText(key)).toHaveCount(0);

  expect(await askWith(key, '/invoices')).toBe(200);
  expect(await askWith(key, '/managetool')).toBe(403);
  await page.reload();
  await expect(row).not.toContainText('Never');

  await row.getByRole('button', { name: `Delete: ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `${name} deleted. It no longer works.`);
  await expect(row).toHaveCount(0);
  expect(await askWith(key, '/invoices')).toBe(401);
});

test('a buyer finds their keys from the profile, with what buyers can do', {
  tag: ['@desk'],
}, async ({ page, buyer: _ }) => {
  await opened(page, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'API keys' }).click();
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(dialog.getByRole('button', { name: 'Purchasing' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Warehouse' })).toHaveCount(0);
  await expect(dialog.getByText('stock:write')).toHaveCount(0);
  await expect(dialog.getByText('orders:write')).toBeVisible();
});
