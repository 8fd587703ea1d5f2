import { ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin, verifyByApi } from './support/people.ts';
import { openListFilters, reachRow, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('a customer’s page shows orders, reviews, notes and role, and blocks them, by keyboard alone', {
  tag: '@sweep',
}, async ({ page, admin, rival, tool }) => {
  const { person } = rival;
  await verifyByApi(person);
  const path = `/dashboard/users/${encodeURIComponent(person.email)}`;
  const unpaid = await placeOrderByApi(person, tool, 2);
  const paid = await placeOrderByApi(person, tool, 3);
  await payOrderByApi(person, paid);
  await callAs(person, 'POST', '/review', { rate: 2, reviews: 'A dull edge.', toolId: tool.id });

  await opened(page, '/dashboard/users');
  await (await reachRow(page, person.email)).getByRole('link', { name: person.email }).press('Enter');
  await expect(page).toHaveURL(path);
  await expect(page).toHaveTitle('Customer – Toolyard');
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  const orders = page.getByRole('region', { name: 'Orders', exact: true });
  await expect(orders.getByRole('listitem')).toHaveText([
    new RegExp(`${tool.name}.*${paid.number}.*Pending`),
    new RegExp(`${tool.name}.*${unpaid.number}.*Unpaid`),
  ]);
  await expect(orders.getByText('$37.50', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Reviews' }).getByRole('listitem')).toContainText([
    'A dull edge.',
  ]);

  const notes = page.getByRole('region', { name: 'Staff notes' });
  const note = notes.getByRole('textbox', { name: 'New note' });
  await notes.getByRole('button', { name: 'Add note' }).press('Enter');
  await expectProblem(note, 'Please write a note');
  await note.fill('Prefers to be rung after six.');
  await note.press('Tab');
  await page.keyboard.press('Enter');
  await expect(notes.getByRole('listitem')).toContainText([`Prefers to be rung after six.${admin.email}`]);
  await expect(note).toBeFocused();

  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  const link = counter.getByRole('button', { name: 'Email a link to pay' });
  await expect(link).toBeDisabled();
  await counter.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await link.press('Enter');
  await expectToast(page, `Payment link emailed to ${person.email}`);
  await counter.getByRole('button', { name: 'Mark as paid' }).press('Enter');
  const paying = page.getByRole('dialog');
  await paying.getByRole('combobox', { name: 'Paid by' }).selectOption('Bank transfer');
  await paying.getByRole('textbox', { name: 'Reference' }).fill('INV 7');
  await expect(paying.getByRole('button', { name: 'Mark as paid' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expectToast(page, `Order ${unpaid.number} is paid`);
  await expect(counter.getByText('No unpaid orders.')).toBeVisible();

  const card = page.getByRole('region', { name: 'Customer' });
  await expect(card.getByText('Can order', { exact: true })).toBeVisible();
  await card.getByRole('button', { name: /^More actions/ }).press('Enter');
  await card.getByRole('button', { name: 'Block' }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Chargebacks');
  await page.keyboard.press('Enter');
  await expectToast(page, `${person.name} is blocked`);
  await expect(card.getByText('Can’t order: Chargebacks', { exact: true })).toBeVisible();
  await expect(card).toBeFocused();
  await expectSoundScreen(page);

  await opened(page, '/dashboard/users');
  await openListFilters(page);
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Blocked');
  await expect(page).toHaveURL(/role=blocked/);
  await expect(rowsWith(page, person.email)).toBeVisible();
  await callAsAdmin('DELETE', `/user/blocked/${person.email}`);

  await opened(page, `/dashboard/manageorders?q=${paid.number}`);
  await rowsWith(page, tool.name).getByRole('link', { name: person.email }).click();
  await expect(page).toHaveURL(path);
  await page
    .getByRole('region', { name: 'Orders', exact: true })
    .getByRole('link', { name: 'See all 2 orders' })
    .click();
  await expect(page).toHaveURL(/manageorders\?customer=/);
  await expect(rowsWith(page, tool.name)).toHaveCount(2);
  await opened(page, path);
  await page.getByRole('region', { name: 'Reviews' }).getByRole('link', { name: 'See 1 review' }).click();
  await expect(page).toHaveURL(/reviews\?customer=/);
  await rowsWith(page, 'A dull edge.').getByRole('link', { name: person.name }).click();
  await expect(page).toHaveURL(path);
});

test('staff mark twelve orders of a customer as paid with one receipt, by keyboard alone', {
  tag: '@sweep',
}, async ({ page, rival: { person }, tool }) => {
  for (let count = 0; count < 12; count++) await placeOrderByApi(person, tool, 2);
  const left = await placeOrderByApi(person, tool, 2);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  await counter.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await counter.getByRole('checkbox', { name: `Select order ${left.number}` }).press('Space');
  await counter.getByRole('button', { name: 'Mark as paid' }).press('Enter');
  const paying = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(paying.getByRole('listitem')).toHaveCount(12);
  await paying.getByRole('textbox', { name: 'Reference' }).fill('Slip 12');
  await expectSoundScreen(page);
  await page.keyboard.press('Enter');
  await expectToast(page, '12 orders are paid');
  await expect(counter.getByRole('listitem')).toContainText([left.number]);
  const paid = (await ordersOf(person)).filter((order) => order.paid);
  expect(paid).toHaveLength(12);
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(1);
});

test('staff order for a customer, one tool or a list, and apply today’s price', { tag: '@sweep' }, async ({
  page,
  rival: { person },
  tool,
}) => {
  await verifyByApi(person);
  const before = await placeOrderByApi(person, tool, 2);
  await opened(page, `/dashboard/users/${encodeURIComponent(person.email)}`);
  const counter = page.getByRole('region', { name: 'In-store and phone orders' });
  await counter.getByRole('button', { name: 'Place an order' }).click();
  const placing = page.getByRole('dialog', { name: 'Place an order' });
  await placing.getByRole('textbox', { name: 'Tool or part number' }).fill(tool.name);
  await page.keyboard.press('Enter');
  await placing.getByRole('button', { name: tool.name }).click();
  await expect(placing.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 0199');
  await expect(placing.getByRole('textbox', { name: 'Address' })).toHaveValue('3 Saw Pit Road, Portside');
  const sent = page.waitForRequest((request) => /customers\/.*\/orders$/.test(request.url()));
  await placing.getByRole('button', { name: 'Place an order' }).click();
  expect((await sent).headers()['idempotency-key']).toBeTruthy();
  await expect(counter.getByRole('listitem')).toHaveCount(2);

  await counter.getByRole('link', { name: 'Paste a list' }).click();
  await expect(page.getByText(`An order for ${person.email}.`)).toBeVisible();
  await page.getByRole('textbox', { name: 'Your list' }).fill(`3 x ${tool.name}`);
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByRole('button', { name: 'Add 1 to their cart' }).click();
  await expectToast(page, '1 line added to the customer’s cart');
  await expect(page).toHaveURL(`/dashboard/users/${encodeURIComponent(person.email)}`);
  await expect(counter.getByRole('listitem')).toHaveCount(3);

  const { version } = await callAs<{ version: number }>(person, 'GET', `/tool/${tool.id}`);
  await callAsAdmin('PATCH', `/tool/${tool.id}`, { version, price: tool.price + 5 });
  await page.reload();
  await counter.getByRole('checkbox', { name: `Select order ${before.number}` }).check();
  await counter.getByRole('button', { name: 'Mark as paid' }).click();
  const paying = page.getByRole('dialog', { name: 'Mark as paid' });
  await expect(paying.getByRole('button', { name: 'Mark as paid' })).toBeDisabled();
  await expectSoundScreen(page);
  await paying.getByRole('button', { name: `Use today’s price for order ${before.number}` }).click();
  await expect(paying.getByRole('button', { name: 'Mark as paid' })).toBeEnabled();
  await paying.getByRole('button', { name: 'Mark as paid' }).click();
  await expectToast(page, `Order ${before.number} is paid`);
});

test.describe('an unknown customer', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /status of 404/ });

  test('shows a not-found message', async ({ page }) => {
    await opened(page, '/dashboard/users/nobody%40shop.example');
    await expect(page.getByRole('alert')).toContainText('We can’t find that user');
  });
});
