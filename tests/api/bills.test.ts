import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { BillReply, PaymentIntentReply } from '#features/payments/contract.ts';
import { findBrokenRules } from '#tests/faults/support/broken-rules.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { buy, confirmCard, expectStatus, placeOrder, readOrder, reportPaid } from '#tests/support/buying.ts';
import { deliveryMethod, forgetRules, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

afterEach(() => forgetRules(t, admin));

const parcel = deliveryMethod();
const counter = deliveryMethod({ name: 'Collect at the counter', kind: 'collect', price: 0 });

/** Sets 19 % tax for Germany, in the prices or on top of them, and 5.00 for a parcel. */
async function charge({ pricesIncludeTax = false } = {}): Promise<void> {
  const germany = regionOf('DE');
  await setDelivery(t, admin, { shopCountry: 'DE', regions: [germany], methods: [parcel, counter] });
  const rates = [{ region: germany._id, category: null, rate: 19, exemptsBusinesses: false }];
  await setTax(t, admin, { rates, pricesIncludeTax });
}

/** Two orders of Ada's, for 20.00 and 9.99. */
async function twoOrders(): Promise<[Order, Order]> {
  const order = async (priceCents: number, quantity: number) =>
    placeOrder(t, ada, (await t.makeTool({ priceCents })).id, quantity);
  return [await order(1000, 2), await order(999, 1)];
}

const begin = (body: object) =>
  t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', { token: ada.token, body });

/** Pays for orders with a card; returns the transaction id. */
async function pay(orders: Order[], body: object = {}): Promise<string> {
  const orderIds = orders.map(({ _id }) => _id);
  const intent = expectStatus(await begin({ orderIds, ...body }), 200);
  expectStatus(await confirmCard(t, intent), 200);
  expectStatus(await reportPaid(t, ada, orderIds[0] ?? '', intent.paymentIntentId), 200);
  return intent.paymentIntentId;
}

const ask = (transactionId: string, { token } = ada) =>
  t.call<BillReply & ErrorReply>('GET', `/payments/${transactionId}/bill`, { token });

const billOf = async (transactionId: string, person = ada) =>
  expectStatus(await ask(transactionId, person), 200);

const markPaid = async ({ _id }: Order, body: object) =>
  t.call<Order[] & ErrorReply>('POST', `/customers/${ada.email}/mark-paid`, {
    token: staff.token,
    body: { orderIds: [_id], method: 'cash', ...body },
  });

describe('GET /payments/{transactionId}/bill', () => {
  test('lists lines, delivery and tax of several orders, and what the card was charged', async () => {
    await charge();
    const [saw, file] = await twoOrders();
    const bill = await billOf(await pay([saw, file]));
    expect(bill).toMatchObject({
      orders: [
        { orderId: saw._id, number: saw.number, amount: 20, net: 20, tax: 3.8, taxRate: 19 },
        { orderId: file._id, number: file.number, amount: 9.99, net: 9.99, tax: 1.9, taxRate: 19 },
      ],
      ...{ goods: 29.99, delivery: 5, deliveryMethod: 'Parcel', collected: false },
      taxes: [{ taxRate: 19, net: 34.99, tax: 6.65 }],
      ...{ tax: 6.65, total: 41.64, taxIncluded: false, taxName: 'VAT', refunded: 0, refundDue: 0 },
      invoiceNumber: expect.stringMatching(/^INV-\d+$/),
    });
    expect(await findBrokenRules(t.shop.db, { isSettled: false })).toEqual([]);
  });

  test('includes tax where prices do, and survives rule changes and refunds', async () => {
    await charge({ pricesIncludeTax: true });
    const [saw, file] = await twoOrders();
    const transactionId = await pay([saw, file]);
    await forgetRules(t, admin);
    const refund = await t.call('POST', `/orders/${saw._id}/refunds`, {
      token: staff.token,
      body: { amount: 7, reason: 'Scratched' },
    });
    expectStatus(refund, 201);
    expect(await billOf(transactionId, staff)).toMatchObject({
      orders: [{ amount: 20, net: 16.81, tax: 3.19 }, { amount: 9.99 }],
      ...{ goods: 29.99, delivery: 5, total: 34.99, taxIncluded: true, refunded: 0, refundDue: 7 },
    });
    await t.runJobs();
    expect(await billOf(transactionId)).toMatchObject({ refunded: 7, refundDue: 0, total: 34.99 });
    expect(await findBrokenRules(t.shop.db, { isSettled: true })).toEqual([]);
  });

  test('lists the goods alone by default, without a delivery method', async () => {
    const order = await buy(t, ada, (await t.makeTool({ priceCents: 1250 })).id, 3);
    expect(order).toMatchObject({ deliveryMethod: null, collected: false });
    expect(await billOf(order.transactionId ?? '')).toMatchObject({
      orders: [{ amount: 37.5, tax: 0 }],
      ...{ goods: 37.5, delivery: 0, deliveryMethod: null, taxes: [], tax: 0, total: 37.5 },
    });
  });

  test('is available before the payment is known to have succeeded, and not yet invoiced', async () => {
    await charge();
    const { paymentIntentId } = expectStatus(await begin({ orderIds: [(await twoOrders())[0]._id] }), 200);
    expect(await billOf(paymentIntentId)).toMatchObject({ total: 29.75, invoiceNumber: null });
  });

  test('is private to its buyer, and missing for an unknown payment', async () => {
    const transactionId = await pay([(await twoOrders())[0]]);
    expect((await ask(transactionId, await t.makeUser())).status).toBe(404);
    for (const unknown of ['pi_nothing', 'cash_1', `cash_${'0'.repeat(36)}`, `transfer_${ada.userId}`])
      expect((await ask(unknown)).body.error).toMatchObject({ code: 'not_found' });
    expect((await ask('x'.repeat(201))).status).toBe(400);
  });
});

describe('a payment marked by staff', () => {
  test('charges what staff saw, with their delivery, as its bill and emails say', async () => {
    await charge();
    const [saw, file] = await twoOrders();
    const charges = await t.call('POST', '/charges', { token: staff.token, body: { orderIds: [saw._id] } });
    expect(charges).toMatchObject({ status: 200, body: { total: 29.75 } });
    const mixed = { orderIds: [saw._id, (await placeOrder(t, staff, saw.toolId))._id] };
    expect((await t.call('POST', '/charges', { token: staff.token, body: mixed })).status).toBe(404);
    expect((await markPaid(saw, { price: 20 })).body.error).toMatchObject({
      code: 'price_changed',
      current: 29.75,
    });
    const taken = await markPaid(saw, { price: 23.8, deliveryMethodId: counter._id });
    const [collected] = expectStatus(taken, 200);
    expect(collected).toMatchObject({ deliveryMethod: 'Collect at the counter', collected: true });
    const [sent] = expectStatus(await markPaid(file, { price: 17.84, method: 'transfer' }), 200);
    expect(sent).toMatchObject({ deliveryMethod: 'Parcel', collected: false });
    expect(await billOf(collected?.transactionId ?? '')).toMatchObject({
      ...{ total: 23.8, delivery: 0, collected: true, deliveryMethod: 'Collect at the counter' },
    });
    const { invoiceNumber, total } = await billOf(sent?.transactionId ?? '');
    expect(total).toBe(17.84);
    await t.runJobs();
    const receipt = (await mailsTo(t, ada.email)).find(
      ({ subject }) => subject.includes(file.number) && subject.startsWith('Receipt'),
    );
    expect(receipt?.text).toMatch(/Shipping:\n? *\$5\.00[\s\S]*VAT:\n? *\$2\.85[\s\S]*Total:\n? *\$17\.84/);
    expect(receipt?.text).toContain(invoiceNumber);
    expect(receipt?.text).toContain(`/dashboard/payment/${file._id}`);
  });
});

test('reports collected goods as picked up, without an address', async () => {
  await charge();
  const [saw, file] = await twoOrders();
  expectStatus(await markPaid(saw, { deliveryMethodId: counter._id }), 200);
  expectStatus(await markPaid(file, { deliveryMethodId: parcel._id }), 200);
  const send = (orders: object[]) => t.call('POST', '/parcels', { token: staff.token, body: { orders } });
  expectStatus(await send([{ orderId: saw._id, quantity: 1 }]), 201);
  expectStatus(
    await send([
      { orderId: saw._id, quantity: 1 },
      { orderId: file._id, quantity: 1 },
    ]),
    201,
  );
  t.clock.advance(10_000);
  const mails = await mailsTo(t, ada.email);
  const told = (heading: string) => mails.find(({ text }) => text.includes(heading));
  const first =
    told('The rest of your order has been picked up') ?? told('Part of your order has been picked up');
  expect(first?.subject).toContain(`order ${saw.number} has been picked up`);
  expect(first?.text).not.toContain(saw.address);
  expect(first?.text).not.toContain('shipped');
  // If one order is sent, all of the goods are.
  expect(told('Your orders are on their way')?.text).toContain(saw.address);
});

describe('a payment by price only', () => {
  test('finds the one unpaid order with that total', async () => {
    await charge();
    const [saw, file] = await twoOrders();
    // Its price equals the first order's total; its own total is higher.
    const dearer = await placeOrder(t, ada, (await t.makeTool({ priceCents: 2975 })).id);
    expect(expectStatus(await begin({ price: 29.75 }), 200)).toMatchObject({
      orderIds: [saw._id],
      amount: 29.75,
    });
    expect(expectStatus(await begin({ price: 41.35 }), 200).orderIds).toEqual([dearer._id]);
    expect((await begin({ price: file.price })).body.error).toMatchObject({
      code: 'price_changed',
      current: 17.84,
    });
    expect((await begin({ price: 1 })).body.error).toMatchObject({ code: 'invalid_input', field: 'price' });
    await placeOrder(t, ada, file.toolId);
    expect((await begin({ price: 17.84 })).body.error).toMatchObject({ code: 'invalid_input' });
  });
});

test('shows the delivery of orders once they are paid, and exports a file that adds up', async () => {
  await charge();
  const [saw, file] = await twoOrders();
  const unpaid = await placeOrder(t, ada, saw.toolId);
  await pay([saw, file]);
  expect(await readOrder(t, ada, file._id)).toMatchObject({ deliveryMethod: 'Parcel', collected: false });
  expect(unpaid.deliveryMethod).toBeNull();
  const reply = await t.call<string>('GET', `/exports/orders.csv?customer=${ada.email}`, {
    token: staff.token,
  });
  const [head = '', ...rows] = reply.body.trim().split('\r\n');
  const paidColumns = (row: string) => row.split(',').slice(-10, -4);
  expect(paidColumns(head)).toEqual([
    'deliveryMethod',
    'delivery',
    'tax',
    'amountPaid',
    'paymentMethod',
    'paymentReference',
  ]);
  expect(rows.map(paidColumns)).toEqual([
    ['Parcel', '5.00', '4.75', '29.75', 'card', ''],
    ['Parcel', '0.00', '1.90', '11.89', 'card', ''],
    ['', '', '', '', '', ''],
  ]);
});
