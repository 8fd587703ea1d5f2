import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened } from './support/test.ts';

/** The region applies to every screen: no other test may see it. */
const test = inOwnShop();

// A refused form is answered 400, which the browser logs.
test.use({ expectedErrors: /status of 400/ });

/** Moves the shop to a country. */
async function moveTo(country: string): Promise<void> {
  const { version, details } = await callAsAdmin<{ version: number; details: { region: object } }>(
    'GET',
    '/managedetails',
  );
  await callAsAdmin('PATCH', '/details', {
    version,
    region: { ...details.region, country, state: '' },
    law: { customers: 'consumers' },
  });
}

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a consumer withdraws from every page’s footer by keyboard, in two steps, without logging in', async ({
  page,
  admin: _,
}) => {
  await moveTo('DE');
  await opened(page, '/tools');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' }).click();
  await expect(heading(page, 'Withdraw from contract')).toBeVisible();
  await expectSoundScreen(page);

  const email = `${randomUUID()}@nobody.example`;
  await main(page).getByLabel('Name', { exact: true }).fill('Ada Joiner');
  await page.keyboard.press('Enter');
  await expect(main(page).getByLabel('Order number')).toBeFocused();
  await expect(main(page)).toContainText('Please give the order number');
  await expect(main(page).getByLabel('Name', { exact: true })).toHaveValue('Ada Joiner');
  await expectSoundScreen(page);
  await page.keyboard.type('TY-99999999');
  await main(page).getByLabel('Email', { exact: true }).fill(email);
  await main(page).getByRole('radio', { name: 'Only these items' }).check();
  await main(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(main(page)).toContainText('Please give at least one item');
  await main(page).getByLabel('Number of item 1').fill('TY-99999999');
  await main(page).getByLabel('Quantity 1').fill('2');
  await page.keyboard.press('Enter');

  await expect(heading(page, 'Check and confirm')).toBeVisible();
  await expect(main(page)).toContainText('2 × TY-99999999');
  await expectSoundScreen(page);
  await main(page).getByRole('button', { name: 'Change' }).press('Enter');
  await expect(main(page).getByLabel('Order number')).toHaveValue('TY-99999999');
  await main(page).getByRole('button', { name: 'Continue' }).press('Enter');
  await main(page).getByRole('button', { name: 'Confirm withdrawal' }).press('Enter');
  await expect(heading(page, 'Your withdrawal was sent')).toBeVisible();
  await expect(main(page)).toContainText(email);
  await expectSoundScreen(page);
});

test.describe('without scripts', { tag: '@desk' }, () => {
  test.use({ javaScriptEnabled: false });

  test('both steps work', async ({ page, admin: _ }) => {
    await moveTo('DE');
    await page.goto('/withdraw?order=TY-99999999&quantity=2');
    await expect(main(page).getByLabel('Number of item 1')).toHaveValue('TY-99999999');
    await main(page).getByLabel('Name', { exact: true }).fill('Ada Joiner');
    await main(page).getByLabel('Email', { exact: true }).fill(`${randomUUID()}@nobody.example`);
    await main(page).getByRole('button', { name: 'Continue' }).click();
    await main(page).getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(heading(page, 'Your withdrawal was sent')).toBeVisible();
  });
});

test('a shop elsewhere has neither the page nor the link', { tag: '@desk' }, async ({ page, admin: _ }) => {
  await moveTo('US');
  const reply = await page.request.get('/withdraw');
  expect(reply.status()).toBe(404);
  await opened(page, '/tools');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Withdraw/ })).toHaveCount(0);
  const sent = await page.request.post('/withdraw', {
    form: { name: 'Ada', orderNumber: 'TY-1', email: 'a@b.example', scope: 'all', step: 'confirm' },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(sent.status()).toBe(404);
});
