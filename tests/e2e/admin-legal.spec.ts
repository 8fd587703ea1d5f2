import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** The footer of every page changes: no other test may see that. */
const test = inOwnShop();

test.use({ expectedErrors: /status of 40[04]/ });

async function moveTo(country: string): Promise<void> {
  const { version, details } = await callAsAdmin<ManagedDetails>('GET', '/managedetails');
  const region = { ...details.region, country, state: '' };
  const business = { ...details.business, legalName: 'Beispiel Werkzeug GmbH', vatNumber: 'DE136695976' };
  await callAsAdmin('PATCH', '/details', { version, region, business, law: { customers: 'both' } });
}

test('an owner in Germany corrects a draft, publishes it, and visitors and the pay page have it', async ({
  page,
  admin: _,
}) => {
  await moveTo('DE');
  await opened(page, '/dashboard/details/legal');
  const duties = page.getByRole('region', { name: 'What your law asks' });
  await expect(duties).toContainText('Germany, selling to consumers and businesses.');
  await expect(duties).not.toContainText('Proposition 65');
  for (const [customers, words] of [
    ['Businesses only', 'Germany, selling to businesses.'],
    ['Consumers and businesses', 'Germany, selling to consumers and businesses.'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Customers' }).selectOption(customers);
    await page.getByRole('form', { name: 'Customers' }).getByRole('button', { name: 'Save' }).click();
    await expect(duties).toContainText(words);
  }
  const impressum = duties.getByRole('listitem').filter({ hasText: 'Legal notice (Impressum)' });
  await expect(impressum).toContainText('§ 5 DDG');
  await expect(impressum).toContainText('Missing');
  await expectSoundScreen(page);

  await impressum.getByRole('link').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Legal notice (Impressum)' })).toBeVisible();
  await expect(page.getByText('The draft isn’t legal advice.')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Save as version 1' }).press('Enter');
  await expectToast(page, 'Version 1 saved. It isn’t published yet.');
  await page.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  const asked = page.getByRole('dialog');
  await asked.getByRole('button', { name: 'Publish version 1' }).press('Enter');
  await expect(
    page.getByText(/^Replace the words in brackets first: \[Names of those/).first(),
  ).toBeVisible();

  for (const field of await page.getByRole('textbox', { name: 'Text', exact: true }).all()) {
    const text = await field.inputValue();
    await field.fill(text.replace(/\[[^\]]+\]/g, 'Ada Schreiner'));
  }
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await expectToast(page, 'Version 2 saved. It isn’t published yet.');
  await page.getByRole('button', { name: 'Publish version 2' }).click();
  await asked.getByRole('button', { name: 'Publish version 2' }).click();
  await expectToast(page, 'Version 2 published');
  await expect(page.getByText('Version 2 is published.')).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await opened(page, '/');
  await footer.getByRole('link', { name: 'Legal notice (Impressum)' }).click();
  await expect(page).toHaveURL('/legal/notice');
  await expect(page.getByText('Beispiel Werkzeug GmbH')).toBeVisible();
  await expect(page.getByText('Version 2, published')).toBeVisible();
  await expectSoundScreen(page);
  const sitemap = await (await page.request.get('/sitemaps/pages.xml')).text();
  expect(sitemap).toContain('/legal/notice</loc>');
  expect((await page.request.get('/legal/terms')).status()).toBe(404);
});

test('the official notice is uploaded, and shown at the pay page as it is', async ({
  page,
  admin: _,
  browser,
  ownShop,
}) => {
  await moveTo('DE');
  await opened(page, '/dashboard/legal/guarantee');
  const buffer = await plainPicture({ width: 210, height: 297 }, '#003399').png().toBuffer();
  await page
    .getByLabel('Official notice')
    .setInputFiles({ name: 'notice.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('img', { name: 'The uploaded notice' })).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Save as version 1' }).click();
  await page.getByRole('button', { name: 'Publish version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1' }).click();
  await expectToast(page, 'Version 1 published');
  const notice = page.getByRole('img', { name: /^Official notice of the European Union/ });
  await opened(page, '/legal/guarantee');
  await expect(notice).toBeVisible();
  await expectSoundScreen(page);

  const buyer = newPerson();
  const token = await signUpByApi(buyer);
  const order = await placeOrderByApi(buyer, await makeToolByApi());
  const other = await browser.newPage({ baseURL: ownShop });
  await other.addInitScript((kept) => localStorage.setItem('accessToken', kept), token);
  await other.goto(`/dashboard/payment/${order._id}`);
  await expect(other.getByRole('img', { name: /^Official notice of the European Union/ })).toBeVisible();
  await expectSoundScreen(other);
  await other.close();
});

test('a shop in the United States sees nothing of the Union’s duties', async ({ page, admin: _ }) => {
  await moveTo('US');
  await opened(page, '/dashboard/details/legal');
  const duties = page.getByRole('region', { name: 'What your law asks' });
  await expect(duties).toContainText('Proposition 65 warnings');
  await expect(duties).not.toContainText(/Impressum|Withdrawal|GDPR|Accessibility/);
  await expectSoundScreen(page);
});
