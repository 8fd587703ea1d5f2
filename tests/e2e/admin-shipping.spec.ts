import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { openMail } from './support/mails.ts';
import { ordersOf, payOrderByApi, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { callAsAdmin, type Person } from './support/people.ts';
import { openRowMenu, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('orders are shipped together, undone before their emails are sent, and their slips printed', async ({
  page,
  rival,
  tool,
  context,
}) => {
  const placed = [];
  for (const quantity of [2, 3, 4]) placed.push(await placeOrderByApi(rival.person, tool, quantity));
  for (const order of placed.slice(0, 2)) await payOrderByApi(rival.person, order);
  const states = async () => (await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const ship = bar.getByRole('button', { name: /^Ship(?! together)/ });
  await expect(rowsWith(page, tool.name)).toHaveCount(3);
  await expect(ship).toBeDisabled();
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
  await expect(slip).toHaveCount(2);
  const leftOut = slips.getByRole('region', { name: 'Orders without a packing slip' });
  await expect(leftOut.getByRole('listitem')).toHaveText([`${placed[2]?.number}: not paid yet`]);
  await expect(slip.last()).toContainText('3 Saw Pit Road, Portside');
  await expect(slip.last()).not.toContainText('$');
  await slips.emulateMedia({ media: 'print' });
  const breaks = await slip.evaluateAll((all) => all.map((each) => getComputedStyle(each).breakAfter));
  expect(breaks).toEqual(['page', 'auto']);
  await expect(leftOut).toBeHidden();
  await expect(slips.getByRole('heading', { level: 1 })).toBeHidden();
  await slips.close();

  await ship.click();
  await expect(bar.getByText('2 orders shipped. Emails go out in 10 seconds.')).toBeVisible();
  expect((await states()).toSorted()).toEqual([null, 'shipped', 'shipped']);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Shipping of 2 orders undone. No email was sent.');
  expect(await states()).toEqual([null, null, null]);
  await expect(page.getByRole('button', { name: /^Pending/ })).toHaveCount(2);
});

test('each shipment is undone, the last one first, with all orders of its parcel', { tag: '@sweep' }, async ({
  page,
  rival,
  tool,
}) => {
  const placed: ShopOrder[] = [];
  for (const quantity of [2, 3, 4]) placed.push(await placeOrderByApi(rival.person, tool, quantity));
  for (const order of placed) await payOrderByApi(rival.person, order);
  // 'Pending: mark … as shipped' does not count as 'Shipped', even while it waits for its answer.
  const button = (nth: number, name: 'Pending' | 'Shipped') =>
    rowsWith(page, placed[nth]?.number ?? '').getByRole('button', { name: new RegExp(`^${name}`) });
  const states = async () => (await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const bar = page.getByRole('region', { name: 'Selected orders' });
  const undo = bar.getByRole('button', { name: 'Undo' });
  for (const nth of [0, 1]) {
    await button(nth, 'Pending').click();
    await expect(button(nth, 'Shipped')).toBeDisabled();
  }
  await undo.click();
  await expect(button(1, 'Pending')).toBeVisible();
  await expect(button(0, 'Shipped')).toBeVisible();
  await undo.click();
  await expect(button(0, 'Pending')).toBeVisible();
  await expect(undo).toBeHidden();
  expect(await states()).toEqual([null, null, null]);

  // Shipped here; meanwhile somebody else undoes it and ships it in one parcel with the third.
  await button(0, 'Pending').click();
  await expect(undo).toBeVisible();
  const [first, , last] = placed.map(({ _id }) => _id);
  await callAsAdmin('POST', '/shipments/undo', { orderIds: [first] });
  const orders = [
    { orderId: first, quantity: 2 },
    { orderId: last, quantity: 4 },
  ];
  await callAsAdmin('POST', '/parcels', { orders });
  // Simulates a return to the window: it refetches what was changed elsewhere.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(button(2, 'Shipped')).toBeVisible();
  await undo.click();
  await expect(button(0, 'Pending')).toBeVisible();
  await expect(button(2, 'Pending')).toBeVisible();
  expect(await states()).toEqual([null, null, null]);
});

/** A paid order with a dispute that the shop knows of. */
async function payDisputed(person: Person, order: ShopOrder): Promise<ShopOrder> {
  await payOrderByApi(person, order, { number: '4000 0000 0000 0259' });
  const disputes = async () => {
    const [row] = await callAsAdmin<{ disputes: object[] }[]>('GET', `/manageorders?q=${order.number}`);
    return row?.disputes.length;
  };
  await expect.poll(disputes).toBe(1);
  return order;
}

test('a disputed order ships after a question only, cannot be refunded, and is left out of batches', {
  tag: '@sweep',
}, async ({ page, rival, tool }) => {
  const whole = await payDisputed(rival.person, await placeOrderByApi(rival.person, tool, 2));
  const inParcel = await payDisputed(rival.person, await placeOrderByApi(rival.person, tool, 3));
  const states = async () => (await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const row = rowsWith(page, whole.number);
  await expect(row.getByText('Disputed: $25.00')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Ship 2 orders' }).click();
  const skipped = page.getByRole('region', { name: 'Notifications' }).getByText(/^2 orders skipped:/);
  await expect(skipped).toContainText(
    `The payment for order ${whole.number} is disputed, so it wasn’t shipped`,
  );

  await (await openRowMenu(row)).getByRole('button', { name: /^Refund / }).press('Enter');
  const refund = page.getByRole('dialog', { name: `Refund order ${whole.number}` });
  await expect(
    refund.getByText(/^Fraudulent\. Open since .+\. Respond through your card provider by /),
  ).toBeVisible();
  await expect(refund.getByText('the buyer could be paid twice')).toBeVisible();
  await expect(refund.getByRole('textbox')).toHaveCount(0);
  await expectSoundScreen(page);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: /^Pending/ }).click();
  const question = page.getByRole('dialog', { name: 'Ship this disputed order?' });
  await expect(question).toContainText(
    'The buyer’s bank disputes $25.00 of this payment. Reason: Fraudulent.',
  );
  await expectSoundScreen(page);
  await question.getByRole('button', { name: 'Don’t ship' }).click();
  expect(await states()).toEqual([null, null]);
  await row.getByRole('button', { name: /^Pending/ }).click();
  await question.getByRole('button', { name: 'Ship anyway' }).click();
  await expectToast(page, 'Order successfully delivered');

  await (await openRowMenu(rowsWith(page, inParcel.number)))
    .getByRole('button', { name: `Ship order ${inParcel.number}` })
    .click();
  await page.getByRole('button', { name: 'Ship 3 units' }).click();
  await expect(question).toContainText('The buyer’s bank disputes $37.50');
  await question.getByRole('button', { name: 'Ship anyway' }).click();
  await expect(page.getByText('Package shipped. The email goes out in 10 seconds.')).toBeVisible();
  expect(await states()).toEqual(['shipped', 'shipped']);
});

test.describe('a batch that fails after another one', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('leaves the first undoable, and the rest selected', { tag: ['@desk', '@sweep'] }, async ({
    page,
    rival,
    tool,
  }) => {
    const order = await placeOrderByApi(rival.person, tool);
    await payOrderByApi(rival.person, order);
    await page.route('/manageorders?*', async (route) => {
      const response = await route.fetch();
      const [row] = await response.json();
      const json = Array.from({ length: 120 }, () => ({ ...row, _id: randomUUID() }));
      await route.fulfill({ response, json });
    });
    await page.route('/shipments', async (route) => {
      const { orderIds } = route.request().postDataJSON();
      const error = { code: 'conflict', message: 'Not now' };
      if (orderIds.length < 100) return route.fulfill({ status: 409, json: { error } });
      const sent = (orderId: string) => [{ orderId, sentQuantity: order.minQuantity }];
      const json = orderIds.map((orderId: string) => {
        return { orderId, modifiedCount: 1, sent: sent(orderId), error: null };
      });
      return route.fulfill({ json });
    });
    await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await expect(rowsWith(page, tool.name)).toHaveCount(120);
    await bar.getByRole('checkbox', { name: 'Select all shown' }).check();
    await bar.getByRole('button', { name: 'Ship 120 orders' }).click();
    await expect(bar.getByText('100 orders shipped. Emails go out in 10 seconds.')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expectToast(page, 'Not now');
  });
});

test('eight orders fit in a laptop’s window, however much text they have', {
  tag: ['@desk', '@sweep'],
}, async ({ page, rival, tool }) => {
  for (let nth = 0; nth < 10; nth++) {
    const order = await placeOrderByApi(rival.person, tool, 2, {
      purchaseOrderNumber: `PO-2026-${nth}, of the carpenters’ second workshop at Portside`,
      buyerNote: 'Leave it at the gate, please, and ring twice: the dog is kind, and the bell is faint.',
    });
    await payOrderByApi(rival.person, order);
  }
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const rows = rowsWith(page, tool.name);
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('PO: PO-2026-');
  const eighth = await rows.nth(7).boundingBox();
  expect((eighth?.y ?? 900) + (eighth?.height ?? 0)).toBeLessThanOrEqual(900);
});

test('a buyer’s orders ship in parcels with tracking numbers, which the buyer follows', {
  tag: '@sweep',
}, async ({ page, rival, tool, context }) => {
  const [big, small] = [
    await placeOrderByApi(rival.person, tool, 5),
    await placeOrderByApi(rival.person, tool, 2),
  ];
  for (const order of [big, small]) await payOrderByApi(rival.person, order);
  await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
  const row = rowsWith(page, big.number);
  await (await openRowMenu(row))
    .getByRole('button', { name: `Ship order ${big.number} with a tracking number, or in parts` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Package for ${rival.person.name}` });
  const units = (number: string) =>
    dialog.getByRole('textbox', { name: `Units of ${number} in this package` });
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
  // A scanner ends each code with Enter.
  await dialog.getByRole('textbox', { name: 'Tracking number' }).press('Enter');
  await expect(dialog).toBeHidden();
  const bar = page.getByRole('region', { name: 'Selected orders' });
  await expect(bar.getByText('Package shipped. The email goes out in 10 seconds.')).toBeVisible();
  await expect(row.getByText('2 of 5 shipped', { exact: true })).toBeVisible();
  await expect(rowsWith(page, small.number).getByRole('button', { name: /^Shipped/ })).toBeDisabled();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expectToast(page, 'Shipment undone. No email was sent.');
  await expect(row.getByText('2 of 5 shipped', { exact: true })).toBeHidden();
  expect((await ordersOf(rival.person)).map(({ pendingChange }) => pendingChange)).toEqual([null, null]);

  for (const { number } of [big, small])
    await page.getByRole('checkbox', { name: `Select order ${number}` }).click();
  await bar.getByRole('button', { name: 'Ship together…' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue('UPS');
  await units(big.number).fill('2');
  await dialog.getByRole('button', { name: 'Ship 4 units' }).click();
  const opening = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Print packing slip', exact: true }).click();
  const slip = (await opening).getByRole('article');
  await expect(slip.getByRole('row')).toHaveText([
    /Quantity/,
    `2${tool.name}${big.number}`,
    `2${tool.name}${small.number}`,
  ]);
  await slip.page().close();

  await (await openRowMenu(row)).getByRole('button', { name: /^History of/ }).click();
  const history = page.getByRole('dialog', { name: `History of order ${big.number}` });
  await history.getByRole('button', { name: 'Edit package 1' }).click();
  await history.getByRole('textbox', { name: 'Tracking number' }).fill('1Z 999/7');
  const today = await history.getByLabel('Delivered on').getAttribute('max');
  await history.getByLabel('Delivered on').fill(today ?? '');
  await history.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Package saved');
  await history.getByRole('button', { name: 'Close' }).click();
  await row.getByRole('button', { name: 'Pending' }).click();
  await expectToast(page, 'Order successfully delivered');

  await opened(rival.page, '/dashboard/orders');
  // The other order says that it was in the same parcel.
  const bought = rowsWith(rival.page, big.number).last();
  await expect(bought.getByText('Confirmed', { exact: true })).toBeVisible();
  const parcels = bought.getByRole('list', { name: 'Packages' }).getByRole('listitem');
  await expect(parcels).toHaveText([new RegExp(`^2 units, with ${small.number}.*UPS 1Z 999/7$`), /^3 units/]);
  const link = parcels.getByRole('link', { name: 'Track package 1Z 999/7' });
  await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999%2F7');
  await expectSoundScreen(rival.page);
  await openMail(page, rival.person.email, `Your orders ${big.number}, ${small.number} are on their way`);
  await openMail(page, rival.person.email, `The rest of order ${big.number} is on its way: ${tool.name}`);
});

test(
  'an admin edits the carriers, and a bad link is refused at its row',
  { tag: '@sweep' },
  async ({ page }, { project }) => {
    const van = `Our van, at a ${project.name}`;
    await opened(page, '/dashboard/carriers');
    const form = page.getByRole('form', { name: 'Carriers' });
    await expect(form).toBeVisible();
    const before = await form.getByRole('textbox', { name: /^Name/ }).count();
    await form.getByRole('button', { name: 'Add a carrier' }).press('Enter');
    await page.keyboard.type(van);
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
    await expect(form.getByRole('textbox', { name: /^Name/ }).last()).toHaveValue(van);
  },
);

test.describe('a parcel whose carrier is refused', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('can be sent again', { tag: '@sweep' }, async ({ page, rival, tool }) => {
    const order = await placeOrderByApi(rival.person, tool, 2);
    await payOrderByApi(rival.person, order);
    await opened(page, `/dashboard/manageorders?q=${encodeURIComponent(tool.name)}`);
    await (await openRowMenu(rowsWith(page, order.number)))
      .getByRole('button', { name: `Ship order ${order.number} with a tracking number, or in parts` })
      .click();
    const dialog = page.getByRole('dialog', { name: `Package for ${rival.person.name}` });
    const error = { code: 'invalid_input', message: 'Carrier is unknown', field: 'carrier' };
    await page.route('**/parcels', (route) => route.fulfill({ status: 400, json: { error } }), { times: 1 });
    await dialog.getByRole('combobox', { name: 'Carrier' }).selectOption('UPS');
    await dialog.getByRole('button', { name: 'Ship 2 units' }).click();
    await expect(dialog.getByText('Carrier is unknown')).toBeVisible();
    await dialog.getByRole('button', { name: 'Ship 2 units' }).click();
    await expect(dialog).toBeHidden();
  });
});
