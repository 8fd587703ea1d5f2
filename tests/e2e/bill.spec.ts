import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ordersOf, placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAsAdmin } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** A shop that charges tax and delivery; tests change its rules one after another. */
const test = inOwnShop();
test.describe.configure({ mode: 'serial' });

const free = { kind: 'flat', price: 0, freeFrom: null, steps: [], maxGrams: null, regions: [] };

/** Sets the price of a parcel and one tax rate for everything; if a parcel costs something, the buyer can
 * collect instead. */
async function charge({ parcel, rate }: { parcel: number; rate: number }): Promise<void> {
  const germany = { _id: randomUUID(), name: 'Germany', countries: ['DE'], postcodePrefixes: [] };
  const methods = [
    { ...free, _id: randomUUID(), name: 'Parcel', price: parcel },
    { ...free, _id: randomUUID(), name: 'Collect at the counter', kind: 'collect' },
  ].slice(0, parcel > 0 ? 2 : 1);
  const { version } = await callAsAdmin<{ version: number }>('GET', '/charge-rules');
  const tax = { taxWithoutNumber: true, pricesIncludeTax: false, taxName: 'VAT', deliveryTax: 'standard' };
  await callAsAdmin('PUT', '/charge-rules/tax', { version, ...tax, rates: [] });
  await callAsAdmin('PUT', '/charge-rules/delivery', {
    ...{ version: version + 1, shopCountry: 'DE', assumedGrams: 0, regions: [germany], methods },
  });
  const rates = [{ region: germany._id, category: null, rate, exemptsBusinesses: false }];
  await callAsAdmin('PUT', '/charge-rules/tax', {
    version: version + 2,
    ...tax,
    rates: rate > 0 ? rates : [],
  });
}

async function payByCard(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill('4242424242424242');
  await page.getByRole('textbox', { name: 'Expiration date' }).fill('1249');
  await page.getByRole('textbox', { name: 'Security code' }).fill('123');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** Ships an order with a carrier and a tracking link. */
async function send({ _id, minQuantity }: ShopOrder): Promise<void> {
  const carrier = { name: 'Red Van', link: 'https://track.example/{number}' };
  await callAsAdmin('PUT', '/carriers', { carriers: [carrier] });
  const orders = [{ orderId: _id, quantity: minQuantity }];
  await callAsAdmin('POST', '/parcels', { orders, carrier: carrier.name, trackingNumber: 'RV-7' });
}

test('two orders with 19 % and delivery: prices say so, and the receipt is what the card was charged', {
  tag: '@sweep',
}, async ({ page, buyer, tool }) => {
  const saw = await makeToolByApi({ price: 9.99 });
  await charge({ parcel: 5, rate: 19 });
  const destination = { country: 'DE', region: '', postalCode: '10115' };
  for (const each of [tool, saw])
    await placeOrderByApi(buyer, each, each.min_order_quantity, { destination });
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByText('plus VAT, plus shipping')).toHaveText(['All prices plus VAT, plus shipping.']);
  await expect(page.getByText('Shipping from $5.00', { exact: true })).toBeVisible();
  await opened(page, '/dashboard/cart');
  await expect(page.getByText('$9.99 each', { exact: true })).toBeVisible();
  await expect(page.getByText('plus shipping')).toHaveCount(0);
  const sum = page.getByRole('region', { name: 'Summary' }).locator('dl');
  await expect(sum).toHaveText('Ship to3 Saw Pit Road, Portside2 orders$44.98Shipping$5.00VAT$9.50');
  await page.getByRole('link', { name: 'Pay $59.48' }).click();
  await payByCard(page);
  const receipt = page.getByRole('region', { name: /^Receipt for order TY-\d+$/ });
  const row = (name: string) => receipt.getByRole('row', { name });
  await expect(row('Tools')).toContainText('$44.98');
  await expect(row('Shipping: Parcel')).toContainText('$5.00');
  await expect(row('VAT 19%')).toContainText('$9.50');
  await expect(row('Total paid')).toContainText('$59.48');
  await expectSoundScreen(page);
  const download = page.waitForEvent('download');
  await receipt.getByRole('button', { name: /^Download INV-\d+ as PDF$/ }).click();
  expect((await download).suggestedFilename()).toMatch(/INV-\d+\.pdf$/);

  const [second, first] = await ordersOf(buyer);
  if (!first || !second) throw new Error('the orders are gone');
  await callAsAdmin('POST', `/orders/${first._id}/refunds`, { amount: 7, reason: 'Scratched' });
  await send(second);
  await opened(page, `/dashboard/payment/${first._id}`);
  await expect(row('Total paid')).toContainText('$59.48');
  await expect(receipt.getByRole('row', { name: /^(Refunded|To be refunded)/ })).toContainText('$7.00');
  const parcel = page.getByRole('list', { name: 'Packages' }).getByRole('listitem');
  await expect(parcel).toContainText(second.number);
  await expect(parcel).toContainText('Red Van');
  await expect(parcel.getByRole('link', { name: 'Track package RV-7' })).toHaveAttribute(
    'href',
    'https://track.example/RV-7',
  );
});

test('a change of the rules shows at once beside the prices; without rules nothing shows', {
  tag: '@desk',
}, async ({ request, tool }) => {
  const list = async () => (await request.get('/tools')).text();
  await charge({ parcel: 0, rate: 7 });
  await expect.poll(list).toContain('plus VAT');
  expect(await list()).not.toContain('plus shipping');
  await charge({ parcel: 5, rate: 0 });
  await expect.poll(list).toContain('plus shipping');
  expect(await list()).not.toContain('plus VAT');
  await charge({ parcel: 0, rate: 0 });
  await expect.poll(list).not.toContain('plus shipping');
  expect(await list()).toContain(tool.name);
});

test('staff take the amount due at the counter, and see that the goods are collected', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin, rival, tool }) => {
  expect(admin.email).toBeTruthy();
  await charge({ parcel: 5, rate: 19 });
  const destination = { country: 'DE', region: '', postalCode: '10115' };
  const order = await placeOrderByApi(rival.person, tool, tool.min_order_quantity, { destination });
  await opened(page, `/dashboard/users/${encodeURIComponent(rival.person.email)}`);
  await page.getByRole('checkbox', { name: `Select order ${order.number}` }).check();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('$35.70', { exact: true })).toBeVisible();
  await dialog
    .getByRole('combobox', { name: 'Shipping method' })
    .selectOption('Collect at the counter, Free');
  await expect(dialog.getByText('$29.75', { exact: true })).toBeVisible();
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expectToast(page, `Order ${order.number} is paid`);
  const collected = 'Pickup: Collect at the counter';
  await expect(page.getByRole('region', { name: 'Orders', exact: true })).toContainText(collected);
  await opened(page, `/dashboard/manageorders?q=${order.number}`);
  await expect(page.getByText(collected)).toBeVisible();
  await opened(page, `/dashboard/packing-slips?orders=${order._id}`);
  await expect(page.getByText(collected)).toBeVisible();
});
