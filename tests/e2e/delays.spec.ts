import { addDays } from '#contracts/time-zone.ts';
import { followHtmlLink, openMail } from './support/mails.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { reachRow, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);

// A notice without its reason is answered 400, which the browser logs.
test.use({ expectedErrors: /status of 400/ });

test('staff tell a buyer about a delay, who waits by the emailed link and cancels in My Orders', async ({
  page,
  admin: _,
  rival: { person, page: theirs },
  tool,
}) => {
  const order = await placeOrderByApi(person, tool, 3);
  await payOrderByApi(person, order);
  await opened(page, `/dashboard/manageorders/${order.number}`);
  await expect(page.getByText(/^Ship by /)).toBeVisible();
  await page.getByRole('button', { name: 'Delay notice' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tell the buyer about a delay' });
  const day = dialog.getByLabel('Ships by');
  await day.press('Enter');
  await expectProblem(day, 'Enter the new ship date');
  await day.fill(inDays(45));
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The maker is late');
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Send notice' }).press('Enter');
  await expectToast(page, 'Notice sent');
  await expect(page.getByText(/^Delay notice sent, answer by /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delay notice' })).toHaveCount(0);

  const link = await followHtmlLink(
    await openMail(theirs, person.email, `Order ${order.number} is delayed: ${tool.name}`),
  );
  await expect(link.getByText('Reason: The maker is late')).toBeVisible();
  await expectSoundScreen(link);
  await link.getByRole('button', { name: 'I’ll wait' }).press('Enter');
  await expect(link.getByText(/You’re keeping this order/)).toBeVisible();

  await opened(page, '/dashboard/manageorders?shipping=asked');
  await expect(rowsWith(page, order.number)).toHaveCount(0);
  await opened(theirs, '/dashboard/orders');
  await expect(
    rowsWith(theirs, order.number)
      .getByText(/^Ships by /)
      .first(),
  ).toBeVisible();
  await opened(theirs, new URL(link.url()).pathname + new URL(link.url()).search);
  await theirs.getByRole('button', { name: 'Cancel and refund' }).press('Enter');
  await expect(theirs.getByText('This order is canceled. Your refund is on its way.')).toBeVisible();
  await expectSoundScreen(theirs);
});

test('many buyers are told at once, and answer in My Orders', async ({
  page,
  admin: _,
  rival: { person, page: theirs },
  tool,
}) => {
  const orders = [await placeOrderByApi(person, tool, 1), await placeOrderByApi(person, tool, 2)];
  for (const order of orders) await payOrderByApi(person, order);
  await opened(page, `/dashboard/manageorders?customer=${encodeURIComponent(person.email)}`);
  for (const { number } of orders) {
    const row = await reachRow(page, number);
    await row.getByRole('checkbox', { name: new RegExp(number) }).check();
  }
  await page.getByRole('button', { name: 'Delay notice' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tell the buyers of 2 orders about a delay' });
  await dialog.getByRole('combobox', { name: 'New ship date' }).selectOption('Not known yet');
  await dialog.getByRole('button', { name: 'Send notice' }).press('Enter');
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toHaveAccessibleDescription(/^Say why you can’t give a date yet/);
  await reason.fill('The maker is late');
  await dialog.getByRole('button', { name: 'Send notice' }).press('Enter');
  await expectToast(page, '2 notices sent');

  await opened(theirs, '/dashboard/orders');
  const first = rowsWith(theirs, orders[0]?.number ?? '');
  const second = rowsWith(theirs, orders[1]?.number ?? '');
  await expect(first.getByText(/We can’t say yet when it will ship/)).toBeVisible();
  await expectSoundScreen(theirs);
  await first.getByRole('button', { name: /^I’ll wait: order/ }).press('Enter');
  await expectToast(theirs, 'You’re keeping this order. You can still cancel it until it ships.');
  await second.getByRole('button', { name: /^Cancel and refund: order / }).press('Enter');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Cancel and refund' }).press('Enter');
  await expectToast(theirs, 'This order is canceled. Your refund is on its way.');
  await expect(second.getByText('Canceled', { exact: true }).first()).toBeVisible();
});
