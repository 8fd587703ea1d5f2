import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { ManagedRules } from '#features/charge-rules/managed-contract.ts';
import { placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** These settings apply to every cart: no other test may see them. */
const test = inOwnShop();

test.use({ expectedErrors: /status of 4(00|09)/ });

const readRules = () => callAsAdmin<ManagedRules>('GET', '/charge-rules');
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

const germany = { country: 'DE', state: '', zone: 'Europe/Berlin', units: 'metric' };

async function moveToGermany(): Promise<void> {
  const { version } = await callAsAdmin<{ version: number }>('GET', '/managedetails');
  await callAsAdmin('PATCH', '/details', { version, region: germany });
}

/** Presses Tab until a control has the focus. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'textbox' | 'spinbutton' | 'button' | 'combobox' | 'checkbox',
) {
  await tabToElement(page, page.getByRole('main').getByRole(role, { name, exact: typeof name === 'string' }));
}

async function tabToElement(page: Page, control: Locator) {
  await expect(control).toBeVisible();
  const isFocused = () => control.evaluate((element) => element === document.activeElement);
  while (!(await isFocused())) await page.keyboard.press('Tab');
}

test('an owner sets delivery and 19 % tax by keyboard, and a buyer’s cart shows both', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, browser, ownShop }) => {
  const { keyboard } = page;
  await moveToGermany();
  await opened(page, '/dashboard');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  await menu.getByRole('link', { name: 'Shipping and tax' }).click();
  await expect(page.getByText('Shipping is free everywhere')).toBeVisible();
  await expectSoundScreen(page);

  // The only method is open.
  await tabTo(page, 'Price, USD', 'spinbutton');
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('4.90');
  await tabToElement(page, page.locator('summary', { hasText: 'Advanced Regions' }));
  await keyboard.press('Enter');
  await tabTo(page, 'Add a region', 'button');
  await keyboard.press('Enter');
  const search = page.getByRole('textbox', { name: 'Find a state or country' });
  await expect(search).toBeFocused();
  await expect(page.getByText(/^Unsaved changes: .+, New region$/)).toBeVisible();
  await keyboard.type('germ');
  await expect(page.getByRole('checkbox', { name: 'Germany' })).toBeVisible();
  await keyboard.press('Enter');
  // A region has the name of its first place until it is named.
  await expect(row(page, 'Germany')).toContainText('Germany');
  const name = row(page, 'Germany').getByRole('textbox', { name: 'Name' });
  await tabToElement(page, name);
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('Home');
  await expectSoundScreen(page);
  await tabTo(page, 'Save', 'button');
  await keyboard.press('Enter');
  await expectToast(page, 'Shipping saved');
  await expect(row(page, 'Standard shipping')).toContainText('$4.90 · everywhere');
  expect(await readRules()).toMatchObject({
    shopCountry: 'DE',
    regions: [{ name: 'Home', countries: ['DE'] }],
    methods: [{ name: 'Standard shipping', price: 4.9 }],
  });

  await page.getByRole('navigation', { name: 'Shipping and tax' }).getByRole('link', { name: 'Tax' }).click();
  await expect(page.getByText('No tax is charged')).toBeVisible();
  await tabTo(page, 'Standard rate, %', 'spinbutton');
  await keyboard.type('19');
  await expect(page.getByRole('region', { name: 'Try it' })).toContainText('$124.83');
  await expect(page.getByText('Add your VAT or tax number')).toBeVisible();
  await keyboard.press('Enter');
  await expect(page.getByText('There’s no VAT or tax number yet.', { exact: false })).toBeFocused();
  await tabTo(page, 'Charge tax without a number', 'checkbox');
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expectToast(page, 'Tax saved');
  await expectSoundScreen(page);

  const person = newPerson();
  const token = await signUpByApi(person);
  const tool = await makeToolByApi({ price: 100, min_order_quantity: 1 });
  const destination = { country: 'DE', region: '', postalCode: '10115' };
  await placeOrderByApi(person, tool, 1, { destination });
  const buyer = await browser.newPage({ baseURL: ownShop });
  await buyer.addInitScript((kept) => localStorage.setItem('accessToken', kept), token);
  await buyer.goto('/dashboard/cart');
  const summary = buyer.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('$4.90');
  await expect(summary).toContainText('$19.93');
  await expect(buyer.getByRole('link', { name: 'Pay $124.83', exact: true })).toBeVisible();
  await buyer.close();
});

test('a category’s rate and the price mode show after a reload, saved or only typed', {
  tag: '@desk',
}, async ({ page, admin: _ }) => {
  await callAsAdmin('POST', '/categories', { name: 'Rasps' });
  const categories = await callAsAdmin<{ _id: string; name: string }[]>('GET', '/categories');
  const rasps = categories.find(({ name }) => name === 'Rasps')?._id ?? '';
  const region = { _id: randomUUID(), name: 'Anywhere', countries: [], states: [], postcodePrefixes: [] };
  const rules = await callAsAdmin<ManagedRules>('PUT', '/charge-rules/delivery', {
    ...(await readRules()),
    shopCountry: 'DE',
    regions: [region],
  });
  const rate = { region: region._id, rate: 7, exemptsBusinesses: false };
  await callAsAdmin('PUT', '/charge-rules/tax', {
    ...rules,
    taxWithoutNumber: true,
    rates: [
      { ...rate, category: null },
      { ...rate, rate: 5, category: rasps },
    ],
  });

  await opened(page, '/dashboard/tax');
  const category = page
    .getByRole('form', { name: 'Tax' })
    .getByRole('combobox', { name: 'Category', exact: true });
  // Chosen by its name, which has loaded.
  await expect(category.locator('option:checked')).toHaveText('Rasps');
  await category.focus();
  await page.keyboard.press('Tab');
  await expect(category).toHaveValue(rasps);

  const withTax = page.getByRole('radio', { name: 'With tax' });
  await withTax.check();
  await opened(page, '/dashboard/tax');
  await expect(page.getByText('We restored what you typed')).toBeVisible();
  await expect(withTax).toBeChecked();
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Tax saved');
  const after = await readRules();
  expect(after.pricesIncludeTax).toBe(true);
  expect(after.rates.map(({ category: of }) => of)).toEqual([null, rasps]);
});

test('a refusal shows at its field; somebody else’s change is offered, and nothing typed is lost', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _ }) => {
  const before = await readRules();
  await opened(page, '/dashboard/delivery-methods');
  await page.getByRole('button', { name: 'Add a method' }).click();
  const save = page.getByRole('main').getByRole('button', { name: 'Save', exact: true });
  const name = page.getByRole('textbox', { name: 'Name' }).last();
  await save.click();
  await expectProblem(name, 'Name is required', 'What buyers see, such as Standard or Express');
  await expect(name).toBeFocused();
  await page.keyboard.type('Express');
  const price = row(page, 'Express').getByRole('spinbutton', { name: 'Price, USD' });
  await price.fill('9.999');
  await save.click();
  await expectProblem(price, 'This amount is too large, or has too many decimals');
  await expect(price).toBeFocused();
  await price.fill('9.99');

  const theirs = before.methods.map((method) => ({ ...method, name: 'Slow boat' }));
  await callAsAdmin('PUT', '/charge-rules/delivery', { ...before, methods: theirs });
  await save.click();
  const heading = page.getByRole('heading', { name: 'Someone else changed this while you were editing' });
  await expect(heading).toBeFocused();
  await expect(row(page, 'Express')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Show what’s in the shop now' }).click();
  await expect(row(page, 'Slow boat')).toBeVisible();
  await expect(row(page, 'Express')).toHaveCount(0);
  await page.getByRole('button', { name: 'Go back to what I typed' }).click();
  await page.getByRole('link', { name: 'Tax', exact: true }).first().click();
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await save.click();
  await expectToast(page, 'Shipping saved');
  await expect(heading).toHaveCount(0);
  expect((await readRules()).methods.map((method) => method.name)).toEqual([
    before.methods[0]?.name,
    'Express',
  ]);
});
