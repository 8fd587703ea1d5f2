import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const downloads = /^Download INV-\d{6,} as PDF$/;

/** Downloads the only invoice on a page, by keyboard. */
async function saveInvoice(page: Page): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: downloads }).press('Enter');
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a buyer downloads the invoice of an order, and staff find the same one', { tag: '@sweep' }, async ({
  page,
  admin: _,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool);
  const transactionId = await payOrderByApi(rival.person, order);
  await opened(rival.page, '/dashboard/orders');
  const own = await saveInvoice(rival.page);
  expect(own.name).toMatch(/^INV-\d{6,}\.pdf$/);
  expect(own.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await opened(page, '/dashboard/invoices');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invoices');
  await page.getByRole('searchbox', { name: 'Search' }).fill(transactionId);
  await expect(page.getByText(order.number, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: downloads })).toHaveCount(1);
  const found = await saveInvoice(page);
  expect(found.name).toBe(own.name);
  expect(found.bytes.equals(own.bytes)).toBe(true);
  await expectSoundScreen(page);
  await opened(page, '/dashboard/invoices?kind=credit_note&q=zzzzzz');
  await expect(page.getByText('No invoices match “zzzzzz”')).toBeVisible();
});
