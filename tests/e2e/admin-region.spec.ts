import { randomUUID } from 'node:crypto';
import type { ManagedRules } from '#features/charge-rules/managed-contract.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** The region applies to every screen: no other test may see it. */
const test = inOwnShop();

test('a keeper moves the shop to Germany and back; weights, sizes and tax follow everywhere', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const tool = await makeToolByApi({ weight_grams: 1133, length_mm: 305, width_mm: 140, height_mm: 76 });
  const facts = page.getByRole('region', { name: 'Specifications' });
  await opened(page, `/tools/${tool.id}`);
  await expect(facts).toContainText('2.5 lb');
  await expect(facts).toContainText('12 × 5.5 × 3 in');

  await opened(page, '/dashboard');
  await expect(page.getByLabel('Company')).toBeVisible();
  await expect(page.getByLabel('VAT number')).toHaveCount(0);
  await opened(page, '/dashboard/details/billing');
  await expect(page.getByLabel('VAT ID')).toBeHidden();

  await opened(page, '/dashboard/details/general#region');
  const region = page.getByRole('form', { name: 'Region' });
  await expect(region.getByLabel('Currency')).toHaveValue('US Dollar (USD)');
  await expect(region.getByLabel('Currency')).toHaveAttribute('readonly', '');
  await region.getByLabel('State').selectOption('Texas');
  await expect(region.getByLabel('Time zone')).toHaveValue('America/Chicago');
  await region.getByLabel('Country').selectOption('Germany');
  await expect(region.getByLabel('State')).toHaveCount(0);
  await expect(region.getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await expect(region.getByLabel('Weights and sizes')).toHaveValue('metric');
  await expectSoundScreen(page);
  await region.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Region saved');

  await opened(page, `/tools/${tool.id}`);
  await expect(facts).toContainText('1.133 kg');
  await expect(facts).toContainText('305 × 140 × 76 mm');
  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  await expect(page.getByLabel('Weight, kg')).toHaveValue('1.133');
  await opened(page, '/dashboard/tax');
  await expect(page.getByRole('group', { name: 'Germany' })).toBeVisible();
  await expect(
    page.getByText('Businesses from other countries with a VAT number don’t pay it'),
  ).toBeVisible();
  await page.getByText('Advanced Name of the tax').click();
  await expect(page.getByLabel('What the tax is called')).toHaveValue('VAT');
  await opened(page, '/dashboard');
  await expect(page.getByLabel('VAT number')).toBeVisible();

  await opened(page, '/dashboard/details/general#region');
  await region.getByLabel('Country').selectOption('United States');
  await region.getByLabel('State').selectOption('Ohio');
  await region.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Region saved');
  await opened(page, `/tools/${tool.id}`);
  await expect(facts).toContainText('2.5 lb');
});

test('a weight is typed in pounds, refused where it would be rounded, and reads as it was typed', {
  tag: '@desk',
}, async ({ page, admin: _ }) => {
  const tool = await makeToolByApi();
  const form = `/dashboard/managetool/${tool.id}/edit`;
  await opened(page, form);
  const weight = page.getByLabel('Weight, lb');
  await expect(page.getByLabel('Sold in packs of (optional)')).toBeHidden();
  await weight.fill('2.505');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectProblem(weight, 'Weight, lb must be more than 0, in steps of 0.01');
  await weight.fill('2.5');
  await page.getByLabel('Length, in').fill('12.25');
  await page.getByLabel('Width, in').fill('5.5');
  await page.getByLabel('Height, in').fill('3');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, `Saved ${tool.name}`);
  expect(await callAsAdmin('GET', `/tool/${tool.id}`)).toMatchObject({ weight_grams: 1133, length_mm: 311 });
  await opened(page, form);
  await expect(weight).toHaveValue('2.5');
  await expect(page.getByLabel('Length, in')).toHaveValue('12.25');
});

test('delivery by weight and a sales tax for the shop’s state take a few presses', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const { version } = await callAsAdmin<{ version: number }>('GET', '/managedetails');
  const region = { country: 'US', state: 'US-OH', zone: 'America/New_York', units: 'imperial' };
  await callAsAdmin('PATCH', '/details', { version, region });
  await opened(page, '/dashboard/delivery-methods');
  await page.getByLabel('How it’s priced').selectOption('By weight');
  await page.getByPlaceholder('Up to, lb').fill('5');
  await page.getByPlaceholder('Price, USD').fill('7.50');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Shipping saved');

  await opened(page, '/dashboard/tax');
  await page.getByRole('group', { name: 'Ohio' }).getByLabel('Standard rate, %').fill('5.75');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Tax saved');
  await expect(page.getByText('Add your VAT or tax number')).toHaveCount(0);
  await page.getByLabel('Another state').selectOption('Texas');
  const texas = page.getByRole('group', { name: 'Texas' }).getByLabel('Standard rate, %');
  await expect(texas).toBeFocused();
  await page.keyboard.type('6.25');
  await expectSoundScreen(page);
  await page.keyboard.press('Enter');
  // The notification of the first tax may still be there.
  const rules = () => callAsAdmin<ManagedRules>('GET', '/charge-rules');
  await expect.poll(async () => (await rules()).rates.length).toBe(2);
  expect(await rules()).toMatchObject({
    taxName: 'Sales tax',
    regions: [
      { name: 'Ohio', countries: ['US'], states: ['US-OH'] },
      { name: 'Texas', countries: ['US'], states: ['US-TX'] },
    ],
    rates: expect.arrayContaining([
      expect.objectContaining({ rate: 5.75 }),
      expect.objectContaining({ rate: 6.25 }),
    ]),
    methods: [{ kind: 'by_weight', steps: [{ upToGrams: 2268, price: 7.5 }] }],
  });
});

test('a buyer chooses a state by name; ten tools of half a pound cost as five pounds do, plus sales tax', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer }) => {
  const { regions: _, ...rules } = await callAsAdmin<ManagedRules>('GET', '/charge-rules');
  const [method] = rules.methods;
  const steps = [{ upToGrams: 2268, price: 7.5 }];
  const methods = [{ ...method, kind: 'by_weight', price: 0, steps }];
  const ohio = {
    ...{ _id: randomUUID(), name: 'Ohio', countries: ['US'], states: ['US-OH'] },
    postcodePrefixes: [],
  };
  const untaxed = await callAsAdmin<ManagedRules>('PUT', '/charge-rules/tax', { ...rules, rates: [] });
  const { version } = await callAsAdmin<ManagedRules>('PUT', '/charge-rules/delivery', {
    ...{ version: untaxed.version, assumedGrams: 0, regions: [], methods },
  });
  const rates = [{ region: ohio._id, category: null, rate: 5.75, exemptsBusinesses: false }];
  await callAsAdmin('PUT', '/charge-rules/tax', { ...rules, version, rates, newRegions: [ohio] });
  const tool = await makeToolByApi({ price: 10, min_order_quantity: 10, weight_grams: 226 });
  await opened(page, '/dashboard/addresses');
  await page.getByRole('button', { name: 'Add an address' }).click();
  const form = page.getByRole('dialog', { name: 'New address' });
  await expect(form.getByLabel('Country or region')).toHaveValue('US');
  await form.getByLabel('Street address').fill('1420 Foundry Street');
  await form.getByLabel('City').fill('Columbus');
  await form.getByLabel('State').selectOption('Ohio');
  await form.getByLabel('ZIP code').fill('43004');
  await expectSoundScreen(page);
  await form.getByRole('button', { name: 'Save address' }).click();
  await expectToast(page, 'Address saved');
  await expect(page.getByRole('list', { name: 'Addresses' })).toContainText('COLUMBUS, OH 43004');
  await callAs(buyer, 'POST', '/orders', {
    ...{ toolId: tool.id, minQuantity: 10, phone: '+1 614 555 0142' },
    address: '1420 Foundry Street, Columbus, OH 43004',
  });
  await opened(page, '/dashboard/cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Sales tax');
  await expect(summary).toContainText('$7.50');
  await expect(summary).toContainText('$6.18');
});
