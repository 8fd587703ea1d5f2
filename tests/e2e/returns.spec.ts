import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { payOrderByApi, payOrdersByApi, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { callAs, callAsAdmin, type Person } from './support/people.ts';
import { openRowMenu, reachRow, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, type ShopTool } from './support/tools.ts';

const RETURNS = '/dashboard/returns';

type ShopReturn = { _id: string; number: string };

/** An order that is paid and has shipped. */
async function buyShipped(buyer: Person, tool: ShopTool, units: number): Promise<ShopOrder> {
  const order = await placeOrderByApi(buyer, tool, units);
  await payOrderByApi(buyer, order);
  await callAsAdmin('PUT', `/manageorders/${order._id}`);
  return order;
}

const askByApi = (buyer: Person, { _id }: ShopOrder, quantity: number): Promise<ShopReturn> =>
  callAs(buyer, 'POST', '/returns', {
    lines: [{ orderId: _id, quantity, reason: 'damaged' }],
    note: 'The box was dented.',
  });

const approveByApi = ({ _id }: ShopReturn) =>
  callAsAdmin('PATCH', `/returns/${_id}`, { state: 'approved', postage: 'shop' });

/** Presses Tab until a control has the focus, as a keyboard user does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused({ timeout: 1 });
  }).toPass({ intervals: [0] });
}

/** A picture of a dent, for all that the shop knows. */
async function makePicture() {
  const drawn = sharp({ create: { width: 320, height: 240, channels: 3, background: '#a08060' } });
  return { name: 'dent.jpg', mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() };
}

const next = (page: Page) => page.getByRole('region', { name: /^What happen/ });
const items = (page: Page) => page.getByRole('region', { name: 'Items' });

// A form that is refused is answered 400, which the browser logs.
test.use({ expectedErrors: /status of 400/ });

test('a buyer returns items from My Orders, staff approve and check them in, and both see what became of them', {
  tag: '@main-job',
}, async ({ page, admin, rival, tool }) => {
  expect(admin.email).toBeTruthy();
  const { person, page: buyers } = rival;
  const order = await buyShipped(person, tool, 4);
  await opened(buyers, '/dashboard/orders');
  const start = rowsWith(buyers, order.number).getByRole('link', { name: `Return items of ${tool.name}` });
  await tabTo(buyers, start);
  await buyers.keyboard.press('Enter');
  await expect(buyers.getByRole('heading', { level: 1, name: 'Return items' })).toBeVisible();
  const units = buyers.getByRole('textbox', { name: `Units of ${tool.name}` });
  await expect(units).toHaveValue('4');
  await units.fill('5');
  await buyers.getByRole('button', { name: 'Request return' }).press('Enter');
  await expectProblem(units, '0 to 4', 'of 4');
  await units.fill('3');
  const reason = buyers.getByRole('combobox', { name: `Reason for ${tool.name}` });
  await units.press('Enter');
  await expectProblem(reason, 'Choose a reason');
  await reason.selectOption('Wrong item');
  await buyers.getByRole('textbox', { name: 'Note (optional)' }).fill('We ordered the longer ones.');
  const chooser = buyers.getByLabel('Pictures (optional)');
  await chooser.setInputFiles({
    name: 'list.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expectProblem(
    chooser,
    'list.pdf: That file is a PDF. Choose a JPEG, PNG, WebP, or AVIF picture.',
    'Room for 4 more. JPEG, PNG, WebP, or AVIF, up to 10 MB each.',
  );
  await chooser.setInputFiles(await makePicture());
  await expect(buyers.getByRole('list', { name: 'Chosen pictures' }).getByRole('img')).toHaveCount(1);
  await expectSoundScreen(buyers);
  await buyers.getByRole('button', { name: 'Request return' }).press('Enter');
  const title = buyers.getByRole('heading', { level: 1, name: /^Return RMA-\d+$/ });
  await expect(title).toBeVisible();
  const number = (await title.innerText()).replace('Return ', '');
  await expectToast(buyers, `Return ${number} requested`);
  await expect(next(buyers)).toContainText('Please don’t send anything yet.');
  await expect(buyers.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await expectSoundScreen(buyers);

  await opened(page, RETURNS);
  await (await reachRow(page, number)).getByRole('link', { name: number }).press('Enter');
  await expect(page.getByRole('region', { name: 'Buyer’s note' })).toContainText('the longer ones');
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await expectSoundScreen(page);
  await tabTo(page, page.getByRole('button', { name: 'Approve' }));
  await page.keyboard.press('Enter');
  const approving = page.getByRole('dialog', { name: 'Approve this return?' });
  await approving.getByRole('textbox', { name: 'Return address' }).fill('Dock 4\n12 Workshop Lane');
  await approving.getByRole('combobox', { name: 'Return shipping is paid by' }).selectOption('The shop');
  const link = approving.getByRole('textbox', { name: /^Link to a shipping label/ });
  await link.fill('labels.example/1');
  await approving.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(link).toHaveAttribute('aria-invalid', 'true');
  await link.fill('https://labels.example/1');
  await expectSoundScreen(page);
  await link.press('Enter');
  await expectToast(page, 'Return approved. The buyer has been emailed.');
  await expect(next(page)).toContainText('Check them in as they arrive.');

  await opened(buyers, new URL(buyers.url()).pathname);
  await expect(next(buyers)).toContainText('12 Workshop Lane');
  await expect(next(buyers)).toContainText('We pay for shipping it.');
  await expect(next(buyers).getByRole('link', { name: 'Open shipping label' })).toHaveAttribute(
    'href',
    'https://labels.example/1',
  );
  await expectSoundScreen(buyers);

  await page.getByRole('button', { name: 'Check in items' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const arrived = page.getByRole('textbox', { name: `Units of ${tool.name} that arrived` });
  await page.getByRole('button', { name: 'Check in', exact: true }).press('Enter');
  await expect(page.getByText('Enter the units that arrived')).toBeVisible();
  await arrived.fill('2');
  const accepted = page.getByRole('textbox', { name: `Accepted units of ${tool.name}` });
  await expect(accepted).toHaveValue('2');
  await accepted.fill('1');
  await page.getByRole('textbox', { name: `Units of ${tool.name} to return to stock` }).fill('1');
  await page.getByRole('button', { name: 'Check in 2 units' }).press('Enter');
  const why = page.getByRole('textbox', { name: `Reason for ${tool.name}` });
  await expectProblem(
    why,
    'Please give a reason',
    'The buyer will see why a unit isn’t accepted, or something is deducted.',
  );
  await why.fill('One has been used.');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Check in 2 units' }).press('Enter');
  await expectToast(page, 'Checked in. The buyer has been emailed.');
  await expect(items(page)).toContainText(
    '2 of 3 units received · 1 accepted · 1 not accepted · 1 returned to stock · $12.50 refunded · 1 still to come',
  );
  await page.getByRole('button', { name: 'Check in items' }).press('Enter');
  await arrived.fill('1');
  await arrived.press('Enter');
  await expect(next(page)).toContainText('Everything is checked in');
  await expect(items(page)).toContainText('$25.00 refunded');
  await expectSoundScreen(page);

  await opened(buyers, RETURNS);
  await expect(rowsWith(buyers, number)).toContainText('Received');
  await expectSoundScreen(buyers);
  await rowsWith(buyers, number).getByRole('link', { name: number }).press('Enter');
  await expect(items(buyers)).toContainText('Reason: One has been used.');
  await expect(items(buyers)).toContainText('$25.00 refunded');

  await opened(page, `/dashboard/manageorders/${order.number}`);
  const ofOrder = page.getByRole('region', { name: 'Returns' });
  await expect(ofOrder.getByRole('link', { name: number })).toBeVisible();
  await expectSoundScreen(page);
});

test('staff start a return for a buyer, decline it with a reason, and close another', {
  tag: '@sweep',
}, async ({ page, admin: _, rival, tool }) => {
  const { person, page: buyers } = rival;
  const other = await makeToolByApi();
  const orders = [await placeOrderByApi(person, tool, 2), await placeOrderByApi(person, other)];
  await payOrdersByApi(person, orders);
  for (const { _id } of orders) await callAsAdmin('PUT', `/manageorders/${_id}`);
  await opened(page, '/dashboard/manageorders');
  const row = await reachRow(page, orders[0]?.number ?? '');
  await (await openRowMenu(row)).getByRole('link', { name: `Return items of ${tool.name}` }).press('Enter');
  await expect(page.getByRole('list', { name: 'Items you can return' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: `Reason for ${tool.name}` }).selectOption('Arrived damaged');
  await page.getByRole('textbox', { name: `Units of ${other.name}` }).fill('1');
  await page.getByRole('combobox', { name: `Reason for ${other.name}` }).selectOption('Other');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Request return' }).press('Enter');
  await expect(items(page).getByRole('listitem')).toHaveCount(2);
  const path = new URL(page.url()).pathname;

  await page.getByRole('button', { name: 'Decline' }).press('Enter');
  const declining = page.getByRole('dialog', { name: 'Decline this return?' });
  await declining.getByRole('button', { name: 'Decline' }).press('Enter');
  const why = declining.getByRole('textbox', { name: 'Reason' });
  await expectProblem(why, 'Please give a reason', 'The buyer will see this.');
  await why.fill('They have been used.');
  await expectSoundScreen(page);
  await declining.getByRole('button', { name: 'Decline' }).press('Enter');
  await expectToast(page, 'Return declined. The buyer has been emailed.');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await opened(buyers, path);
  await expect(next(buyers)).toContainText('They have been used.');
  await expectSoundScreen(buyers);

  const lost = await askByApi(person, orders[0] as ShopOrder, 1);
  await approveByApi(lost);
  await opened(page, `${RETURNS}/${lost._id}`);
  await page.getByRole('button', { name: 'Close return' }).press('Enter');
  const closing = page.getByRole('dialog', { name: 'Close this return?' });
  await expectSoundScreen(page);
  await closing.getByRole('button', { name: 'Close return' }).press('Enter');
  await expectToast(page, 'Return closed. The buyer has been emailed.');
  await expect(next(page)).toContainText('Closed without anything more to come.');
});

test('a return’s packing slip has its address and barcode, and a replacement is ordered from its page', {
  tag: '@sweep',
}, async ({ page, admin: _, rival, tool }) => {
  const { person, page: buyers } = rival;
  await buyers.addInitScript(() =>
    Object.assign(window, { print: () => Object.assign(window, { printed: true }) }),
  );
  const order = await buyShipped(person, tool, 2);
  const made = await askByApi(person, order, 2);
  await opened(buyers, `${RETURNS}/${made._id}?slip`);
  await expect(buyers.getByText('There’s no packing slip yet')).toBeVisible();
  await expectSoundScreen(buyers);
  await approveByApi(made);
  await opened(buyers, `${RETURNS}/${made._id}`);
  const [slip] = await Promise.all([
    buyers.waitForEvent('popup'),
    next(buyers).getByRole('link', { name: 'Print packing slip' }).press('Enter'),
  ]);
  await expect(slip.getByRole('article', { name: `Packing slip for return ${made.number}` })).toContainText(
    tool.name,
  );
  await slip.close();
  await opened(buyers, `${RETURNS}/${made._id}?slip`);
  await expect(buyers.getByRole('img', { name: `Barcode of ${made.number}` })).toBeVisible();
  await expect.poll(() => buyers.evaluate(() => Reflect.get(window, 'printed'))).toBe(true);
  await expectSoundScreen(buyers);

  await callAsAdmin('PATCH', `/returns/${made._id}`, {
    state: 'received',
    lines: [{ orderId: order._id, received: 2, accepted: 2, restock: 0 }],
  });
  await opened(page, `${RETURNS}/${made._id}`);
  await page.getByRole('link', { name: `Order a replacement for ${tool.name}` }).press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/users\//);
});

test('a buyer cancels a return, and sees when there is nothing to return', {
  tag: '@sweep',
}, async ({ page, buyer, rival, tool }) => {
  const order = await buyShipped(buyer, tool, 2);
  const made = await askByApi(buyer, order, 2);
  await opened(page, `/dashboard/returns/new?order=${order._id}`);
  await expect(
    page.getByText('All units of this order are already returned, refunded, or on their way back'),
  ).toBeVisible();
  await expectSoundScreen(page);
  await opened(page, `${RETURNS}/${made._id}`);
  await page.getByRole('button', { name: 'Cancel return' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel this return?' });
  await expectSoundScreen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel return' })).toBeFocused();
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Cancel return' }).press('Enter');
  await expectToast(page, 'Return canceled');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(next(page)).toContainText('This return is closed.');
  await opened(rival.page, RETURNS);
  await expect(rival.page.getByText('No returns yet')).toBeVisible();
  await expectSoundScreen(rival.page);
});

test.describe('somebody else’s return', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('is not found, nor is what can be returned of their order', { tag: '@desk' }, async ({
    buyer,
    rival,
    tool,
  }) => {
    const order = await buyShipped(buyer, tool, 2);
    const made = await askByApi(buyer, order, 1);
    await opened(rival.page, `${RETURNS}/${made._id}`);
    await expect(rival.page.getByText('We can’t find that return')).toBeVisible();
    await opened(rival.page, `${RETURNS}/new?order=${order._id}`);
    await expect(rival.page.getByText('Nothing to return')).toBeVisible();
    await expectSoundScreen(rival.page);
  });
});
