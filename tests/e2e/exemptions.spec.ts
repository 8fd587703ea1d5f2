import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ManagedRules } from '#features/charge-rules/managed-contract.ts';
import { certificateForm, smallPdf } from '#tests/support/exemptions.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, type Person, tokenOf } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { shopOrigin } from './support/shop-origin.ts';
import { expect, opened } from './support/test.ts';

/** A shop that charges tax: no other test may see that. */
const test = inOwnShop();

// A refused certificate is answered 400, which the browser logs.
test.use({ expectedErrors: /status of 400/ });

const PAGE = '/dashboard/tax-exemption';
const LABEL = 'resale certificate 12-345678';
const certificate = { name: 'certificate.pdf', mimeType: 'application/pdf', buffer: smallPdf };

/** Taxes the United States at 8 %. */
async function taxAtHome(): Promise<void> {
  const usa = { _id: randomUUID(), name: 'United States', countries: ['US'], postcodePrefixes: [] };
  const rules = await callAsAdmin<ManagedRules>('GET', '/charge-rules');
  const tax = { ...rules, taxWithoutNumber: true, pricesIncludeTax: false, taxName: 'Sales tax' };
  const { version } = await callAsAdmin<ManagedRules>('PUT', '/charge-rules/tax', { ...tax, rates: [] });
  const delivered = { ...rules, version, shopCountry: 'US', regions: [usa] };
  const { version: next } = await callAsAdmin<ManagedRules>('PUT', '/charge-rules/delivery', delivered);
  const rates = [{ region: usa._id, category: null, rate: 8, exemptsBusinesses: false }];
  await callAsAdmin('PUT', '/charge-rules/tax', { ...tax, version: next, rates });
}

/** Fills the form for a certificate of Maine, and sends it. */
async function upload(page: Page, { expires = '2049-12-31' } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Add certificate' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a tax exemption certificate' });
  await dialog.getByRole('textbox', { name: 'Number' }).fill('12-345678');
  await dialog.getByRole('textbox', { name: 'States' }).fill('ME');
  await dialog.getByLabel('Expires on').fill(expires);
  await dialog.getByLabel('File').setInputFiles(certificate);
  await dialog.getByRole('button', { name: 'Upload' }).press('Enter');
}

/** Uploads one over the API, which staff approve. */
async function approvedByApi(buyer: Person): Promise<void> {
  const form = certificateForm({
    kind: 'resale',
    number: '12-345678',
    states: 'ME',
    expiresOn: '2049-12-31',
  });
  const reply = await fetch(`${shopOrigin()}/exemption-certificates`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(buyer)}` },
    body: form,
  });
  const { _id } = await reply.json();
  await callAsAdmin('PATCH', `/exemption-certificates/${_id}`, { state: 'approved' });
}

const payPage = (orderId: string) => `/dashboard/payment/${orderId}`;

test('a buyer’s certificate is checked by staff, and the next order to its state has no tax, as its papers say', {
  tag: '@main-job',
}, async ({ page, admin: _, rival: { person, page: theirs }, tool }) => {
  await taxAtHome();
  await opened(theirs, PAGE);
  await expect(theirs.getByText('No certificates yet')).toBeVisible();
  await theirs.getByRole('button', { name: 'Add certificate' }).press('Enter');
  const dialog = theirs.getByRole('dialog', { name: 'Add a tax exemption certificate' });
  await dialog.getByRole('button', { name: 'Upload' }).press('Enter');
  await expectProblem(dialog.getByRole('textbox', { name: 'Number' }), 'Enter the certificate’s number');
  await expect(dialog.getByText('Choose the certificate’s file')).toBeVisible();
  await expectSoundScreen(theirs);
  await theirs.keyboard.press('Escape');
  await upload(theirs);
  await expectToast(theirs, 'Certificate uploaded. We’ll email you once it’s checked.');
  await expect(theirs.getByText('Being checked')).toBeVisible();
  await expect(theirs.getByText('For ME · Expires Dec 31, 2049')).toBeVisible();
  await expectSoundScreen(theirs);
  const taxed = await placeOrderByApi(person, tool);
  await opened(theirs, payPage(taxed._id));
  await expect(theirs.getByText('$27.00').first()).toBeVisible();
  await expect(theirs.getByText(/^Exempt from sales tax/)).toHaveCount(0);

  await opened(page, PAGE);
  const waiting = page.getByRole('listitem').filter({ hasText: `From ${person.email}` });
  await expect(waiting).toContainText('For ME');
  await expectSoundScreen(page);
  await waiting.getByRole('button', { name: `Approve ${LABEL}` }).press('Enter');
  await expectToast(page, 'Certificate approved');
  await expect(page.getByRole('heading', { name: 'Certificates to check' })).toBeFocused();
  await expect(page.getByText('No certificates to check')).toBeVisible();

  await opened(theirs, PAGE);
  await expect(theirs.getByText('Approved', { exact: true })).toBeVisible();
  const order = await placeOrderByApi(person, tool);
  await opened(theirs, payPage(order._id));
  await expect(theirs.getByText(`Exempt from sales tax: ${LABEL}`)).toBeVisible();
  await expect(theirs.getByText('No tax', { exact: true })).toBeVisible();
  await expect(theirs.getByText('$27.00')).toHaveCount(0);
  await expectSoundScreen(theirs);
  await payOrderByApi(person, order);
  await opened(theirs, payPage(order._id));
  await expect(theirs.getByText(`Exempt from sales tax: ${LABEL}`)).toBeVisible();
  await expectSoundScreen(theirs);
  const elsewhere = { destination: { country: 'US', region: 'NY', postalCode: '10001' } };
  const other = await placeOrderByApi(person, tool, 2, elsewhere);
  await opened(theirs, payPage(other._id));
  await expect(theirs.getByText('$27.00').first()).toBeVisible();
});

test('staff refuse a certificate with a reason that its owner reads, who pays tax then', async ({
  page,
  admin: _,
  rival: { person, page: theirs },
  tool,
}) => {
  await taxAtHome();
  await opened(theirs, PAGE);
  await upload(theirs, { expires: '2020-01-01' });
  const expires = theirs.getByRole('dialog').getByLabel('Expires on');
  await expectProblem(expires, 'This certificate has expired', 'Leave it empty if it doesn’t expire.');
  await expires.fill('');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Upload' }).press('Enter');
  await expect(theirs.getByText('For ME · Doesn’t expire')).toBeVisible();

  await opened(page, PAGE);
  const waiting = page.getByRole('listitem').filter({ hasText: `From ${person.email}` });
  await waiting.getByRole('button', { name: `Refuse ${LABEL}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refuse this certificate?' });
  await dialog.getByRole('button', { name: 'Refuse' }).press('Enter');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expectProblem(reason, 'Say why you don’t accept it');
  await reason.fill('It’s of another company.');
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Refuse' }).press('Enter');
  await expectToast(page, 'Certificate refused');
  await expect(waiting).toHaveCount(0);
  await opened(theirs, PAGE);
  await expect(theirs.getByText('Not accepted', { exact: true })).toBeVisible();
  await expect(theirs.getByText('It’s of another company.')).toBeVisible();
  await expectSoundScreen(theirs);
  const order = await placeOrderByApi(person, tool);
  await opened(theirs, payPage(order._id));
  await expect(theirs.getByText('$27.00').first()).toBeVisible();
});

test('an expired certificate no longer counts, and its owner sees that', { tag: '@sweep' }, async ({
  page,
  admin: _,
  rival: { person, page: theirs },
  tool,
  inDatabase,
}) => {
  await taxAtHome();
  await approvedByApi(person);
  const order = await placeOrderByApi(person, tool);
  await opened(theirs, payPage(order._id));
  await expect(theirs.getByText(`Exempt from sales tax: ${LABEL}`)).toBeVisible();
  await inDatabase(`update exemption_certificates set expires_on = '2020-01-01'
    where user_id = (select id from users where email = '${person.email}')`);
  await opened(theirs, PAGE);
  await expect(theirs.getByText('Expired', { exact: true })).toBeVisible();
  await expectSoundScreen(theirs);
  await opened(theirs, payPage(order._id));
  await expect(theirs.getByText('$27.00').first()).toBeVisible();
  await expect(theirs.getByText(/^Exempt from sales tax/)).toHaveCount(0);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  await expect(page.getByText('Expired', { exact: true })).toBeVisible();
});
