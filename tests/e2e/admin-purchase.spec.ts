import { openMail } from './support/mails.ts';
import { buyTogether, ordersOf, placeOrderByApi } from './support/orders.ts';
import { callAsAdmin, type Person } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const statesOf = async (buyer: Person) =>
  (await ordersOf(buyer)).map(({ pendingChange }) => pendingChange ?? 'waiting').toSorted();

test('six items bought together ship in two presses, with one slip and one email', async ({
  page,
  rival,
  context,
}) => {
  const orders = await buyTogether(rival.person, 6);
  const [{ number, toolName }] = orders;
  await opened(page, `/dashboard/manageorders?customer=${encodeURIComponent(rival.person.email)}`);
  await page.getByRole('button', { name: `Ship 6 items of order ${number}` }).click();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar.getByText('6 orders shipped. Emails go out in 10 seconds.')).toBeVisible();
  const opening = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Print packing slip', exact: true }).click();
  const slips = await opening;
  await expect(slips.getByRole('article')).toHaveCount(1);
  await expect(slips.getByRole('article', { name: `Packing slip of order ${number}` })).toContainText(
    toolName,
  );
  await expect(slips.getByRole('article').getByRole('row')).toHaveCount(7);
  await slips.close();
  await expectSoundScreen(page);
  expect(await statesOf(rival.person)).toEqual(Array.from({ length: 6 }, () => 'shipped'));
  await openMail(page, rival.person.email, `Order ${number} is on its way: 6 items`);
});

test('staff see and do everything about a purchase on its page', async ({ page, rival }) => {
  const orders = await buyTogether(rival.person, 3);
  const [{ number, toolName }, second] = orders;
  await opened(page, `/dashboard/manageorders?customer=${encodeURIComponent(rival.person.email)}`);
  await page.getByRole('link', { name: second?.number ?? '', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Items').getByRole('listitem')).toHaveCount(3);
  await expect(part('Items')).toContainText(toolName);
  await expect(part('Items').getByText('$75.00')).not.toHaveCount(0);
  await expect(part('Buyer').getByRole('link', { name: rival.person.email })).toHaveAttribute(
    'href',
    `/dashboard/users/${encodeURIComponent(rival.person.email)}`,
  );
  await expect(part('Ship to')).toContainText('3 Saw Pit Road, Portside');
  await expect(part('Payment')).toContainText('Card');
  await expect(part('Payment').getByRole('button', { name: /INV-/ })).toBeVisible();
  await expectSoundScreen(page);

  await page.getByRole('button', { name: `Ship 3 items of order ${number}` }).click();
  await expect(page.getByText('3 orders shipped. Emails go out in 10 seconds.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Shipping of 3 orders undone. No email was sent.');
  expect(await statesOf(rival.person)).toEqual(['waiting', 'waiting', 'waiting']);

  await callAsAdmin('POST', `/orders/${second?._id}/notes`, { note: 'Gift wrap.' });
  await part('Staff notes').getByRole('textbox', { name: 'New note' }).fill('Rang: leave it at the gate.');
  await part('Staff notes').getByRole('button', { name: 'Add note' }).click();
  await expect(part('Staff notes').getByRole('listitem')).toHaveText([
    new RegExp(`^Gift wrap\\.${second?.number} · `),
    new RegExp(`^Rang: leave it at the gate\\.${number} · `),
  ]);
  await expect(part('History')).toContainText('Order paid');
  await expect(part('History').getByRole('listitem').filter({ hasText: 'Order paid' })).toContainText(
    /^Order paid3 items · 6 units sold · \$75\.00/,
  );

  await part('Items')
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Refund / })
    .click();
  await expect(page.getByRole('dialog', { name: `Refund order ${number}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await part('Items').getByRole('listitem').last().getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');
  await expect(part('Packages')).toContainText(orders.at(-1)?.toolName ?? '');
  await expect(page.getByText('Partly shipped', { exact: true })).toBeVisible();
});

test.describe('a purchase that is canceled as a whole', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('by staff is asked about once, and reports each order that could not be', { tag: '@sweep' }, async ({
    page,
    rival,
  }) => {
    const orders = await buyTogether(rival.person, 3);
    const [{ number }, second] = orders;
    const canceled = async () => (await ordersOf(rival.person)).filter(({ state }) => state === 'cancelled');
    await opened(page, `/dashboard/manageorders?customer=${encodeURIComponent(rival.person.email)}`);
    const cancel = page.getByRole('button', { name: `Cancel order: ${number}` });
    await cancel.press('Enter');
    const question = page.getByRole('dialog', { name: 'Cancel this order?' });
    await expect(question).toContainText(`${number}: 3 items`);
    await expect(question).toContainText('It won’t ship, and 6 units return to stock.');
    await expect(question).toContainText('We’ll refund $75.00 to the buyer.');
    await question.getByRole('button', { name: 'Cancel order' }).press('Enter');
    await expect(question.getByText('Please give a reason')).toBeVisible();
    await expect(question.getByLabel('Reason')).toBeFocused();
    await expectSoundScreen(page);
    expect(await canceled()).toEqual([]);

    await question.getByLabel('Reason').fill('The supplier stopped making them');
    const error = { code: 'conflict', message: 'This order is disputed.' };
    await page.route(
      `**/orders/${second?._id}/cancel`,
      (route) => route.fulfill({ status: 409, json: { error } }),
      {
        times: 1,
      },
    );
    await question.getByRole('button', { name: 'Cancel order' }).press('Enter');
    await expectToast(page, `${second?.number}: This order is disputed.`);
    await expect(question).toBeHidden();
    expect(await canceled()).toHaveLength(2);

    await opened(page, `/dashboard/manageorders/${number}`);
    await cancel.click();
    await expect(question).toContainText('We’ll refund $25.00 to the buyer.');
    await question.getByLabel('Reason').fill('The supplier stopped making them');
    await question.getByRole('button', { name: 'Cancel order' }).click();
    await expectToast(page, 'Order canceled. The refund is on its way.');
    await expect(page.getByRole('heading', { level: 1 }).locator('xpath=..')).toContainText('Canceled');
    await expect(cancel).toHaveCount(0);
    await expect(page.locator('[data-purchase]:focus')).toHaveCount(1);
    expect(await canceled()).toHaveLength(3);
  });
});

test('a purchase of which something has shipped is canceled order by order', { tag: '@sweep' }, async ({
  page,
  rival,
}) => {
  const [first, second] = await buyTogether(rival.person, 2);
  await opened(page, `/dashboard/manageorders/${second?.number}`);
  const cancel = page.getByRole('button', { name: `Cancel order: ${first.number}` });
  await expect(cancel).toBeVisible();
  const items = page.getByRole('region', { name: 'Items', exact: true });
  await items.getByRole('button', { name: 'Pending' }).last().click();
  await expectToast(page, 'Order successfully delivered');
  await expect(cancel).toHaveCount(0);
});

test('an unpaid order has a page of its own, and an unknown number says so', async ({
  page,
  rival,
  tool,
}) => {
  const { number } = await placeOrderByApi(rival.person, tool, 2);
  await opened(page, `/dashboard/manageorders/${number}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  await expect(page.getByText('Not paid yet.')).toBeVisible();
  await expect(page.getByText('Total before shipping and tax')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ship/ })).toHaveCount(0);
});

test.describe('an order number that does not exist', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('is reported', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
    await opened(page, '/dashboard/manageorders/TY-1');
    await expect(page.getByRole('alert')).toContainText('We can’t find that order');
  });
});
