import type { Page } from '@playwright/test';
import { addDays } from '#contracts/time-zone.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin } from './support/people.ts';
import { openListFilters, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi, pageOf, type ShopTool } from './support/tools.ts';

/** The region applies to every screen: no other test may see it. */
const test = inOwnShop();

// A refused form is answered 400, which the browser logs.
test.use({ expectedErrors: /status of 400/ });

/** Moves the shop to a country, and to whom it sells. */
async function sellIn(country: string, customers = 'both'): Promise<void> {
  const { version, details } = await callAsAdmin<ManagedDetails>('GET', '/managedetails');
  const region = { ...details.region, country, state: '' };
  await callAsAdmin('PATCH', '/details', { version, region, law: { customers } });
}

const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\(optional\\))?$`));
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
const openForm = (page: Page, { id }: ShopTool) => opened(page, `/dashboard/managetool/${id}/edit`);
const unfold = (page: Page, part: string) => page.locator('summary', { hasText: part }).press('Enter');

test('a brand’s maker is said of its tools, unless one has its own, with warnings, guarantee, content, and waste', {
  tag: '@main-job',
}, async ({ page, isMobile, admin: _ }) => {
  await sellIn('DE');
  const brand = `Ostrand ${Date.now()}`;
  const tool = await makeToolByApi({ brand, price: 4.99, min_order_quantity: 1 });
  await opened(page, '/dashboard/categories');
  if (isMobile) await page.getByRole('button', { name: `More actions for ${brand}` }).press('Enter');
  await page.getByRole('button', { name: `Edit ${brand}` }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Manufacturer', exact: true }).fill('Ostrand AB');
  await dialog
    .getByRole('textbox', { name: 'Manufacturer’s postal address' })
    .fill('Kaigatan 1\nGöteborg, Sverige');
  const email = dialog.getByRole('textbox', { name: 'Manufacturer’s email' });
  await email.fill('nobody');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expectProblem(email, 'This isn’t an email address');
  await expectSoundScreen(page);
  await email.fill('safety@ostrand.example');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expectToast(page, `Saved ${brand}`);

  await openForm(page, tool);
  await unfold(page, 'Required information');
  await expect(field(page, 'Proposition 65 warning')).toHaveCount(0);
  await field(page, 'Net content').fill('some');
  await save(page);
  await expect(field(page, 'Net content')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Net content').fill('250 ml');
  await field(page, 'Safety warnings').fill('Flammable. Keep away from children.');
  await field(page, 'Durability guarantee, years').fill('5');
  await field(page, 'Guarantee given by').fill('Ostrand Works');
  await field(page, 'Crossed-out bin').selectOption('Batteries');
  await expectSoundScreen(page);
  await save(page);
  await expectToast(page, `Saved ${tool.name}`);

  await opened(page, pageOf(tool));
  const main = page.getByRole('main');
  await expect(main.getByText('$19.96 / 1 l').first()).toBeVisible();
  await expect(main).toContainText('Ostrand AB');
  await expect(main).toContainText('Kaigatan 1');
  await expect(main).toContainText('safety@ostrand.example');
  await expect(main).toContainText('Flammable. Keep away from children.');
  await expect(main).toContainText('Don’t put batteries in the household trash.');
  await expect(
    main.getByRole('figure', { name: /^Durability guarantee of 5 years by Ostrand Works/ }),
  ).toBeVisible();
  await expectSoundScreen(page);

  await openForm(page, tool);
  await field(page, 'Manufacturer').fill('Kestrel Inc.');
  await field(page, 'Manufacturer’s postal address').fill('1 Yard Lane, Springfield, OH');
  await field(page, 'Manufacturer’s email').fill('safety@kestrel.example');
  await field(page, 'Responsible person in the EU').fill(
    'Kestrel Europe, Hauptstr. 1, Berlin, eu@kestrel.example',
  );
  await save(page);
  await expectToast(page, `Saved ${tool.name}`);
  await opened(page, pageOf(tool));
  await expect(main).toContainText('Kestrel Inc.');
  await expect(main).toContainText('Kestrel Europe');
  await expect(main).not.toContainText('Ostrand AB');
});

test('a reduction has a last day and shows the lowest price of 30 days, and ends with its form', async ({
  page,
  admin: _,
}) => {
  await sellIn('DE');
  const tool = await makeToolByApi({ price: 12.5, min_order_quantity: 1 });
  await openForm(page, tool);
  await unfold(page, 'Reduced price');
  await field(page, 'Price').fill('10');
  await field(page, 'Regular price').fill('10');
  await field(page, 'Reduced until').fill(inDays(7));
  await save(page);
  await expect(field(page, 'Regular price')).toHaveAccessibleDescription(
    /^The price before must be higher than the reduced price/,
  );
  await field(page, 'Regular price').fill('20');
  await field(page, 'Reduced until').fill(inDays(-3));
  await save(page);
  await expect(field(page, 'Reduced until')).toHaveAccessibleDescription(
    'The last day of the reduction must be today or later',
  );
  await field(page, 'Reduced until').fill(inDays(7));
  await expectSoundScreen(page);
  await save(page);
  await expectToast(page, `Saved ${tool.name}`);

  await opened(page, pageOf(tool));
  const main = page.getByRole('main');
  // It cost 12.50 until now, whatever it costs afterwards.
  await expect(main).toContainText('Lowest price in 30 days: $12.50 −20%');
  await expect(main.getByText('$20.00')).toHaveCount(0);
  await expectSoundScreen(page);
  await openForm(page, tool);
  await expect(field(page, 'Regular price')).toHaveValue('20.00');
  await expect(field(page, 'Reduced until')).toHaveValue(inDays(7));
  await field(page, 'Regular price').fill('');
  await field(page, 'Reduced until').fill('');
  await save(page);
  await expectToast(page, `Saved ${tool.name}`);
  await opened(page, pageOf(tool));
  await expect(main).not.toContainText('Lowest price in 30 days');
});

test('tools that lack a maker are filtered, and changed together', { tag: '@sweep' }, async ({
  page,
  admin: _,
}) => {
  await sellIn('DE');
  const word = `Lack${Date.now()}`;
  const lacking = [
    await makeToolByApi({ name: `${word} saw` }),
    await makeToolByApi({ name: `${word} file` }),
  ];
  const whole = await makeToolByApi({ name: `${word} rasp` });
  await callAsAdmin('PATCH', `/tool/${whole.id}`, {
    version: 1,
    manufacturer: { name: 'Ostrand AB', address: 'Kaigatan 1, Göteborg, Sweden', email: 'a@ostrand.example' },
  });
  await opened(page, `/dashboard/managetool?q=${word}`);
  await expect(rowsWith(page, word)).toHaveCount(3);
  await openListFilters(page);
  const controls = page.getByRole('search', { name: 'Tools' });
  await controls.getByLabel('Product safety').selectOption('Incomplete');
  await expect(page).toHaveURL(/lacks=safety/);
  await expect(rowsWith(page, whole.name)).toHaveCount(0);
  for (const { name } of lacking) await expect(rowsWith(page, name)).toHaveCount(1);
  await expectSoundScreen(page);
  await page.getByRole('checkbox', { name: 'Select all shown' }).press('Space');
  await page.getByRole('button', { name: 'Change all 2 tools' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Category' }).selectOption('Set to');
  await dialog.getByLabel('New category').fill(`${word} to check`);
  await dialog.getByLabel('New category').press('Enter');
  await page.getByRole('button', { name: 'Apply to 2 tools' }).press('Enter');
  await expect(page.getByText(/^Applied /).first()).toBeVisible();
  const changed = await callAsAdmin<{ name: string }[]>('GET', `/managetool?category=${word}%20to%20check`);
  expect(changed.map(({ name }) => name).sort()).toEqual(lacking.map(({ name }) => name).sort());
});

test('a Proposition 65 warning is on the tool’s page, and at the pay page for a Californian address only', async ({
  page,
  admin: _,
  rival: { person, page: theirs },
}) => {
  await sellIn('US');
  const tool = await makeToolByApi({ min_order_quantity: 1 });
  await openForm(page, tool);
  await unfold(page, 'Required information');
  await expect(field(page, 'Durability guarantee, years')).toHaveCount(0);
  await field(page, 'Proposition 65 warning').fill('This product can expose you to lead.');
  await expectSoundScreen(page);
  await save(page);
  await expectToast(page, `Saved ${tool.name}`);
  const warning = (within: Page) =>
    within.getByRole('main').getByText('WARNING: This product can expose you to lead.');
  await opened(theirs, pageOf(tool));
  await expect(warning(theirs)).toBeVisible();
  await expectSoundScreen(theirs);

  const pay = async (region: string, postalCode: string) => {
    const destination = { country: 'US', region, postalCode };
    const { _id } = await placeOrderByApi(person, tool, 1, { destination });
    await opened(theirs, `/dashboard/payment/${_id}`);
    await expect(theirs.getByRole('textbox', { name: 'Card number' })).toBeVisible();
  };
  await pay('CA', '94103');
  await expect(warning(theirs)).toBeVisible();
  await expectSoundScreen(theirs);
  await pay('ME', '04101');
  await expect(warning(theirs)).toHaveCount(0);
});

test('a shop elsewhere says none of it', { tag: '@desk' }, async ({ page, admin: _ }) => {
  await sellIn('JP');
  const tool = await makeToolByApi({ price: 4.99, min_order_quantity: 1 });
  await callAsAdmin('PATCH', `/tool/${tool.id}`, {
    ...{ version: 1, guarantee_years: 5, prop65_warning: 'Lead.', disposal: 'batteries' },
    manufacturer: { name: 'Ostrand AB', address: 'Kaigatan 1', email: 'a@ostrand.example' },
  });
  await opened(page, pageOf(tool));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1, name: tool.name })).toBeVisible();
  await expect(main).not.toContainText(/Ostrand AB|WARNING|household trash|GARAN/);
});
