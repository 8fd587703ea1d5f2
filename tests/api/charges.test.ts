import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Address } from '#features/addresses/contract.ts';
import { invoiceOf } from '#features/invoices/store.ts';
import type { Order } from '#features/orders/contract.ts';
import { findPaymentByIntent } from '#features/orders/payment-store.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { buy, confirmCard, expectStatus, orderBody, placeOrder, reportPaid } from '#tests/support/buying.ts';
import {
  chargesOf,
  deliveryMethod,
  forgetRules,
  regionOf,
  setDelivery,
  setTax,
} from '#tests/support/charges.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

afterEach(() => forgetRules(t, admin));

describe('POST /charges', () => {
  test('returns unit price times quantity by default', async () => {
    const order = await placeOrder(t, buyer, (await t.makeTool({ priceCents: 1250 })).id, 3);
    expect(await chargesOf(t, buyer, { orderIds: [order._id] })).toMatchObject({
      lines: [{ orderId: order._id, net: 37.5, tax: 0, total: 37.5, taxRate: 0 }],
      ...{
        goods: 37.5,
        delivery: 0,
        tax: 0,
        total: 37.5,
        taxIncluded: false,
        collected: false,
        undeliverable: null,
      },
    });
  });

  test('uses the tool’s category and the named address, not an unrelated default one', async () => {
    const [usa, france] = [regionOf('US'), regionOf('FR')];
    const parcel = deliveryMethod({ regions: [usa._id] });
    await setDelivery(t, admin, { shopCountry: 'FR', regions: [usa, france], methods: [parcel] });
    const tool = await t.makeTool({ priceCents: 1000, category: 'Taxed saws' });
    const [category] = (await t.shop.db
      .selectFrom('categories')
      .select('id')
      .where('name', '=', 'Taxed saws')
      .execute()) as [{ id: string }];
    const rate = { region: usa._id, exemptsBusinesses: false };
    await setTax(t, admin, {
      rates: [
        { ...rate, category: null, rate: 8.25 },
        { ...rate, category: category.id, rate: 2 },
      ],
    });
    const person = await t.makeUser();
    const [saw, other] = [
      await placeOrder(t, person, tool.id, 2),
      await placeOrder(t, person, (await t.makeTool({ priceCents: 999 })).id),
    ];
    const orderIds = [saw._id, other._id];
    expect(await chargesOf(t, person, { orderIds })).toMatchObject({ undeliverable: 'region', total: 29.99 });
    const { body: address } = await t.call<Address>('POST', '/addresses', {
      token: person.token,
      body: usAddress(),
    });
    expect(await chargesOf(t, person, { orderIds })).toMatchObject({ undeliverable: 'region', total: 29.99 });
    const named = { orderIds, addressId: address._id };
    expect(await chargesOf(t, person, named)).toMatchObject({
      lines: [{ tax: 0.4 }, { tax: 0.83 }],
      ...{ goods: 29.99, delivery: 5, tax: 1.64, total: 36.63, deliveryMethodId: parcel._id },
    });
    await setTax(t, admin, { pricesIncludeTax: true });
    // Home is untaxed, so only the typed address can cause the tax.
    expect(await chargesOf(t, person, named)).toMatchObject({ taxIncluded: true, total: 36.63 });
    await setTax(t, admin, { samePriceEverywhere: true });
    expect(await chargesOf(t, person, named)).toMatchObject({
      lines: [
        { net: 19.61, tax: 0.39, total: 20 },
        { net: 9.23, tax: 0.76, total: 9.99 },
      ],
      ...{ goods: 29.99, delivery: 5, tax: 1.53, total: 34.99 },
    });
    await setTax(t, admin, { rates: [] });
  });

  test('uses the place that the payment stores and its invoice states', async () => {
    const [home, germany] = [regionOf('US'), regionOf('DE')];
    const [near, far] = [{ regions: [home._id] }, { regions: [germany._id], price: 20 }];
    const methods = [deliveryMethod(near), deliveryMethod(far)];
    await setDelivery(t, admin, { shopCountry: 'US', regions: [home, germany], methods });
    const berlin = { country: 'DE', city: 'Berlin', postalCode: '10115', region: '', phone: '' };
    const person = await t.makeUser();
    const { token } = person;
    const { body: entry } = await t.call<Address>('POST', '/addresses', { token, body: usAddress(berlin) });
    const { id } = await t.makeTool({ priceCents: 1000, onHand: 90 });
    const order = async (address: string) => {
      const body = { ...orderBody(id), address };
      return expectStatus(await t.call<Order>('POST', '/orders', { token, body }), 201);
    };
    const cases: [addresses: string[], delivery: number, region: string, country: string, kept: boolean][] = [
      [['8 Plumb Line, Reno'], 5, 'Region US', 'US', false],
      [['Hobelweg 8, 10115 Berlin, Germany'], 20, 'Region DE', 'DE', false],
      [['Hobelweg 8\nBerlin\nGERMANY', 'Hobelweg 9, Berlin, Germany'], 20, 'Region DE', 'DE', false],
      [[entry.text], 20, 'Region DE', 'DE', true],
      [[entry.text, entry.text], 20, 'Region DE', 'DE', true],
      [['8 Plumb Line, Reno', '9 Plumb Line, Reno, USA'], 5, 'Region US', 'US', false],
    ];
    for (const [addresses, delivery, region, country, isKept] of cases) {
      const orderIds: string[] = [];
      for (const address of addresses) orderIds.push((await order(address))._id);
      expect([addresses, (await chargesOf(t, person, { orderIds })).delivery]).toEqual([addresses, delivery]);
      const paid = await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
        ...{ token, body: { orderIds } },
      });
      const intent = expectStatus(paid, 200);
      expectStatus(await confirmCard(t, intent), 200);
      expectStatus(await reportPaid(t, person, orderIds[0] ?? '', intent.paymentIntentId), 200);
      const payment = await findPaymentByIntent(t.shop.db, intent.paymentIntentId);
      expect([addresses, payment?.region, payment?.deliver_to !== null]).toEqual([addresses, region, isKept]);
      const { document } = await t.shop.db
        .selectFrom('invoices')
        .select('document')
        .where('payment_id', '=', payment?.id ?? '')
        .executeTakeFirstOrThrow();
      expect([addresses, (document as { buyer: { country: string } }).buyer.country]).toEqual([
        addresses,
        country,
      ]);
    }
  });

  test('reports that orders for several places need one address, and accepts no payment before', async () => {
    const [home, germany] = [regionOf('US'), regionOf('DE')];
    const parcel = deliveryMethod({ regions: [home._id] });
    const pickUp = deliveryMethod({ kind: 'collect', price: 0 });
    const methods = [parcel, pickUp];
    await setDelivery(t, admin, { shopCountry: 'US', regions: [home, germany], methods });
    const person = await t.makeUser();
    const { token } = person;
    const { id } = await t.makeTool({ priceCents: 1000 });
    const orderIds: string[] = [];
    for (const address of ['8 Plumb Line, Reno', 'Hobelweg 8, 10115 Berlin, Germany']) {
      const body = { ...orderBody(id), address };
      orderIds.push(expectStatus(await t.call<Order>('POST', '/orders', { token, body }), 201)._id);
    }
    const pay = async (chosen: object) => {
      const body = { orderIds, ...chosen };
      const reply = await t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', {
        token,
        body,
      });
      return [reply.status, reply.body.error?.message ?? reply.body.amount];
    };
    expect(await chargesOf(t, person, { orderIds })).toMatchObject({
      ...{ undeliverable: 'several_places', deliveryMethodId: null },
      methods: [{ id: pickUp._id }],
    });
    const picked = await chargesOf(t, person, { orderIds, deliveryMethodId: pickUp._id });
    expect(picked).toMatchObject({ undeliverable: null, collected: true });
    const refused = [409, expect.stringMatching(/choose one address to ship to/i)];
    expect(await pay({})).toEqual(refused);
    expect(await pay({ deliveryMethodId: parcel._id })).toEqual(refused);
    expect(await pay({ deliveryMethodId: pickUp._id })).toEqual([200, 20]);
    const { body: entry } = await t.call<Address>('POST', '/addresses', { token, body: usAddress() });
    expect(await pay({ addressId: entry._id })).toEqual([200, 25]);
    await setDelivery(t, admin, { regions: [], methods: [deliveryMethod()] });
    expect(await pay({})).toEqual([200, 25]);
  });

  test('taxes pickup where the shop is, and delivery where it goes', async () => {
    const [ohio, newYork] = ['OH', 'NY'].map((state) =>
      regionOf('US', { name: state, states: [`US-${state}`] }),
    );
    const pickUp = deliveryMethod({ kind: 'collect', price: 0 });
    const [regions, methods] = [
      [ohio, newYork].flatMap((region) => region ?? []),
      [deliveryMethod(), pickUp],
    ];
    await setDelivery(t, admin, { shopCountry: 'US', regions, methods });
    await setTax(t, admin, {
      deliveryTax: 'none',
      rates: regions.map(({ _id, name }) => ({
        ...{ region: _id, category: null, rate: name === 'OH' ? 5.75 : 4, exemptsBusinesses: false },
      })),
    });
    const person = await t.makeUser();
    const body = {
      ...orderBody((await t.makeTool({ priceCents: 10_000 })).id),
      address: '1 Main St, Albany, NY 12207',
    };
    const order = expectStatus(await t.call<Order>('POST', '/orders', { token: person.token, body }), 201);
    const taxes = async () => {
      const orders = { orderIds: [order._id] };
      const [sent, collected] = [
        await chargesOf(t, person, orders),
        await chargesOf(t, person, { ...orders, deliveryMethodId: pickUp._id }),
      ];
      return [sent.tax, collected.tax];
    };
    const moveTo = async (state: string) => {
      const { version } = (await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token }))
        .body;
      const region = { country: 'US', state, zone: 'America/New_York', units: 'imperial' };
      expectStatus(await t.call('PATCH', '/details', { token: admin.token, body: { version, region } }), 200);
    };
    await moveTo('US-OH');
    expect(await taxes()).toEqual([4, 5.75]);
    await moveTo('US-NY');
    expect(await taxes()).toEqual([4, 4]);
    await moveTo('');
    expect(await taxes()).toEqual([4, 0]);
  });

  test('uses the tool’s weight and the postal code of the address, written or chosen', async () => {
    const usa = regionOf('US');
    const alaska = { ...regionOf('US', { postcodePrefixes: ['995', '99 6'] }), name: 'Alaska' };
    const byWeight = (regionId: string, price: number) =>
      deliveryMethod({
        ...{ kind: 'by_weight', price: 0, regions: [regionId], maxGrams: 5000 },
        steps: [
          { upToGrams: 1000, price },
          { upToGrams: 9000, price: 2 * price },
        ],
      });
    const methods = [byWeight(usa._id, 4), byWeight(alaska._id, 11)];
    await setDelivery(t, admin, { shopCountry: 'US', regions: [usa, alaska], methods, assumedGrams: 1 });
    const person = await t.makeUser();
    const { token } = person;
    const { id } = await t.makeTool();
    await t.shop.db.updateTable('tools').set({ weight_grams: 600 }).where('id', '=', id).execute();
    const charged = async (quantity: number, address: string, addressId?: string) => {
      const body = { ...orderBody(id, quantity), address };
      const order = expectStatus(await t.call<Order>('POST', '/orders', { token, body }), 201);
      const asked = { orderIds: [order._id], ...(addressId && { addressId }) };
      const { delivery, undeliverable } = await chargesOf(t, person, asked);
      return undeliverable ?? delivery;
    };
    const reno = '8 Plumb Line, Reno, NV 89501';
    expect([await charged(1, reno), await charged(2, reno)]).toEqual([4, 8]);
    expect(await charged(9, reno)).toBe('weight');
    expect(await charged(1, '8 Plumb Line, Reno')).toBe('address_needed');
    expect(await charged(1, '8 Plumb Line, Anchorage, AK 99501')).toBe(11);
    const anchorage = usAddress({ city: 'Anchorage', region: 'AK', postalCode: '99501' });
    const { body: entry } = await t.call<Address>('POST', '/addresses', { token, body: anchorage });
    expect(await charged(2, '8 Plumb Line, Reno', entry._id)).toBe(22);
  });

  test('taxes by the address, and asks for one of the address book if it is unreadable', async () => {
    const usa = regionOf('US');
    const [newYork, berlin] = [regionOf('US', { postcodePrefixes: ['100', '101'] }), regionOf('DE')];
    const regions = [usa, { ...newYork, name: 'New York' }, berlin];
    await setDelivery(t, admin, { shopCountry: 'US', regions, methods: [deliveryMethod({ price: 0 })] });
    const rate = { category: null, exemptsBusinesses: false };
    await setTax(t, admin, {
      pricesIncludeTax: false,
      rates: [
        { ...rate, region: newYork._id, rate: 8.875 },
        { ...rate, region: berlin._id, rate: 19 },
      ],
    });
    const person = await t.makeUser();
    const { token } = person;
    const { id } = await t.makeTool({ priceCents: 10_000 });
    const orderTo = async (address: string) => {
      const body = { ...orderBody(id), address };
      return expectStatus(await t.call<Order>('POST', '/orders', { token, body }), 201);
    };
    const taxTo = async (address: string) => {
      const { tax, undeliverable } = await chargesOf(t, person, { orderIds: [(await orderTo(address))._id] });
      return undeliverable ?? tax;
    };
    expect(await taxTo('Norway\nHauptstr. 1\n10115 Berlin\nGermany')).toBe(19);
    expect(await taxTo('350 5th Ave New York NY 10118')).toBe(8.88);
    expect(await taxTo('350 5th Ave New York NY 10118, please ring at 94110')).toBe(8.88);
    expect(await taxTo('1 Peachtree St\nAtlanta\nGeorgia\n30308')).toBe(0);
    expect(await taxTo('350 5th Ave, New York')).toBe('address_needed');
    expect(await taxTo('1 Peachtree St, Atlanta, Georgia')).toBe('address_needed');
    const order = await orderTo('350 5th Ave, New York');
    const pay = (more: object = {}) =>
      t.call<PaymentIntentReply & ErrorReply>('POST', '/create-payment-intent', {
        token,
        body: { orderIds: [order._id], ...more },
      });
    const refused = await pay();
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'address_needed', field: 'addressId' },
    ]);
    const manhattan = usAddress({ city: 'New York', region: 'NY', postalCode: '10118' });
    const { body: entry } = await t.call<Address>('POST', '/addresses', { token, body: manhattan });
    const started = await pay({ addressId: entry._id });
    expect([started.status, started.body.amount]).toEqual([200, 108.88]);
    await confirmCard(t, started.body);
    await reportPaid(t, person, order._id, started.body.paymentIntentId);
    const invoices = await t.shop.db.selectFrom('invoices').selectAll().orderBy('number', 'desc').execute();
    const [invoice] = invoices.map((row) => invoiceOf(row));
    expect(invoice).toMatchObject({ taxCents: 888, deliverToCountry: 'US' });
    expect(invoice?.deliverTo).toContain('NEW YORK, NY 10118');
  });

  test('accepts the caller’s own unpaid orders, each once', async () => {
    const { id } = await t.makeTool();
    const [own, foreign, paid] = [
      await placeOrder(t, buyer, id),
      await placeOrder(t, admin, id),
      await buy(t, buyer, id),
    ];
    const ask = async (body: object) => {
      const reply = await t.call<ErrorReply>('POST', '/charges', { token: buyer.token, body });
      return [reply.status, reply.body.error?.field];
    };
    expect(await ask({ orderIds: [own._id, foreign._id] })).toEqual([404, 'orderIds']);
    expect(await ask({ orderIds: [own._id, paid._id] })).toEqual([409, 'orderIds']);
    expect(await ask({ orderIds: [own._id, own._id] })).toEqual([400, 'orderIds']);
    expect(await ask({ orderIds: [] })).toEqual([400, 'orderIds']);
    expect(await ask({ orderIds: Array.from({ length: 51 }, randomUUID) })).toEqual([400, 'orderIds']);
    expect(await ask({ orderIds: [own._id], addressId: randomUUID() })).toEqual([404, 'addressId']);
    expect(await ask({ orderIds: [own._id], deliveryMethodId: 'x' })).toEqual([400, 'deliveryMethodId']);
  });
});
