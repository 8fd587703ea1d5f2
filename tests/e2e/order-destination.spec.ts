import type { Locator, Page } from '@playwright/test';
import { ordersOf, placeOrderByApi } from './support/orders.ts';
import { verifyByApi } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

const noZip = 'ZIP code is required';
const columbus = '12 Bench Street, Columbus';

async function fillDelivery(form: Locator | Page, address: string) {
  await form.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0177');
  await form.getByRole('textbox', { name: 'Address' }).fill(address);
}

test('an order form says where its address is, moves nothing, and the buyer changes that', async ({
  page,
  buyer,
  tool,
}) => {
  await opened(page, `/tools/${tool.id}`);
  const form = page.getByRole('form', { name: 'Order this tool' });
  const height = async () => (await form.boundingBox())?.height;
  const add = form.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeVisible();
  const before = await height();
  await fillDelivery(form, `${columbus}, OH 43215`);
  await expect(form.getByText('Ships to Columbus, OH 43215, United States')).toBeVisible();
  expect(await height()).toBe(before);
  await expectSoundScreen(page);

  await form.getByRole('button', { name: 'Change' }).press('Enter');
  const country = form.getByRole('combobox', { name: 'Country or region' });
  await expect(country).toBeFocused();
  await expect(form.getByRole('combobox', { name: 'State' })).toHaveValue('OH');
  await form.getByRole('textbox', { name: 'ZIP code' }).fill('89501');
  await expect(form.getByText('Ships to NV 89501, United States')).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'State' })).toHaveValue('NV');
  await country.selectOption('Germany');
  await form.getByRole('textbox', { name: 'Postal code' }).fill('1011');
  await expectProblem(
    form.getByRole('textbox', { name: 'Postal code' }),
    'Postal code isn’t valid for Germany',
  );
  await expectSoundScreen(page);
  await form.getByRole('textbox', { name: 'Postal code' }).fill('10115');
  await expect(form.getByText('Ships to 10115, Germany')).toBeVisible();
  await add.click();
  await expectToast(page, 'Your order is added to your cart');

  // Another destination is another order.
  await country.selectOption('United States');
  await form.getByRole('textbox', { name: 'ZIP code' }).fill('43215');
  await add.click();
  await expect.poll(() => ordersOf(buyer)).toHaveLength(2);
  expect(await ordersOf(buyer)).toMatchObject([
    { destination: { country: 'US', region: 'OH', postalCode: '43215' } },
    { destination: { country: 'DE', region: null, postalCode: '10115' } },
  ]);
});

test('a first order without a ZIP code asks for it, and the next one knows it', async ({
  page,
  buyer,
  tool,
}) => {
  await opened(page, `/tools/${tool.id}`);
  const form = page.getByRole('form', { name: 'Order this tool' });
  const add = form.getByRole('button', { name: 'Add', exact: true });
  await fillDelivery(form, columbus);
  await expect(form.getByText(noZip)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Complete it' })).toBeVisible();
  await expectSoundScreen(page);
  // Pressed before anything has been read.
  await form.getByRole('textbox', { name: 'Address' }).fill(`${columbus}, Ohio`);
  await add.click();
  const zip = form.getByRole('textbox', { name: 'ZIP code' });
  await expect(zip).toBeFocused();
  await expectProblem(zip, noZip);
  await add.click();
  await expect(zip).toBeFocused();
  expect(await ordersOf(buyer)).toEqual([]);
  await expectSoundScreen(page);
  await zip.fill('43215');
  await zip.press('Enter');
  await expectToast(page, 'Your order is added to your cart');
  const destination = { country: 'US', region: 'OH', postalCode: '43215' };
  expect(await ordersOf(buyer)).toMatchObject([{ address: `${columbus}, Ohio`, destination }]);

  const next = await makeToolByApi();
  await opened(page, `/tools/${next.id}`);
  await expect(form.getByText('Ships to OH 43215, United States')).toBeVisible();
  await add.click();
  await expectToast(page, 'Your order is added to your cart');
  expect(await ordersOf(buyer)).toMatchObject([{ destination }, { destination }]);
});

test('the cart, Quick order, and staff ask for it too', { tag: '@sweep' }, async ({ page, buyer, tool }) => {
  await placeOrderByApi(buyer, tool);
  await opened(page, '/dashboard/orders');
  await rowsWith(page, tool.name)
    .getByRole('button', { name: `Edit the order for ${tool.name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Edit order' });
  await expect(dialog.getByText('Ships to ME 04101, United States')).toBeVisible();
  await fillDelivery(dialog, columbus);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectProblem(dialog.getByRole('textbox', { name: 'ZIP code' }), noZip);
  await expectSoundScreen(page);
  await dialog.getByRole('textbox', { name: 'ZIP code' }).fill('43215');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Order updated');

  await opened(page, '/dashboard/quick-order');
  await page.getByRole('textbox', { name: 'Your list' }).fill(`2 x ${tool.name}`);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await expect(page.getByText('1 ready', { exact: true })).toBeVisible();
  await expect(page.getByText('Ships to OH 43215, United States')).toBeVisible();
  await expectSoundScreen(page);
  await fillDelivery(page, '3 Elm Road, Austin');
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  await expectProblem(page.getByRole('textbox', { name: 'ZIP code' }), noZip);
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('78701');
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  await expectToast(page, '1 line added to your cart');
  expect(await ordersOf(buyer)).toMatchObject([
    { destination: { country: 'US', region: 'TX', postalCode: '78701' } },
    { destination: { country: 'US', region: 'OH', postalCode: '43215' } },
  ]);
});

test('staff order for where the customer’s orders go, or say where', { tag: ['@desk', '@sweep'] }, async ({
  page,
  admin,
  rival: { person },
  tool,
}) => {
  expect(admin.email).toBeTruthy();
  await verifyByApi(person);
  await placeOrderByApi(person, tool, 2);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: 'Place an order' }).click();
  const placing = page.getByRole('dialog', { name: 'Place an order' });
  await placing.getByRole('textbox', { name: 'Tool or part number' }).fill(tool.name);
  await page.keyboard.press('Enter');
  await placing.getByRole('button', { name: tool.name }).click();
  await expect(placing.getByText('Ships to ME 04101, United States')).toBeVisible();
  await fillDelivery(placing, columbus);
  await placing.getByRole('button', { name: 'Place an order' }).click();
  await expectProblem(placing.getByRole('textbox', { name: 'ZIP code' }), noZip);
  await placing.getByRole('textbox', { name: 'ZIP code' }).fill('43215');
  await placing.getByRole('button', { name: 'Place an order' }).click();
  await expect(placing).toBeHidden();
  expect(await ordersOf(person)).toMatchObject([
    { destination: { country: 'US', region: 'OH', postalCode: '43215' } },
    { destination: { country: 'US', region: 'ME', postalCode: '04101' } },
  ]);
});

test.describe('while the shop can’t say where an address is', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('an order is placed without it', async ({ page, buyer, tool }) => {
    await page.route('**/orders/destination', (route) => route.abort());
    await opened(page, `/tools/${tool.id}`);
    await fillDelivery(page, columbus);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'Your order is added to your cart');
    expect(await ordersOf(buyer)).toMatchObject([{ destination: { country: 'US', postalCode: null } }]);
  });
});
