import { addDays } from '#contracts/time-zone.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAsAdmin } from './support/people.ts';
import { rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

const today = new Date().toISOString().slice(0, 10);

test('staff paste a carrier’s list of deliveries; a doubtful day is refused, and the buyer’s time runs from it', async ({
  page,
  admin: _,
  rival: { person, page: theirs },
  tool,
}) => {
  const order = await placeOrderByApi(person, tool, 2);
  await payOrderByApi(person, order);
  const trackingNumber = `1Z${Date.now()}`;
  await callAsAdmin('POST', '/parcels', { orders: [{ orderId: order._id, quantity: 2 }], trackingNumber });
  await opened(theirs, '/dashboard/orders');
  const row = rowsWith(theirs, order.number);
  await expect(row.getByText(/^Return by .*, by an estimated delivery date$/)).toBeVisible();
  await expectSoundScreen(theirs);

  await opened(page, '/dashboard/manageorders');
  await page.getByRole('button', { name: 'Record deliveries' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record deliveries' });
  const rows = dialog.getByRole('textbox', { name: 'Deliveries' });
  const hint = 'For example: TY-10482, 2026-11-30';
  await dialog.getByRole('button', { name: 'Record' }).press('Enter');
  await expectProblem(rows, 'Please paste at least one line', hint);
  await rows.fill(`${trackingNumber}, 3/4/2026`);
  await dialog.getByRole('button', { name: 'Record' }).press('Enter');
  await expectProblem(
    rows,
    'Line 1: we can’t tell the day from the month. Write the day as 2026-11-30.',
    hint,
  );
  await expectSoundScreen(page);
  await rows.fill(`Tracking\tDelivered\n${trackingNumber}\t${today}\nNOWHERE-1\t${today}`);
  await dialog.getByRole('button', { name: 'Record' }).press('Enter');
  await expectToast(page, 'Recorded 1 delivery');
  await expect(dialog.getByRole('alert')).toContainText('1 line not recorded');
  await expect(dialog.getByRole('alert')).toContainText('NOWHERE-1: ');
  await expect(rows).toHaveValue(`NOWHERE-1, ${today}`);
  await expectSoundScreen(page);

  await opened(theirs, '/dashboard/orders');
  await expect(row.getByText(/^Return by /)).toBeVisible();
  await expect(row.getByText(/by an estimated delivery date/)).toHaveCount(0);
  await expect(row.getByRole('link', { name: `Return items of ${tool.name}` })).toBeVisible();
  // A day before it was sent is no delivery.
  await opened(page, '/dashboard/manageorders');
  await page.getByRole('button', { name: 'Record deliveries' }).press('Enter');
  await rows.fill(`${trackingNumber}, ${addDays(today, -9)}`);
  await dialog.getByRole('button', { name: 'Record' }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('1 line not recorded');
});
