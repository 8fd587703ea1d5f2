import { readFile } from 'node:fs/promises';
import { openMail } from './support/mails.ts';
import { ordersOf, payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { expectColumns, expectPicture, reachRow, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const columns = ['Tool Image', 'Tool Name', 'Ordered By', 'Status', 'Actions'];

test('an unpaid order waits for its buyer, and can be deleted', { tag: '@sweep' }, async ({
  page,
  rival,
  tool,
}) => {
  const { number } = await placeOrderByApi(rival.person, tool, 3);
  await opened(page, '/dashboard/manageorders');
  await expect(page).toHaveTitle('Manage Orders – Toolyard');
  const row = await reachRow(page, tool.name);
  await expectColumns(row, columns);
  await expectPicture(row.getByRole('presentation'));
  await expect(row.getByText(number, { exact: true })).toBeVisible();
  await expect(row.getByText('3 × $12.50 = $37.50', { exact: true })).toBeVisible();
  await expect(row.getByText(rival.person.name, { exact: true })).toBeVisible();
  await expect(row.getByText(rival.person.email, { exact: true })).toBeVisible();
  await expect(row.getByText('3 Saw Pit Road, Portside, +1 555 010 0199', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Unpaid' })).toBeDisabled();

  const button = row.getByRole('button', {
    name: `Delete ${rival.person.name}’s order for ${tool.name}`,
  });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
  const about = `${number}: 3 × ${tool.name}, ordered by ${rival.person.name}`;
  await expect(dialog.getByText(about, { exact: true })).toBeVisible();
  const warning = 'Once you delete,this process cannot be undone!';
  await expect(dialog.getByText(warning, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toBeFocused();
  expect(await ordersOf(rival.person)).toHaveLength(1);

  await button.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Order deleted');
  await expect(row).toHaveCount(0);
  await expect(page.locator('[data-row]:focus, h1:focus')).toHaveCount(1);
  expect(await ordersOf(rival.person)).toEqual([]);
});

test('a paid order is shipped once, which its buyer sees and is told by mail', { tag: '@sweep' }, async ({
  page,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool);
  await payOrderByApi(rival.person, order);
  await opened(rival.page, '/dashboard/orders');
  const bought = rowsWith(rival.page, tool.name);
  await expect(bought.getByText('Pending', { exact: true })).toBeVisible();

  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  const remove = row.getByRole('button', {
    name: `Delete ${rival.person.name}’s order for ${tool.name}`,
  });
  await expect(remove).toBeDisabled();
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');
  await reachRow(page, tool.name);
  await expect(row.getByRole('button', { name: 'Shipped' })).toBeDisabled();
  await expect(row.getByRole('button', { name: 'Pending' })).toHaveCount(0);
  await expect(remove).toBeDisabled();

  await opened(rival.page, '/dashboard/orders');
  await expect(bought.getByText('Confirmed', { exact: true })).toBeVisible();
  await expect(bought.getByText('Pending', { exact: true })).toHaveCount(0);
  await openMail(page, rival.person.email, `Order ${order.number} is on its way: ${tool.name}`);
});

test('orders are shipped together, taken back before their emails leave, and their slips printed', async ({
  page,
  rival,
  tool,
  context,
  isMobile,
}) => {
  const placed = [];
  for (const quantity of [2, 3, 4]) placed.push(await placeOrderByApi(rival.person, tool, quantity));
  for (const order of placed.slice(0, 2)) await payOrderByApi(rival.person, order);
  const states = async () => (await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const ship = bar.getByRole('button', { name: /^Ship/ });
  await expect(rowsWith(page, tool.name)).toHaveCount(3);
  await expect(ship).toBeDisabled();
  if (!isMobile) {
    // Eight orders have room in a laptop's window, and nothing is scrolled for it.
    const first = await rowsWith(page, tool.name).first().boundingBox();
    expect((first?.y ?? 900) + 8 * (first?.height ?? 0)).toBeLessThanOrEqual(900);
  }
  const box = (number = '') => page.getByRole('checkbox', { name: `Select order ${number}` });
  await box(placed[0]?.number).click();
  await box(placed[2]?.number).click({ modifiers: ['Shift'] });
  await expect(bar.getByText('3 orders selected', { exact: true })).toBeVisible();
  await expectSoundScreen(page);

  const saving = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Export selected' }).press('Enter');
  const rows = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n').slice(1);
  expect(rows).toEqual(placed.map(({ number }) => expect.stringContaining(number)));

  const opening = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Print packing slips' }).click();
  const slips = await opening;
  const slip = slips.getByRole('article');
  await expect(slip).toHaveCount(3);
  await expect(slip.last()).toContainText('3 Saw Pit Road, Portside');
  await expect(slip.last()).not.toContainText('$');
  await slips.emulateMedia({ media: 'print' });
  const breaks = await slip.evaluateAll((all) => all.map((each) => getComputedStyle(each).breakAfter));
  expect(breaks).toEqual(['page', 'page', 'auto']);
  await expect(slips.getByRole('heading', { level: 1 })).toBeHidden();
  await slips.close();

  await ship.click();
  await expect(bar.getByText('2 orders shipped. The emails leave in 10 seconds.')).toBeVisible();
  expect((await states()).toSorted()).toEqual([null, 'shipped', 'shipped']);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Shipping of 2 orders undone. No email was sent.');
  expect(await states()).toEqual([null, null, null]);
  await expect(page.getByRole('button', { name: /^Pending/ })).toHaveCount(2);
});

test('an order tells its history, with times, people, units and amounts', { tag: '@sweep' }, async ({
  page,
  admin,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool, 2);
  await payOrderByApi(rival.person, order);
  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');
  const button = row.getByRole('button', {
    name: `History of ${rival.person.name}’s order for ${tool.name}`,
  });
  await button.click();
  const dialog = page.getByRole('dialog', { name: /^History of order TY-\d+$/ });
  const events = dialog.getByRole('list').last().getByRole('listitem');
  await expect(events).toHaveCount(5);
  await dialog.getByRole('textbox', { name: 'New note' }).fill('Rang: leave it at the gate.');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  const notes = dialog.getByRole('region', { name: 'Staff notes' });
  await expect(notes.getByRole('listitem')).toHaveText([/Rang: leave it at the gate\.owner@/]);
  const expected = [
    ['Order placed', '2 units ordered · $25.00', rival.person.email],
    ['Payment started', '2 units reserved · $25.00', rival.person.email],
    ['Order paid', '2 units sold · $25.00', ''],
    ['Invoice issued', '', ''],
    ['Order shipped', '', `${admin.email} (admin)`],
  ];
  for (const [index, words] of expected.entries()) {
    for (const word of words) await expect(events.nth(index)).toContainText(word);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(button).toBeFocused();
});

test('a second press elsewhere ships nothing twice, and says so', { tag: ['@desk', '@sweep'] }, async ({
  page,
  rival,
  tool,
}) => {
  const order = await placeOrderByApi(rival.person, tool);
  await payOrderByApi(rival.person, order);
  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, tool.name);
  const other = await page.context().newPage();
  await opened(other, '/dashboard/manageorders');
  const otherRow = await reachRow(other, tool.name);
  await otherRow.getByRole('button', { name: 'Pending' }).click();
  await expectToast(other, 'Order successfully delivered');
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'This order has already shipped.');
});

test.describe('an admin whose token is rejected', () => {
  test.use({ expectedErrors: /status of 40[13]/ });

  for (const [status, code] of [
    [401, 'not_signed_in'],
    [403, 'not_allowed'],
  ] as const) {
    const refusal = { status, json: { error: { code, message: 'No' } } };

    test(`by ${status} to the list of orders is signed out and sent home`, {
      tag: ['@sweep', '@desk'],
    }, async ({ page }) => {
      await opened(page, '/dashboard/addtool');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a tool');
      await page.route('/manageorders*', (route) => route.fulfill(refusal));
      await page.goto('/dashboard/manageorders', { waitUntil: 'commit' });
      await expect(page).toHaveURL('/');
      const login = page.getByRole('banner').getByRole('link', { name: 'Login', includeHidden: true });
      await expect(login.first()).toBeAttached();
      const kept = await page.evaluate(() => [localStorage.accessToken, localStorage.identitySession]);
      expect(kept).toEqual([undefined, undefined]);
    });
  }

  test('on marking an order shipped is signed out, and nothing is shipped', {
    tag: ['@desk', '@sweep'],
  }, async ({ page, rival, tool }) => {
    const order = await placeOrderByApi(rival.person, tool);
    await payOrderByApi(rival.person, order);
    await opened(page, '/dashboard/manageorders');
    const row = await reachRow(page, tool.name);
    const refusal = {
      status: 403,
      json: { error: { code: 'not_allowed', message: 'This is for admins only' } },
    };
    await page.route('/manageorders/*', (route) => route.fulfill(refusal));
    await row.getByRole('button', { name: 'Pending' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await ordersOf(rival.person)).toMatchObject([{ paid: true, pendingChange: null }]);
  });
});

test('orders of one buyer leave in parcels with tracking numbers, which the buyer follows', async ({
  page,
  rival,
  tool,
  context,
}) => {
  const [big, small] = [
    await placeOrderByApi(rival.person, tool, 5),
    await placeOrderByApi(rival.person, tool, 2),
  ];
  for (const order of [big, small]) await payOrderByApi(rival.person, order);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const row = rowsWith(page, big.number);
  await row
    .getByRole('button', { name: `Ship order ${big.number} with a tracking number, or in parts` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Parcel for ${rival.person.name}` });
  const units = (number: string) =>
    dialog.getByRole('textbox', { name: `Units of ${number} in this parcel` });
  await expect(units(big.number)).toHaveValue('5');
  await expect(units(small.number)).toHaveValue('');
  await units(big.number).fill('6');
  await expect(dialog.getByText('0 to 5', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ship', exact: false })).toBeDisabled();
  await units(big.number).fill('2');
  await units(small.number).fill('2');
  await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('UPS');
  await dialog.getByRole('textbox', { name: 'Tracking number' }).fill('1Z 999');
  await expectSoundScreen(page);
  await expect(dialog.getByRole('button', { name: 'Ship 4 units' })).toBeEnabled();
  // As a scanner ends what it reads.
  await dialog.getByRole('textbox', { name: 'Tracking number' }).press('Enter');
  await expect(dialog).toBeHidden();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar.getByText('Parcel shipped. The email leaves in 10 seconds.')).toBeVisible();
  await expect(row.getByText('2 of 5 sent', { exact: true })).toBeVisible();
  await expect(rowsWith(page, small.number).getByRole('button', { name: 'Shipped' })).toBeDisabled();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Parcel undone. No email was sent.');
  await expect(row.getByText('2 of 5 sent', { exact: true })).toBeHidden();
  expect((await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange)).toEqual([null, null]);

  for (const { number } of [big, small])
    await page.getByRole('checkbox', { name: `Select order ${number}` }).click();
  await bar.getByRole('button', { name: 'Pack one parcel…' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue('UPS');
  await units(big.number).fill('2');
  await dialog.getByRole('button', { name: 'Ship 4 units' }).click();
  const opening = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Print packing slip', exact: true }).click();
  const slip = (await opening).getByRole('article');
  await expect(slip.getByRole('row')).toHaveText([/Quantity/, `2${tool.name}`, `2${tool.name}`]);
  await slip.page().close();

  await row.getByRole('button', { name: /^History of/ }).click();
  const history = page.getByRole('dialog', { name: `History of order ${big.number}` });
  await history.getByRole('button', { name: 'Edit tracking of parcel 1' }).click();
  await history.getByRole('textbox', { name: 'Tracking number' }).fill('1Z 999/7');
  await history.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Tracking saved');
  await history.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');

  await opened(rival.page, '/dashboard/orders');
  // The other one says that it came along.
  const bought = rowsWith(rival.page, big.number).last();
  await expect(bought.getByText('Confirmed', { exact: true })).toBeVisible();
  const parcels = bought.getByRole('list', { name: 'Parcels' }).getByRole('listitem');
  await expect(parcels).toHaveText([new RegExp(`^2 units, with ${small.number}.*UPS 1Z 999/7$`), /^3 units/]);
  const link = parcels.getByRole('link', { name: 'Track parcel 1Z 999/7' });
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999%2F7');
  await expectSoundScreen(rival.page);
  await openMail(page, rival.person.email, `Your orders ${big.number}, ${small.number} are on their way`);
  await openMail(page, rival.person.email, `The rest of order ${big.number} is on its way: ${tool.name}`);
});

test('an admin edits the carriers, and a bad link is refused at its row', { tag: '@sweep' }, async ({
  page,
}) => {
  await opened(page, '/dashboard/carriers');
  const form = page.getByRole('form', { name: 'Carriers' });
  const before = await form.getByRole('textbox', { name: /^Name/ }).count();
  await form.getByRole('button', { name: 'Add a carrier' }).press('Enter');
  await page.keyboard.type('Our van');
  await page.keyboard.press('Tab');
  await page.keyboard.type('http://van.example/{number}');
  await form.getByRole('button', { name: 'Save carriers' }).press('Enter');
  await expect(
    form.getByText(`Row ${before + 1}: A tracking link starts with https://`, { exact: false }),
  ).toBeVisible();
  await form
    .getByRole('textbox', { name: /^Tracking link/ })
    .last()
    .fill('https://van.example/{number}');
  await form.getByRole('button', { name: 'Save carriers' }).press('Enter');
  await expectToast(page, 'Carriers saved');
  await expectSoundScreen(page);
  await page.reload();
  await expect(form.getByRole('textbox', { name: /^Name/ }).last()).toHaveValue('Our van');
});
