import { buyTogether, ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('asks before deleting; cancelling the question keeps the order', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  const { number } = await placeOrderByApi(buyer, tool, 3);
  await opened(page, '/dashboard/orders');
  await expect(page).toHaveTitle('My Orders – Toolyard');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Total Orders: 1');
  const remove = page.getByRole('button', { name: `Delete the order for ${tool.name}` });
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });

  await remove.click();
  await expect(
    dialog.getByText('Once you delete,this process cannot be undone!', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByText(`${number}: 3 × ${tool.name}`, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await remove.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
  await opened(page, '/dashboard/orders');
  await expect(heading).toHaveText('Total Orders: 1');

  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Order deleted');
  await expect(heading).toHaveText('Total Orders: 0');
  await expect(heading).toBeFocused();
  await expect(page.getByText('You have no orders yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shop all tools' })).toHaveAttribute('href', '/tools');
});

test('an unpaid order is edited in a dialog, within the limits', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  await placeOrderByApi(buyer, tool, 3);
  await opened(page, '/dashboard/orders');
  const row = rowsWith(page, tool.name);
  const edit = row.getByRole('button', { name: `Edit the order for ${tool.name}` });
  await edit.click();
  const dialog = page.getByRole('dialog', { name: 'Edit order' });
  const quantity = dialog.getByRole('spinbutton', { name: 'Order Quantity' });
  const phone = dialog.getByRole('textbox', { name: 'Phone' });
  const address = dialog.getByRole('textbox', { name: 'Address' });
  await expect(quantity).toHaveValue('3');
  await expect(phone).toHaveValue('+1 555 010 0199');
  await quantity.fill('1');
  await expectProblem(quantity, 'Minimum order quantity must be greater than 2');
  await quantity.fill('41');
  await expectProblem(quantity, 'Maximum order quantity must be smaller than or equal 40');
  await address.fill(' ');
  await expectProblem(address, 'Please provide your address!');
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toBeFocused();

  await edit.click();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await address.fill('9 Chalk Line, Portland, ME 04101');
  await expect(dialog.getByText('Total: $50.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Order updated');
  await expect(dialog).toBeHidden();
  await expect(row.getByText('9 Chalk Line, Portland, ME 04101')).toBeVisible();
  await expect(row.getByText('$50.00')).toBeVisible();
  expect(await ordersOf(buyer)).toMatchObject([{ minQuantity: 4, price: 50 }]);
});

test('a bought tool is ordered again as before, and the next order has the same address', {
  tag: '@sweep',
}, async ({ page, buyer, tool }) => {
  await payOrderByApi(buyer, await placeOrderByApi(buyer, tool, 3));
  await opened(page, '/dashboard/orders');
  const row = rowsWith(page, tool.name);
  await expect(row.getByRole('link', { name: tool.name, exact: true })).toHaveAttribute(
    'href',
    `/tools/${tool.id}`,
  );
  await row.getByRole('link', { name: `Order again: ${tool.name}` }).click();
  const quantity = page.getByRole('spinbutton', { name: 'Order Quantity' });
  await expect(quantity).toBeFocused();
  await expect(quantity).toBeInViewport();
  await expect(quantity).toHaveValue('3');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 0199');
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('3 Saw Pit Road, Portside');

  const another = await makeToolByApi();
  await opened(page, `/tools/${another.id}`);
  await expect(quantity).toHaveValue('2');
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('3 Saw Pit Road, Portside');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Pay $25.00 now' })).toBeFocused();
});

test('before a first order, the profile’s phone is prefilled', { tag: ['@desk', '@sweep'] }, async ({
  page,
  buyer,
  tool,
}) => {
  await callAs(buyer, 'PATCH', `/user/${buyer.email}`, { email: buyer.email, phone: '+1 555 010 0133' });
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 0133');
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('');
});

test('shows each order in its state', { tag: '@main-job' }, async ({ page, buyer, isMobile }) => {
  const unpaid = await makeToolByApi();
  const gone = await makeToolByApi();
  const pending = await makeToolByApi();
  const shipped = await makeToolByApi();
  await placeOrderByApi(buyer, unpaid);
  await placeOrderByApi(buyer, gone);
  await callAsAdmin('DELETE', `/tool/${gone.id}`);
  const transactionId = await payOrderByApi(buyer, await placeOrderByApi(buyer, pending));
  const order = await placeOrderByApi(buyer, shipped);
  await payOrderByApi(buyer, order);
  await callAsAdmin('PUT', `/manageorders/${order._id}`);

  await opened(page, '/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 4');
  if (!isMobile) {
    const heads = ['Email', 'Username', 'Tool', 'Address', 'Price', 'Payment', 'Status', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(heads);
  }
  const rowOf = (tool: { name: string }) => rowsWith(page, tool.name);

  const story = (tool: { name: string }) =>
    rowOf(tool).getByRole('list', { name: 'Order timeline' }).getByRole('listitem');
  const at = '[A-Z][a-z]{2} \\d{1,2}, \\d{1,2}:\\d\\d\\s[AP]M';
  const told = (step: string) => new RegExp(`^${step}\\s*${at}$`);
  await expect(story(unpaid)).toHaveText([told('Placed'), 'Awaiting your payment', 'Shipped']);
  await expect(story(gone)).toHaveText([told('Placed'), 'Can no longer be paid']);
  await expect(story(pending)).toHaveText([told('Placed'), told('Paid'), 'Preparing to ship']);
  await expect(story(shipped)).toHaveText([told('Placed'), told('Paid'), told('Shipped')]);

  await expect(rowOf(unpaid).getByText('Unpaid', { exact: true })).toBeVisible();
  await expect(rowOf(unpaid).getByRole('link', { name: 'pay' })).toBeVisible();
  await expect(rowOf(unpaid).getByRole('button', { name: 'Delete' })).toBeEnabled();

  const reason = 'This tool is no longer sold, so this order can’t be paid for';
  await expect(rowOf(gone).getByText(reason, { exact: true })).toBeVisible();
  await expect(rowOf(gone).getByRole('link', { name: 'pay' })).toHaveCount(0);
  await expect(rowOf(gone).getByRole('button', { name: 'Delete' })).toBeEnabled();

  await expect(rowOf(pending).getByText('Pending', { exact: true })).toBeVisible();
  await expect(rowOf(pending).getByText(transactionId)).toBeVisible();
  await expect(rowOf(shipped).getByText('Confirmed', { exact: true })).toBeVisible();
  for (const tool of [pending, shipped]) {
    await expect(rowOf(tool).getByRole('link', { name: 'pay' })).toHaveCount(0);
    await expect(rowOf(tool).getByRole('button', { name: 'Delete' })).toHaveCount(0);
  }
});

test('a buyer sees what was paid together as one, with one receipt and one invoice', async ({
  page,
  buyer,
  tool,
}) => {
  const orders = await buyTogether(buyer, 2);
  const [{ number }] = orders;
  const alone = await placeOrderByApi(buyer, tool);
  await payOrderByApi(buyer, alone);
  await opened(page, '/dashboard/orders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total Orders: 3');
  const head = page.getByText(`Order ${number}`, { exact: true }).locator('..');
  await expect(head).toContainText('2 items');
  await expect(head).toContainText('$50.00');
  await expect(head.getByText('Pending', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `Receipt for order ${number}` })).toHaveCount(1);
  await expect(page.getByRole('button', { name: /INV-/ })).toHaveCount(2);
  for (const order of orders) await expect(rowsWith(page, order.toolName)).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('link', { name: `Receipt for order ${number}` }).click();
  await expect(page.getByRole('region', { name: /^Receipt for/ })).toContainText(orders[1]?.toolName ?? '');
});

test.describe('when the shop rejects the user’s token', { tag: ['@desk', '@sweep'] }, () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  test('for the list of orders, it signs out and goes home', async ({ page, buyer }) => {
    await opened(page, '/dashboard');
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(buyer.email);
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'made-up');
      localStorage.setItem('accessToken', 'made-up');
    });
    await page.getByRole('link', { name: 'My Orders' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });

  test('for a review, it signs out and goes home', async ({ page, buyer }) => {
    const refusal = { error: { code: 'not_allowed', message: 'This account is closed' } };
    await page.route('/review', (route) => route.fulfill({ status: 403, json: refusal }));
    await opened(page, '/dashboard/review');
    await page.getByRole('combobox', { name: 'Rating' }).selectOption('3');
    await page.getByRole('textbox', { name: 'Message' }).fill(`From ${buyer.name}`);
    await page.getByRole('button', { name: 'Rate now' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();

    await page.unroute('/review');
    await opened(page, '/dashboard/review');
    await page.getByRole('textbox', { name: 'Email' }).fill(buyer.email);
    await page.getByLabel('Password', { exact: true }).fill(buyer.password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/review');
    await expect(page.getByRole('combobox', { name: 'Rating' })).toHaveValue('3');
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(`From ${buyer.name}`);
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /draft/.test(key)))).toEqual(
      [],
    );
  });
});
