import { placeOrderByApi } from './support/orders.ts';
import { callAs, newPerson, signUpByApi } from './support/people.ts';
import { reachRow, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { availableUnits } from './support/tools.ts';

test('staff see what a buyer has reserved, and can end it', { tag: ['@desk', '@phone', '@sweep'] }, async ({
  page,
  admin: _,
  tool,
}) => {
  const eve = newPerson('Eve Hoarder');
  await signUpByApi(eve);
  const order = await placeOrderByApi(eve, tool);
  const before = await availableUnits(tool);
  const pay = () => callAs(eve, 'POST', '/create-payment-intent', { price: order.price, orderId: order._id });
  await pay();
  await callAs(eve, 'DELETE', `/orders/${order._id}/payment`);
  await pay();
  expect(await availableUnits(tool)).toBe(before - order.minQuantity);

  await opened(page, '/dashboard/manageorders');
  const views = page.getByRole('navigation', { name: 'What to manage' });
  await views.getByRole('link', { name: 'Reserved' }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?show=holds');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reserved for payment');
  const row = await reachRow(page, eve.email);
  await expect(row).toContainText(`${order.minQuantity} × ${tool.name}`);
  await expect(row).toContainText(order.number);
  await expect(row).toContainText('1 earlier payment not completed');
  await expect(row.getByRole('time')).toHaveCount(2);
  await expectSoundScreen(page);

  await row.getByRole('button', { name: 'End Eve Hoarder’s payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'End Eve Hoarder’s payment?' });
  await expect(dialog).toContainText('will be back in stock');
  await dialog.getByRole('button', { name: 'End' }).click();
  await expectToast(page, `Payment ended. ${order.minQuantity} units back in stock.`);
  await expect(rowsWith(page, eve.email)).toHaveCount(0);
  expect(await availableUnits(tool)).toBe(before);
});
