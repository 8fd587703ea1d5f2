import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { newPerson, signUpByApi } from './support/people.ts';
import { reachRow } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** What waits is counted for the whole shop: no other test may add to it. */
const test = inOwnShop();

test('the menu and the overview count what waits, say so, and count again after it is done', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, request }) => {
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const link = (name: string) => menu.getByRole('link', { name, exact: true });
  await opened(page, '/dashboard/overview');
  await expect(link('Stock 99+: 99+ tools running low').or(link('Stock'))).toBeVisible();
  await expect(link('Manage All Orders')).toBeVisible();
  await expect(link('Messages')).toHaveText('Messages');

  const person = newPerson();
  await signUpByApi(person);
  const tool = await makeToolByApi({ available_quantity: 90 });
  await payOrderByApi(person, await placeOrderByApi(person, tool));
  const { email, name } = newPerson('Cora Caller');
  await request.post('/contact', {
    data: { name, email, phone: '+1 555 010 0142', message: 'Open on Sunday?' },
  });

  await page.reload();
  await expect(link('Manage All Orders 1: 1 to ship')).toHaveText('Manage All Orders 1');
  await expect(link('Messages 1: 1 open message')).toHaveText('Messages 1');
  await expectSoundScreen(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Open messages/ })
    .click();
  await expect(page).toHaveURL('/dashboard/messages?state=open');
  const message = await reachRow(page, email);
  await message.getByRole('button', { name: `Close ${name}’s message` }).click();
  await expectToast(page, 'Message closed');
  await expect(link('Messages')).toHaveText('Messages');

  await link('Manage All Orders 1: 1 to ship').click();
  const order = await reachRow(page, tool.name);
  await order.getByRole('button', { name: /^Pending/ }).click();
  await expectToast(page, 'Order successfully delivered');
  await expect(link('Manage All Orders')).toHaveText('Manage All Orders');
});
