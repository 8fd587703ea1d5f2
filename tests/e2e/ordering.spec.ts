import type { Page } from '@playwright/test';
import { ordersOf } from './support/orders.ts';
import { callAsAdmin } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectNoProblem, expectProblem, expectToast } from './support/screen.ts';
import { expect, holdBack, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

const belowMinimum = 'Minimum order quantity must be greater than 2';
const aboveAvailable = 'Maximum order quantity must be smaller than or equal 40';

function orderForm(page: Page) {
  return {
    quantity: page.getByRole('spinbutton', { name: 'Order Quantity' }),
    phone: page.getByRole('textbox', { name: 'Phone' }),
    address: page.getByRole('textbox', { name: 'Address' }),
    add: page.getByRole('button', { name: 'Add', exact: true }),
  };
}

async function fillOrder(page: Page, quantity: number) {
  const form = orderForm(page);
  await form.quantity.fill(String(quantity));
  await form.phone.fill('+1 555 010 0177');
  await form.address.fill('8 Plumb Line, Portland, ME 04101');
}

test('shows the tool and its order form, and BUY NOW moves to the quantity', async ({
  page,
  buyer,
  tool,
}) => {
  await opened(page, `/tools/${tool.id}`);
  await expect(page).toHaveTitle(`${tool.name} – Toolyard`);
  const main = page.getByRole('main');
  await expect(main.getByRole('img', { name: tool.name })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(tool.name);
  await expect(main).toContainText('A try square for marking out joints, 150 mm, with a brass-faced stock.');
  await expect(main.getByRole('term')).toHaveText(['Minimum Order Quantity', 'Available Quantity']);
  await expect(main.getByRole('definition')).toHaveText(['2', '40']);
  await expect(main.getByText('$12.50', { exact: true })).toBeVisible();
  await expect(main.getByText('INSTOCK', { exact: true })).toBeVisible();

  const name = main.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(buyer.name);
  await expect(name).not.toBeEditable();
  const email = main.getByRole('textbox', { name: 'Email' });
  await expect(email).toHaveValue(buyer.email);
  await expect(email).not.toBeEditable();
  const { quantity, phone, address, add } = orderForm(page);
  await expect(quantity).toHaveValue('2');
  await expect(phone).toHaveValue('');
  await expect(address).toHaveValue('');
  await expect(add).toBeEnabled();

  await main.getByRole('button', { name: 'BUY NOW' }).click();
  await expect(quantity).toBeFocused();
  await expect(quantity).toBeInViewport();
});

test('a tool in packs is ordered in whole packs, at the price for its quantity', async ({ page, buyer }) => {
  const tool = await makeToolByApi({
    price: 10,
    min_order_quantity: 10,
    pack_step: 5,
    price_breaks: [{ quantity: 20, price: 9.5 }],
  });
  await opened(page, `/tools/${tool.id}`);
  const breaks = page.getByRole('table', { name: 'Price by quantity' });
  await expect(breaks.getByRole('row')).toHaveText(['From 10$10.00 each', 'From 20$9.50 each']);
  const { quantity, add } = orderForm(page);
  await expect(quantity).toHaveAccessibleDescription('Sold in packs of 5');
  await fillOrder(page, 12);
  await expect(quantity).toHaveAccessibleDescription(
    'Order quantity must be 10, 15, 20,,, and so on: it’s sold in packs of 5 Sold in packs of 5',
  );
  await expect(add).toBeDisabled();
  for (const [units, total] of [
    ['15', '$150.00'],
    ['20', '$190.00'],
  ]) {
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(quantity).toHaveValue(String(units));
    await expect(page.getByText(`Total: ${total}`)).toBeVisible();
  }
  await add.click();
  await expectToast(page, 'Your order is added to your cart');
  expect(await ordersOf(buyer)).toMatchObject([{ minQuantity: 20, unitPrice: 9.5, price: 190 }]);
});

test('an order is placed at the shop’s price while the form does not know that, and then shows it', async ({
  page,
  buyer,
}) => {
  const tool = await makeToolByApi({ price: 10, price_breaks: [{ quantity: 3, price: 9 }] });
  const letGo = await holdBack(page, `**/tool/${tool.id}/terms`);
  await opened(page, `/tools/${tool.id}`);
  await fillOrder(page, 3);
  await expect(page.getByText('Total: Updating…')).toBeVisible();
  await orderForm(page).add.click();
  await expectToast(page, 'Your order is added to your cart');
  await expect(page.getByText(`3 × ${tool.name}, $27.00`)).toBeVisible();
  expect(await ordersOf(buyer)).toMatchObject([{ minQuantity: 3, unitPrice: 9, price: 27 }]);
  letGo();
  await expect(page.getByText('Total: $27.00')).toBeVisible();
  await orderForm(page).quantity.press('ArrowDown');
  await expect(page.getByText('Total: $20.00')).toBeVisible();
});

test('BUY NOW pressed before the order form loads moves to it when it does', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  expect(buyer.email).toBeTruthy();
  const { promise: letGo, resolve } = Promise.withResolvers<void>();
  await page.route('**/order-form-*.js', async (route) => {
    await letGo;
    await route.continue();
  });
  await opened(page, `/tools/${tool.id}`);
  const quantity = page.getByRole('spinbutton', { name: 'Order Quantity' });
  await page.getByRole('button', { name: 'BUY NOW' }).click();
  await expect(quantity).toHaveCount(0);
  resolve();
  await expect(quantity).toBeFocused();
  await expect(quantity).toBeInViewport();
});

test('keeps the quantity between the minimum and the available units', async ({ page, buyer, tool }) => {
  await opened(page, `/tools/${tool.id}`);
  const { quantity, phone, address, add } = orderForm(page);
  for (const [typed, message] of [
    ['1', belowMinimum],
    ['', belowMinimum],
    ['41', aboveAvailable],
    ['2.5', 'Order quantity must be a whole number'],
  ] as const) {
    await quantity.fill(typed);
    await expectProblem(quantity, message);
    await expect(add).toBeDisabled();
  }
  for (const typed of ['2', '40', '3']) {
    await quantity.fill(typed);
    await expectNoProblem(quantity);
    await expect(add).toBeEnabled();
  }
  await expect(page.getByText('Total: $37.50')).toBeVisible();

  await add.click();
  await expectProblem(phone, 'Please provide your phone number!');
  await expectProblem(address, 'Please provide your address!');
  await phone.fill('1');
  await address.fill('1');
  await expectNoProblem(phone);
  await expectNoProblem(address);
  expect(await ordersOf(buyer)).toEqual([]);
});

test('the buttons step the quantity, and a typed quantity survives a reload', {
  tag: '@sweep',
}, async ({ page, buyer, tool }) => {
  expect(buyer.email).toBeTruthy();
  await opened(page, `/tools/${tool.id}`);
  const { quantity, phone, address, add } = orderForm(page);
  const more = page.getByRole('button', { name: 'One more' });
  await page.getByRole('button', { name: 'One fewer' }).click();
  await expect(quantity).toHaveValue('2');
  await more.click();
  await more.click();
  await expect(quantity).toHaveValue('4');
  await expect(page.getByText('Total: $50.00')).toBeVisible();
  await quantity.fill('41');
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription('Choose a quantity from 2 to 40.');
  await page.getByRole('button', { name: 'One fewer' }).click();
  await expect(quantity).toHaveValue('40');
  await expect(add).toBeEnabled();

  await fillOrder(page, 7);
  await opened(page, `/tools/${tool.id}`);
  await expect(quantity).toHaveValue('7');
  await expect(phone).toHaveValue('+1 555 010 0177');
  await expect(address).toHaveValue('8 Plumb Line, Portland, ME 04101');
  await add.click();
  await expectToast(page, 'Your order is added to your cart');
  const next = await makeToolByApi();
  await opened(page, `/tools/${next.id}`);
  await expect(quantity).toHaveValue('2');
  await expect(address).toHaveValue('8 Plumb Line, Portland, ME 04101');
});

test('Enter with less than the minimum orders the minimum', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
  tool,
}) => {
  await opened(page, `/tools/${tool.id}`);
  await fillOrder(page, 1);
  const { quantity, phone, add } = orderForm(page);
  await expect(add).toBeDisabled();
  await phone.press('Enter');
  await expectToast(page, 'Your order is added to your cart');
  await expect(quantity).toHaveValue('2');
  expect(await ordersOf(buyer)).toMatchObject([{ toolName: tool.name, minQuantity: 2, price: 25 }]);
});

test('an order goes into the cart and on to its pay page; a second press does not order twice', {
  tag: '@main-job',
}, async ({ page, buyer, tool }) => {
  await opened(page, `/tools/${tool.id}`);
  const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ }).filter({ visible: true });
  await expect(cart).toHaveAccessibleName('Cart, empty');
  const before = await cart.boundingBox();
  await fillOrder(page, 5);
  const { quantity, phone, add } = orderForm(page);
  // Twice, before the first answer.
  const letGo = await holdBack(page, '**/orders');
  await add.dblclick();
  letGo();
  await expectToast(page, 'Your order is added to your cart');
  await expect(page.getByText(`5 × ${tool.name}, $62.50`)).toBeVisible();
  await expect(cart).toHaveAccessibleName('Cart, 1 unpaid order');
  expect(await cart.boundingBox()).toEqual(before);
  const pay = page.getByRole('link', { name: 'Pay $62.50 now' });
  await expect(pay).toBeFocused();
  await expect(add).toBeDisabled();
  await phone.press('Enter');
  expect(await ordersOf(buyer)).toHaveLength(1);

  // After a change of the form it is another order, even with the same values.
  await quantity.fill('4');
  await expect(pay).toHaveCount(0);
  await quantity.fill('5');
  await add.click();
  await expect(cart).toHaveAccessibleName('Cart, 2 unpaid orders');
  expect(await ordersOf(buyer)).toMatchObject([{ price: 62.5 }, { price: 62.5 }]);

  await expect(page.getByRole('link', { name: 'Keep shopping' })).toHaveAttribute('href', '/tools');
  await pay.click();
  await expect(page.getByText('Please pay: $62.50', { exact: true })).toBeVisible();
  await cart.click();
  await expect(page).toHaveURL('/dashboard/cart');
  await expect(page.getByRole('listitem', { name: tool.name })).toHaveCount(2);
  await page.goto('/dashboard/orders?status=unpaid');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 2');
  const row = rowsWith(page, tool.name).first();
  for (const text of [buyer.email, buyer.name, '8 Plumb Line, Portland, ME 04101', '$62.50', 'Unpaid']) {
    await expect(row).toContainText(text);
  }
  await page
    .getByRole('button', { name: `Delete the order for ${tool.name}` })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(cart).toHaveAccessibleName('Cart, 1 unpaid order');
});

test('a tool with fewer units than its minimum order cannot be ordered, and says so', async ({
  page,
  buyer,
}) => {
  const tool = await makeToolByApi({ min_order_quantity: 3, available_quantity: 2 });
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('button', { name: 'BUY NOW' })).toBeDisabled();
  await expect(page.getByText('Out of stock', { exact: true })).toBeVisible();
  await expect(page.getByText('Only 2 left; the minimum order is 3.')).toBeVisible();
  const { quantity, phone, address, add } = orderForm(page);
  for (const control of [quantity, phone, address, add]) await expect(control).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(buyer.name);
});

test.describe('when ordering is interrupted', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED|status of 4\d\d/ });

  test('an order whose answer was lost is placed once', async ({ page, buyer, tool }) => {
    await opened(page, `/tools/${tool.id}`);
    await fillOrder(page, 4);
    await page.route(
      '/orders',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await orderForm(page).add.click();
    await expectToast(page, 'Sorry,failed to add your order!');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('We couldn’t reach the shop.');
    await expect(orderForm(page).address).toHaveValue('8 Plumb Line, Portland, ME 04101');
    await orderForm(page).add.click();
    await expectToast(page, 'Your order is added to your cart');
    expect(await ordersOf(buyer)).toHaveLength(1);
  });

  test('an outdated price orders nothing and shows the current one', async ({ page, buyer, tool }) => {
    await page.route(
      `/tool/${tool.id}/terms`,
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), price: 9.75 } });
      },
      { times: 1 },
    );
    await opened(page, `/tools/${tool.id}`);
    await expect(page.getByText('Total: $19.50')).toBeVisible();
    await fillOrder(page, 2);
    await orderForm(page).add.click();
    await expectToast(page, 'Sorry,failed to add your order!');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('$25.00');
    await expect(page.getByText('Total: $25.00')).toBeVisible();
    expect(await ordersOf(buyer)).toEqual([]);
    await orderForm(page).add.click();
    await expectToast(page, 'Your order is added to your cart');
    expect(await ordersOf(buyer)).toMatchObject([{ price: 25 }]);
  });

  test('a tool that has left the shop shows that it is gone', async ({ page, buyer, tool }) => {
    await opened(page, `/tools/${tool.id}`);
    await fillOrder(page, 2);
    await callAsAdmin('DELETE', `/tool/${tool.id}`);
    await orderForm(page).add.click();
    await expectToast(page, 'Sorry,failed to add your order!');
    expect(await ordersOf(buyer)).toEqual([]);
    for (const path of [`/tools/${tool.id}`, '/tools/made-up']) {
      await opened(page, path);
      await expect(page.getByText('This tool isn’t in the shop')).toBeVisible();
      await expect(page.getByRole('link', { name: 'See all tools' })).toHaveAttribute('href', '/tools');
    }
  });
});
