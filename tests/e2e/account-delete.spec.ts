import { ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, verifyByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, holdBack, opened, test } from './support/test.ts';

test.describe('a deleted account', { tag: '@desk' }, () => {
  test.use({ expectedErrors: /status of 40[139]/ });

  test('stays while a paid order is to be sent, then asks for the password and is gone', {
    tag: '@sweep',
  }, async ({ page, buyer, tool }) => {
    const order = await placeOrderByApi(buyer, tool);
    await payOrderByApi(buyer, order);
    await opened(page, '/dashboard');
    await page.getByRole('link', { name: 'Login and security' }).click();
    await expect(page).toHaveURL('/dashboard/security');
    await expect(page).toHaveTitle('Login and security – Toolyard');
    await expectSoundScreen(page);
    const button = page.getByRole('main').getByRole('button', { name: 'Delete account' });
    await button.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await expect(dialog).toContainText(buyer.email);
    await dialog.getByRole('button', { name: 'Delete account' }).press('Enter');
    await expectToast(
      page,
      `Order ${order.number} is paid and hasn’t been sent yet. The account can be deleted once it has shipped or is canceled.`,
    );
    await expect(dialog).toBeHidden();
    expect(await ordersOf(buyer)).toHaveLength(1);
    await callAs(buyer, 'POST', `/orders/${order._id}/cancel`, {});
    const refundsDue = async () =>
      (await callAs<{ refundDue: number }[]>(buyer, 'GET', `/orders?email=${buyer.email}`)).map(
        ({ refundDue }) => refundDue,
      );
    await expect.poll(refundsDue).toEqual([0]);

    // As if the sign-in were an hour old.
    await page.route('**/account', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'fresh_sign_in_needed', message: 'Confirm it’s you, then try again' } },
      }),
    );
    await button.press('Enter');
    await dialog.getByRole('button', { name: 'Delete account' }).press('Enter');
    const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await proof.getByLabel('Your password', { exact: true }).fill(buyer.password);
    await page.unroute('**/account');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Your account was deleted');
    await expect(page).toHaveURL('/');

    await opened(page, '/login');
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill(buyer.email);
    await page.getByRole('main').getByLabel('Password', { exact: true }).fill(buyer.password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Invalid email or password')).toBeVisible();
  });

  test('of someone who wrote in: an admin deletes it on the customer’s page', {
    tag: '@sweep',
  }, async ({ page, admin: _, rival: { person } }) => {
    await verifyByApi(person);
    // The next page is slow, while nothing is left to load for this one.
    const letGo = await holdBack(page, '**/users-*.js');
    await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
    await page.getByRole('button', { name: /^More actions/ }).press('Enter');
    await page.getByRole('button', { name: `Delete account: ${person.email}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: `Delete the account of ${person.name}?` });
    await expect(dialog).toContainText(`${person.name} (${person.email})`);
    await expect(dialog).toContainText('Do this only if they asked for it');
    await dialog.getByRole('button', { name: 'Delete account' }).press('Enter');
    await expectToast(page, `Deleted the account of ${person.name}`);
    letGo();
    await expect(page).toHaveURL('/dashboard/users');
    const mails = async (): Promise<{ to: string; subject: string }[]> =>
      (await page.request.get('/mailbox/messages?limit=100')).json();
    await expect
      .poll(async () => (await mails()).filter(({ to }) => to === person.email).map(({ subject }) => subject))
      .toEqual(['Your account was deleted']);
  });
});
