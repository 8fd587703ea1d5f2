import type { Locator, Page } from '@playwright/test';
import { ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits, makeToolByApi, type ShopTool } from './support/tools.ts';

const CART = '/dashboard/cart';

/** A tool's line in the cart, and its parts. */
function lineOf(page: Page, { name }: Pick<ShopTool, 'name'>) {
  const line = page.getByRole('list', { name: 'Orders in your cart' }).getByRole('listitem', { name });
  return {
    line,
    tick: line.getByRole('checkbox'),
    quantity: line.getByRole('spinbutton', { name: `Quantity of ${name}` }),
    more: line.getByRole('button', { name: `More of ${name}` }),
    remove: line.getByRole('button', { name: `Remove ${name}` }),
  };
}

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const payLink = (page: Page, amount: string) =>
  page.getByRole('link', { name: `Pay ${amount}`, exact: true });

test('the cart is a page: quantities change in place, lines are removed and selected, the sum follows', async ({
  page,
  buyer,
  tool,
}) => {
  await opened(page, '/about');
  await page.goto(CART);
  await expect(page.getByText('Your cart is empty')).toBeVisible();

  const packed = await makeToolByApi({
    price: 10,
    min_order_quantity: 10,
    pack_step: 5,
    part_number: `CT-${Date.now()}`,
    price_breaks: [{ quantity: 20, price: 9.5 }],
  });
  const removed = await makeToolByApi();
  for (const each of [tool, packed, removed]) await placeOrderByApi(buyer, each);
  await opened(page, CART);
  await expect(page).toHaveTitle('Cart – Toolyard');
  await expect(page.getByRole('listitem', { name: /^Try square/ })).toHaveCount(3);
  await expect(payLink(page, '$150.00')).toBeVisible();
  const [square, bits] = [lineOf(page, tool), lineOf(page, packed)];
  await expect(bits.line).toContainText('Part no. CT-');
  await expect(bits.quantity).toHaveAccessibleDescription('Min. 10 · packs of 5 · 40 available');

  await bits.quantity.fill('12');
  await expectProblem(
    bits.quantity,
    'Order quantity must be 10, 15, 20,,, and so on: it’s sold in packs of 5',
  );
  await expect(page.getByRole('button', { name: 'Pay $150.00' })).toBeDisabled();
  await bits.more.click();
  await bits.more.click();
  await expect(bits.quantity).toHaveValue('20');
  await expect(bits.line).toContainText('$9.50 each');
  await expect(payLink(page, '$240.00')).toBeVisible();
  await square.quantity.fill('41');
  await expectProblem(square.quantity, 'Maximum order quantity must be smaller than or equal 40');
  await square.quantity.fill('3');
  await square.quantity.press('Enter');
  await expect(payLink(page, '$252.50')).toBeVisible();
  await expectSoundScreen(page);

  await square.tick.uncheck();
  await expect(payLink(page, '$215.00')).toBeVisible();
  await expect(page.getByText('2 of 3 orders selected')).toBeVisible();
  await opened(page, CART);
  await expect(square.tick).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(payLink(page, '$252.50')).toBeVisible();

  await lineOf(page, removed).remove.click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, `${removed.name} is no longer in your cart`);
  await expect(page.getByRole('listitem', { name: /^Try square/ }).first()).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart, 2 unpaid orders',
  );
  expect(await ordersOf(buyer)).toMatchObject([
    { minQuantity: 20, price: 190 },
    { minQuantity: 3, price: 37.5 },
  ]);
});

test('a line that cannot be paid says why, and is left out until the buyer resolves it', {
  tag: '@sweep',
}, async ({ page, buyer, tool }) => {
  const [gone, dearer, scarce, soldOut] = [
    await makeToolByApi(),
    await makeToolByApi(),
    await makeToolByApi({ available_quantity: 6 }),
    await makeToolByApi({ available_quantity: 2 }),
  ];
  for (const each of [tool, gone, dearer, soldOut]) await placeOrderByApi(buyer, each);
  await placeOrderByApi(buyer, scarce, 6);
  await callAsAdmin('DELETE', `/tool/${gone.id}`);
  await callAsAdmin('PATCH', `/tool/${dearer.id}`, { version: 1, price: 13.5 });
  for (const each of [scarce, soldOut])
    await callAsAdmin('POST', `/tool/${each.id}/stock`, {
      kind: 'adjusted',
      quantity: -2,
      reason: 'Damaged',
    });
  await opened(page, CART);
  await expect(lineOf(page, gone).line).toContainText(
    'This tool is no longer sold. Not included in the total.',
  );
  await expect(lineOf(page, soldOut).line).toContainText('Sold out. Not included in the total.');
  await expect(payLink(page, '$25.00')).toBeVisible();
  await expect(summary(page)).toContainText('4 orders need attention before you can pay.');
  await expectSoundScreen(page);

  const few = lineOf(page, scarce);
  await expect(few.line).toContainText('Only 4 left. Not included in the total.');
  await few.line.getByRole('button', { name: 'Order 4 units instead' }).click();
  await expect(few.quantity).toHaveValue('4');
  await expect(payLink(page, '$75.00')).toBeVisible();

  const asked = lineOf(page, dearer);
  await expect(asked.line).toContainText('The unit price has changed from $12.50 to $13.50.');
  await expect(asked.quantity).not.toBeEditable();
  await asked.line.getByRole('button', { name: `Yes, order at the new price: ${dearer.name}` }).click();
  await expect(payLink(page, '$102.00')).toBeVisible();
  await expect(asked.tick).toBeChecked();
});

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, your payment went through' });

async function fillCard(page: Page, number = '4242424242424242'): Promise<Locator> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1249');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeEnabled();
  return pay;
}

test.describe('several orders', () => {
  test.use({ expectedErrors: /status of 40[29]/ });

  test('are paid at once: declined first, then with one receipt for all of them', {
    tag: '@main-job',
  }, async ({ page, buyer, tool }) => {
    const tools = [tool, await makeToolByApi(), await makeToolByApi()];
    const left = await makeToolByApi();
    const orders = [];
    for (const each of [...tools, left]) orders.push(await placeOrderByApi(buyer, each));
    await opened(page, CART);
    await lineOf(page, left).tick.uncheck();
    await payLink(page, '$75.00').click();
    await expect(page).toHaveURL(/\/dashboard\/payment\?orders=[\w,-]+$/);
    const paidFor = page.getByRole('region', { name: 'Pay for 3 orders' });
    await expect(paidFor.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByText('Please pay: $75.00', { exact: true })).toBeVisible();
    await (await fillCard(page, '4000000000000002')).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
      'Your card was declined. Nothing was charged. Try again or use a different card.',
    );
    for (const each of tools) expect(await availableUnits(each)).toBe(38);
    expect(await availableUnits(left)).toBe(40);
    await expectSoundScreen(page);
    await (await fillCard(page)).click();
    await expect(thanks(page)).toBeFocused();
    await expect(page.getByRole('status')).toHaveText(
      'Your 3 orders are paid. We’ll email you when they ship.',
    );
    const receipt = page.getByRole('region', { name: /^Receipt for order TY-\d+$/ });
    for (const { number, toolName } of orders.slice(0, 3)) {
      await expect(receipt).toContainText(number);
      await expect(receipt).toContainText(toolName);
    }
    await expect(receipt.getByRole('row', { name: 'Total paid' })).toContainText('$75.00');
    await expectSoundScreen(page);
    const transactionId = await page.getByRole('definition').last().innerText();
    const paid = (await ordersOf(buyer)).filter((order) => order.transactionId === transactionId);
    expect(paid.map(({ number }) => number).sort()).toEqual(orders.slice(0, 3).map(({ number }) => number));

    await opened(page, `/dashboard/payment/${orders[1]?._id}`);
    await expect(receipt.getByRole('row')).toHaveCount(5);
    await page.getByRole('link', { name: 'Back to your cart' }).click();
    await expect(page.getByRole('list', { name: 'Orders in your cart' }).getByRole('listitem')).toHaveCount(
      1,
    );
  });

  test('are paid without the one that is out of stock, paid or gone meanwhile', {
    tag: ['@desk', '@sweep'],
  }, async ({ page, buyer, rival, tool }) => {
    const scarce = await makeToolByApi();
    const doomed = await makeToolByApi();
    const other = await makeToolByApi();
    await placeOrderByApi(buyer, tool);
    const gone = await placeOrderByApi(buyer, doomed);
    const apart = await placeOrderByApi(buyer, other);
    const short = await placeOrderByApi(buyer, scarce, 30);
    await opened(page, CART);
    await expect(payLink(page, '$450.00')).toBeVisible();
    await payOrderByApi(rival.person, await placeOrderByApi(rival.person, scarce, 20));
    await payLink(page, '$450.00').click();
    const alert = page.getByRole('alert').filter({ hasText: /./ });
    await expect(alert).toContainText(
      `${scarce.name} is out of stock: fewer than the 30 you ordered are left`,
    );
    await expect(alert).toContainText('Nothing was charged.');
    expect(await availableUnits(tool)).toBe(40);
    await expectSoundScreen(page);
    await alert.getByRole('link', { name: `Continue without ${scarce.name}` }).click();
    await expect(page.getByText('Please pay: $75.00', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeEnabled();

    await payOrderByApi(buyer, apart);
    await callAs(buyer, 'DELETE', `/orders/${gone._id}`);
    await page.reload();
    const leftOut = page.getByRole('region', { name: '2 of these orders can’t be paid for' });
    await expect(leftOut).toContainText(`${other.name}It has already been paid.`);
    await expect(leftOut).toContainText('One is no longer in your cart.');
    await expectSoundScreen(page);
    await leftOut.getByRole('link', { name: 'Pay for the other one' }).click();
    await (await fillCard(page)).click();
    await expect(page.getByRole('status')).toHaveText('Your order is paid. We’ll email you when it ships.');
    expect((await ordersOf(buyer)).map(({ _id, paid }) => [_id === short._id, paid])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
});

test('in a narrow window, the bar that pays never covers the focused element', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (let order = 0; order < 6; order += 1) await placeOrderByApi(buyer, tool);
  await opened(page, CART);
  const pay = page.getByRole('link', { name: /^Pay \$/ });
  await expect(pay).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  const places = page.getByRole('list', { name: 'Orders in your cart' }).locator('a, button, input');
  const stops = await places.count();
  expect(stops).toBeGreaterThan(6 * 5);
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const [focused, bar] = await Promise.all([page.locator(':focus').boundingBox(), pay.boundingBox()]);
    expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    if (await pay.evaluate((link) => link === document.activeElement)) break;
  }
});

test('a payment in progress locks its order until one press ends it', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  const order = await placeOrderByApi(buyer, tool, 3);
  await callAs(buyer, 'POST', '/create-payment-intent', { price: order.price, orderId: order._id });
  await opened(page, CART);
  const { line, quantity, more } = lineOf(page, tool);
  await expect(line).toContainText('Reserved for a payment you’ve started, until');
  await expect(quantity).not.toBeEditable();
  await expect(more).toBeDisabled();
  expect(await availableUnits(tool)).toBe(37);
  await expectSoundScreen(page);
  await line.getByRole('button', { name: `End payment for ${tool.name}` }).click();
  await expect(line).not.toContainText('Reserved for a payment');
  expect(await availableUnits(tool)).toBe(40);
  await more.click();
  await expect(payLink(page, '$50.00')).toBeVisible();

  const changed = await callAs<{ price: number }>(buyer, 'GET', `/orders/${order._id}`);
  await callAs(buyer, 'POST', '/create-payment-intent', { price: changed.price, orderId: order._id });
  await opened(page, '/dashboard/orders');
  await page.getByRole('button', { name: `Edit the order for ${tool.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit order' });
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'End payment' }).click();
  await expect(dialog.getByRole('spinbutton', { name: 'Order Quantity' })).toHaveValue('4');
  await dialog.getByRole('button', { name: 'One more' }).click();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Order updated');
  expect((await ordersOf(buyer))[0]?.minQuantity).toBe(5);
});
