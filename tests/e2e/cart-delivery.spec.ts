import { randomUUID } from 'node:crypto';
import { usAddress } from '#tests/support/addresses.ts';
import { placeOrderByApi } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

/** A shop whose prices include tax, and that delivers to two countries. */
const test = inOwnShop();

const method = { kind: 'flat', price: 0, freeFrom: null, steps: [], maxGrams: null, regions: [] };

async function setRules(): Promise<void> {
  const region = (country: string) => ({
    ...{ _id: randomUUID(), name: `Region ${country}`, countries: [country], postcodePrefixes: [] },
  });
  const [usa, france] = [region('US'), region('FR')];
  const methods = [
    { ...method, _id: randomUUID(), name: 'Parcel', price: 5, regions: [usa._id] },
    { ...method, _id: randomUUID(), name: 'Pick up', kind: 'collect', regions: [usa._id] },
    { ...method, _id: randomUUID(), name: 'Air mail', price: 30, regions: [france._id] },
  ];
  const { version } = await callAsAdmin<{ version: number }>('GET', '/charge-rules');
  const regions = [usa, france];
  const delivery = { version, shopCountry: 'US', assumedGrams: 0, regions, methods };
  await callAsAdmin('PUT', '/charge-rules/delivery', delivery);
  const rate = { category: null, exemptsBusinesses: false };
  const rates = [
    { ...rate, region: usa._id, rate: 25 },
    { ...rate, region: france._id, rate: 20 },
  ];
  const tax = {
    taxWithoutNumber: true,
    pricesIncludeTax: true,
    taxName: 'VAT',
    deliveryTax: 'standard',
    rates,
  };
  await callAsAdmin('PUT', '/charge-rules/tax', { version: version + 1, ...tax });
}

test('a buyer chooses delivery and billing; every sum adds up, and undeliverable items say so first', {
  tag: '@sweep',
}, async ({ page, buyer }) => {
  await setRules();
  const tool = await makeToolByApi({ price: 100, min_order_quantity: 1 });
  const order = await placeOrderByApi(buyer, tool);
  const abroad = { region: '', phone: '' };
  const paris = usAddress({
    ...abroad,
    country: 'FR',
    line1: '3 rue du Rabot',
    city: 'Paris',
    postalCode: '75001',
  });
  const bern = usAddress({ ...abroad, country: 'CH', line1: 'Hobelweg 8', city: 'Bern', postalCode: '3011' });

  await opened(page, '/dashboard/cart');
  const summary = page.getByRole('region', { name: 'Summary' });
  const row = (name: string) => summary.locator('dl > div').filter({ hasText: name });
  const pay = (amount: string) => summary.getByRole('link', { name: `Pay ${amount}`, exact: true });
  const [how, to, bill] = ['Shipping method', 'Ship to', 'Bill to'].map((label) =>
    summary.getByRole('combobox', { name: label }),
  );
  if (!how || !to || !bill) throw new Error('no choice');
  await expect(pay('$105.00')).toBeVisible();
  await expect(row('Ship to')).toHaveText('Ship to3 Saw Pit Road, Portside');
  await how.selectOption('Pick up, Free');
  await expect(pay('$100.00')).toBeVisible();
  await expect(row('Shipping')).toHaveText('ShippingFree');
  // What is picked up is shipped nowhere.
  await expect(row('Ship to')).toHaveCount(0);

  const addresses: { _id: string }[] = [];
  for (const address of [paris, bern]) addresses.push(await callAs(buyer, 'POST', '/addresses', address));
  const [france, switzerland] = addresses.map(({ _id }) => _id);
  await opened(page, '/dashboard/cart');
  // With an address book it is said once, where it is chosen.
  await expect(to.locator('option:checked')).toHaveText('3 Saw Pit Road, Portside');
  await expect(row('Ship to')).toHaveCount(0);
  await to.selectOption(switzerland ?? '');
  await expect(summary.getByRole('status')).toHaveText('We don’t ship to this address.');
  await expect(summary.getByRole('button', { name: /^Pay / })).toBeDisabled();

  // 100.00 and 30.00 including 25 % are 80.00 and 24.00 net, and 96.00 and 28.80 with 20 %.
  await to.selectOption(france ?? '');
  await expect(pay('$124.80')).toBeVisible();
  await expect(row('1 order')).toContainText('$100.00');
  await expect(row('VAT adjusted for the destination')).toContainText('-$4.00');
  await expect(row('Shipping')).toContainText('$28.80');
  await bill.selectOption(switzerland ?? '');
  await expectSoundScreen(page);
  await pay('$124.80').click();
  const paying = page
    .getByRole('region', { name: 'Pay for 1 order' })
    .or(page.getByRole('region', { name: 'Order' }));
  for (const words of ['$100.00', '-$4.00', '$28.80', '$124.80']) await expect(paying).toContainText(words);

  // A deleted address is no longer selected; the order itself now has its destination.
  await callAs(buyer, 'DELETE', `/addresses/${france}`);
  await opened(page, '/dashboard/cart');
  await expect(pay('$124.80')).toBeVisible();
  await expect(to).toHaveValue('');

  const other = await placeOrderByApi(buyer, tool);
  const change = { minQuantity: 1, phone: '+1 555 010 0199', address: 'Hobelweg 8, 3011 Bern, Switzerland' };
  await callAs(buyer, 'PUT', `/orders/${other._id}`, change);
  await opened(page, '/dashboard/cart');
  await expect(summary.getByRole('status')).toContainText('Choose one address to ship to');
  await expect(row('Shipping')).toHaveText('ShippingCalculated after address');
  await opened(page, `/dashboard/payment/${other._id}`);
  await expect(
    page.getByRole('heading', { name: 'This order needs attention before we can ship it' }),
  ).toBeVisible();
  await expect(page.getByText('We don’t ship to this address')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCount(0);
  await expectSoundScreen(page);
  await opened(page, `/dashboard/payment/${order._id}`);
  await expect(page.getByRole('textbox', { name: 'Card number' })).toBeVisible();
});
