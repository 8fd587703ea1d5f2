import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import { findBill } from '#features/orders/bill.ts';
import type { Order } from '#features/orders/contract.ts';
import { findPaymentByIntent } from '#features/orders/payment-store.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { mailsTo } from '#tests/support/accounts.ts';
import { confirmCard, endPayment, expectStatus, placeOrder, reportPaid } from '#tests/support/buying.ts';
import {
  chargesOf,
  deliveryMethod,
  forgetRules,
  regionOf,
  setDelivery,
  setTax,
} from '#tests/support/charges.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
let buyer: TestUser;

afterEach(() => forgetRules(t, admin));

/** Two orders of a new buyer for 29.99 in total; the United States pay 8.25 % and 5.00 for a parcel. */
async function chargedOrders(): Promise<Order[]> {
  buyer = await t.makeUser();
  const usa = regionOf('US');
  const pickUp = deliveryMethod({ name: 'Pick up', kind: 'collect', price: 0 });
  await setDelivery(t, admin, { shopCountry: 'US', regions: [usa], methods: [deliveryMethod(), pickUp] });
  await setTax(t, admin, {
    taxName: 'Sales tax',
    rates: [{ region: usa._id, category: null, rate: 8.25, exemptsBusinesses: false }],
  });
  const orders: Order[] = [];
  for (const [priceCents, quantity] of [
    [1000, 2],
    [999, 1],
  ] as const)
    orders.push(await placeOrder(t, buyer, (await t.makeTool({ priceCents })).id, quantity));
  return orders;
}

const idsOf = (orders: Order[]) => orders.map(({ _id }) => _id);

const start = (body: object) =>
  t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', { token: buyer.token, body });

async function begin(body: object): Promise<PaymentIntentReply> {
  return expectStatus(await start(body), 200);
}

async function billOfIntent({ paymentIntentId }: PaymentIntentReply) {
  const payment = await findPaymentByIntent(t.shop.db, paymentIntentId);
  return payment && findBill(t.shop.db, payment.id);
}

describe('the charges of a payment', () => {
  test('are the full total; the bill and the email break it down', async () => {
    const orders = await chargedOrders();
    const orderIds = idsOf(orders);
    const { total } = await chargesOf(t, buyer, { orderIds });
    const intent = await begin({ orderIds, price: total });
    expect([total, intent.amount]).toEqual([37.88, 37.88]);
    await confirmCard(t, intent);
    await reportPaid(t, buyer, orderIds[0] ?? '', intent.paymentIntentId);
    expect(await billOfIntent(intent)).toMatchObject({
      state: 'succeeded',
      lines: [
        { netCents: 2000, taxCents: 165, grossCents: 2165, taxRatePpm: 82_500 },
        { netCents: 999, taxCents: 83, grossCents: 1082, taxRatePpm: 82_500 },
      ],
      delivery: { name: 'Parcel', netCents: 500, taxCents: 41, grossCents: 541, taxRatePpm: 82_500 },
      taxes: [{ taxRatePpm: 82_500, netCents: 3499, taxCents: 289 }],
      ...{ goodsCents: 2999, taxCents: 289, totalCents: 3788, region: 'Region US' },
    });
    const invoices = t.shop.db.selectFrom('invoices').select(['net_cents', 'tax_cents', 'total_cents']);
    expect(await invoices.execute()).toEqual([{ net_cents: 3499, tax_cents: 289, total_cents: 3788 }]);
    await t.runJobs();
    const receipt = (await mailsTo(t, buyer.email)).find(({ subject }) => subject.startsWith('Receipt'));
    expect(receipt?.text).toMatch(
      /Shipping:? *\n? *\$5\.00[\s\S]*Sales tax:? *\n? *\$2\.89[\s\S]*Total:? *\n? *\$37\.88/,
    );
  });

  test('follow the chosen delivery', async () => {
    const orderIds = idsOf(await chargedOrders());
    const proposed = await chargesOf(t, buyer, { orderIds });
    const pickUp = proposed.methods.find(({ name }) => name === 'Pick up')?.id ?? '';
    const { total } = await chargesOf(t, buyer, { orderIds, deliveryMethodId: pickUp });
    expect(total).toBe(32.46);
    const intent = await begin({ orderIds, deliveryMethodId: pickUp, price: total });
    expect(await billOfIntent(intent)).toMatchObject({ delivery: { name: 'Pick up', grossCents: 0 } });
    const gone = await start({ orderIds, deliveryMethodId: randomUUID() });
    expect([gone.status, gone.body.error]).toMatchObject([409, { field: 'deliveryMethodId' }]);
    const stranger = await start({ orderIds, addressId: randomUUID() });
    expect([stranger.status, stranger.body.error]).toMatchObject([404, { field: 'addressId' }]);
  });

  test('stay as shown: a later change of rates or methods is reported with the new total', async () => {
    const [order] = await chargedOrders();
    const orderId = order?._id ?? '';
    const { total } = await chargesOf(t, buyer, { orderIds: [orderId] });
    await setDelivery(t, admin, { methods: [deliveryMethod({ price: 6 })] });
    const dearer = await start({ orderId, price: total });
    expect([dearer.status, dearer.body.error]).toMatchObject([
      409,
      { code: 'price_changed', current: 28.15 },
    ]);
    await setTax(t, admin, { rates: [] });
    const untaxed = await start({ orderId, price: 28.15 });
    expect([untaxed.status, untaxed.body.error]).toMatchObject([409, { code: 'price_changed', current: 26 }]);
    expect((await begin({ orderId, price: 26 })).amount).toBe(26);
  });

  test('stay during a payment, and a new start uses the current rules', async () => {
    const orderIds = idsOf(await chargedOrders());
    const first = await begin({ orderIds });
    expect(await begin({ orderIds })).toEqual(first);
    await setDelivery(t, admin, { methods: [deliveryMethod({ price: 0 })] });
    const second = await begin({ orderIds });
    expect([first.amount, second.amount]).toEqual([37.88, 32.46]);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect((await confirmCard(t, first)).status).toBe(409);
    await setTax(t, admin, { rates: [] });
    await confirmCard(t, second);
    const [orderId = ''] = orderIds;
    const { status, body } = await reportPaid(t, buyer, orderId, second.paymentIntentId);
    expect([status, body.state]).toEqual([200, 'paid']);
    expect(await billOfIntent(second)).toMatchObject({ totalCents: 3246, state: 'succeeded' });
  });

  test('end when the order’s destination changes, and start again for the new one', async () => {
    const [order] = await chargedOrders();
    const { _id: orderId = '', minQuantity, phone } = order ?? {};
    const france = regionOf('FR');
    const { regions } = await setDelivery(t, admin, {});
    await setDelivery(t, admin, {
      regions: [...regions, france],
      methods: [deliveryMethod({ regions: regions.map(({ _id }) => _id) })],
    });
    const first = await begin({ orderIds: [orderId] });
    const move = (address: string) =>
      t.call('PUT', `/orders/${orderId}`, { token: buyer.token, body: { minQuantity, phone, address } });
    const elsewhere = 'Rue du Rabot 3, 75001 Paris, France';
    expect(await move(elsewhere)).toMatchObject({ status: 409 });
    await endPayment(t, buyer, { _id: orderId });
    expectStatus(await move(elsewhere), 200);
    expect((await confirmCard(t, first)).status).toBe(409);
    expect((await start({ orderIds: [orderId] })).status).toBe(409);
    await setDelivery(t, admin, { methods: [deliveryMethod({ price: 30, regions: [france._id] })] });
    const second = await begin({ orderIds: [orderId] });
    expect([first.amount, second.amount]).toEqual([27.06, 50]);
    expect(await billOfIntent(second)).toMatchObject({ region: 'Region FR', taxCents: 0 });
  });

  test('exclude the tax that a business of another country does not pay', async () => {
    const [order] = await chargedOrders();
    const orderIds = [order?._id ?? ''];
    const { regions } = await setDelivery(t, admin, { shopCountry: 'US' });
    const france = regionOf('FR');
    await setDelivery(t, admin, { regions: [...regions, france] });
    const exemptsBusinesses = true;
    const [home] = regions;
    await setTax(t, admin, {
      pricesIncludeTax: true,
      rates: [
        { region: home?._id ?? '', category: null, rate: 25, exemptsBusinesses },
        { region: france._id, category: null, rate: 20, exemptsBusinesses },
      ],
    });
    const address = 'Rue du Rabot 3, 75001 Paris, France';
    const body = { minQuantity: 2, phone: order?.phone, address };
    expectStatus(await t.call('PUT', `/orders/${orderIds[0]}`, { token: buyer.token, body }), 200);
    const sums = async () => {
      const { goods, delivery, tax, total } = await chargesOf(t, buyer, { orderIds });
      return { goods, delivery, tax, total };
    };
    // 20.00 and 5.00 include 25 %, and are 16.00 and 4.00 without it.
    expect(await sums()).toEqual({ goods: 19.2, delivery: 4.8, tax: 4, total: 24 });
    const asPerson = await begin({ orderIds });
    const seller = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
    const { version, details } = expectStatus(seller, 200);
    const business = { ...details.business, vatNumber: 'DE136695976' };
    expectStatus(await t.call('PATCH', '/details', { token: admin.token, body: { version, business } }), 200);
    const path = `/user/${buyer.email}`;
    const vatNumber = { vatNumber: 'FR40303265045' };
    expectStatus(await t.call('PATCH', path, { token: buyer.token, body: vatNumber }), 200);
    expect(await sums()).toEqual({ goods: 16, delivery: 4, tax: 0, total: 20 });
    const asBusiness = await begin({ orderIds });
    expect([asPerson.amount, asBusiness.amount]).toEqual([24, 20]);
    expect(await billOfIntent(asBusiness)).toMatchObject({ goodsCents: 1600, taxCents: 0, totalCents: 2000 });
    await confirmCard(t, asBusiness);
    await reportPaid(t, buyer, orderIds[0] ?? '', asBusiness.paymentIntentId);
    await t.runJobs();
    const receipt = (await mailsTo(t, buyer.email)).find(({ subject }) => subject.startsWith('Receipt'));
    expect(receipt?.text).toMatch(
      /Tools:? *\n? *\$20\.00[\s\S]*Sales tax removed:? *\n? *-\$4\.00[\s\S]*Shipping:? *\n? *\$4\.00[\s\S]*Total:? *\n? *\$20\.00/,
    );
  });

  test('are refused where no method delivers, and no units are held', async () => {
    const [order] = await chargedOrders();
    const orderIds = [order?._id ?? ''];
    const refused = async (undeliverable: string, message: RegExp) => {
      expect(await chargesOf(t, buyer, { orderIds })).toMatchObject({ undeliverable, methods: [] });
      const { status, body } = await start({ orderIds });
      const error = { code: 'conflict', message: expect.stringMatching(message) };
      expect([status, body.error]).toMatchObject([409, error]);
    };
    await setDelivery(t, admin, { methods: [deliveryMethod({ maxGrams: 10 })], assumedGrams: 100 });
    await refused('weight', /heavy/);
    const { regions } = await setDelivery(t, admin, {});
    await setDelivery(t, admin, { methods: [deliveryMethod({ regions: regions.map(({ _id }) => _id) })] });
    const body = {
      phone: '+1 555 0100',
      minQuantity: order?.minQuantity,
      address: '2 Rue Cler, 75007 Paris, France',
    };
    expect((await t.call('PUT', `/orders/${orderIds[0]}`, { token: buyer.token, body })).status).toBe(200);
    await refused('region', /ship to this address/);
    const [{ held } = { held: undefined }] = await t.shop.db
      .selectFrom('tools')
      .select('held')
      .where('id', '=', order?.toolId ?? '')
      .execute();
    expect(held).toBe(0);
  });

  test('add up and never change, as the database enforces', async () => {
    const orderIds = idsOf(await chargedOrders());
    const intent = await begin({ orderIds });
    const { id = '' } = (await findPaymentByIntent(t.shop.db, intent.paymentIntentId)) ?? {};
    const change = (statement: string) => t.asOwner(statement);
    await expect(change(`update payments set tax_cents = tax_cents + 1 where id = '${id}'`)).rejects.toThrow(
      'what a payment charges does not change',
    );
    await expect(
      change(`update payment_orders set net_cents = net_cents - 1 where payment_id = '${id}'`),
    ).rejects.toThrow('what a payment charges does not change');
    const columns = 'id, user_id, currency, hold_expires_at, state, amount_cents, goods_net_cents, tax_cents';
    const copy = (amounts: string) =>
      change(`insert into payments (${columns})
        select '${randomUUID()}', user_id, currency, hold_expires_at, 'cancelled', ${amounts} from payments where id = '${id}'`);
    await expect(copy('100, 90, 9')).rejects.toThrow('payments_add_up');
    await expect(copy('100, 90, 10')).rejects.toThrow('not what its orders and its delivery come to');
  });
});

test('are the unit price times the quantity by default', async () => {
  buyer = await t.makeUser();
  const order = await placeOrder(t, buyer, (await t.makeTool({ priceCents: 1250 })).id, 3);
  const intent = await begin({ orderId: order._id, price: order.price });
  expect(intent.amount).toBe(37.5);
  const free: Partial<ChargesReply> = { goods: 37.5, delivery: 0, tax: 0, total: 37.5 };
  expect(await chargesOf(t, buyer, { orderIds: [order._id] })).toMatchObject(free);
});
