import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Address, DescribedDestination } from '#features/addresses/contract.ts';
import { listStates } from '#features/addresses/state-rules.ts';
import type { Order } from '#features/orders/contract.ts';
import { readDestinations } from '#features/orders/read-destinations.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  endPayment,
  expectStatus,
  orderBody,
  readOrder,
  reportPaid,
} from '#tests/support/buying.ts';
import {
  chargesOf,
  deliveryMethod,
  forgetRules,
  regionOf,
  setDelivery,
  setTax,
} from '#tests/support/charges.ts';
import { makeVerifiedPerson } from '#tests/support/person-traces.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const tool = setUp(() => t.makeTool({ onHand: 1000 }));
const ada = setUpForEach(() => t.makeUser());

const tryPlace = (body: object, { token } = ada) =>
  t.call<Order & ErrorReply>('POST', '/orders', { token, body: { ...orderBody(tool.id), ...body } });

const place = async (address: string, more: object = {}) =>
  expectStatus(await tryPlace({ address, ...more }), 201);

const change = (order: Order, body: object, { token } = ada) =>
  t.call<Order & ErrorReply>('PUT', `/orders/${order._id}`, {
    token,
    body: { phone: order.phone, address: order.address, minQuantity: order.minQuantity, ...body },
  });

const to = (country: string | null, region: string | null = null, postalCode: string | null = null) => ({
  ...{ country, region, postalCode },
  isDoubtful: false,
});

const destinationOf = async (orderId: string, buyer = ada) =>
  (await readOrder(t, buyer, orderId)).destination;

/** As a version before 0140 leaves an order. */
const forget = (orderIds: string[]) =>
  t.asOwner(`update orders set destination_country = null, destination_region = null, destination_postal_code = null,
    destination_doubtful = false where id in ('${orderIds.join("', '")}')`);

describe('where an order goes', () => {
  it.each([
    ['12 Bench Street, Columbus, OH 43215', to('US', 'OH', '43215')],
    ['1 King St W\nToronto, ON M5H 1A1\nCanada', to('CA', 'ON', 'M5H 1A1')],
    ['12 Bourke St, Melbourne VIC 3000, Australia', to('AU', 'VIC', '3000')],
    ['Invalidenstraße 1, 10115 Berlin, Germany', to('DE', null, '10115')],
    ['1 Workshop Lane', to('US')],
    ['350 5th Ave, NY 94110', to('US')],
    ['Peachtree Street, Atlanta, Georgia', { ...to(null), isDoubtful: true }],
  ])('is read once from %s', async (address, expected) => {
    const order = await place(address);
    expect(order.destination).toEqual(expected);
    expect(await destinationOf(order._id)).toEqual(expected);
  });

  it('is that of the address book’s entry with this text', async () => {
    const body = usAddress({
      country: 'JP',
      city: '千代田区',
      region: '東京都',
      postalCode: '1000001',
      phone: '',
    });
    const entry = expectStatus(await t.call<Address>('POST', '/addresses', { token: ada.token, body }), 201);
    expect((await place(entry.text)).destination).toEqual(to('JP', '東京都', '100-0001'));
    expect((await tryPlace({ address: entry.text }, staff)).body.destination).not.toEqual(
      to('JP', '東京都', '100-0001'),
    );
  });

  it('is what its buyer says, by that country’s rules', async () => {
    const said = { country: 'US', region: 'ohio', postalCode: '432151234' };
    const order = await place('12 Bench Street', { destination: said });
    expect(order.destination).toEqual(to('US', 'OH', '43215-1234'));
    const refused = [
      [{ ...said, postalCode: '4321' }, 'destination.postalCode'],
      [{ country: 'US', region: 'OH' }, 'destination.postalCode'],
      [{ country: 'CA', postalCode: 'M5H 1A1' }, 'destination.region'],
      [{ country: 'SG', region: 'OH', postalCode: '018956' }, 'destination.region'],
      [{ country: 'XQ' }, 'destination.country'],
      [{ country: 'us' }, 'destination.country'],
    ] as const;
    for (const [destination, field] of refused) {
      const reply = await tryPlace({ address: '12 Bench Street', destination });
      expect([reply.status, reply.body.error.field]).toEqual([400, field]);
    }
  });

  it('is read anew from a changed address, and stays with one that did not change', async () => {
    const order = await place('12 Bench Street', { destination: { country: 'DE', postalCode: '10115' } });
    expect(expectStatus(await change(order, { phone: '+1 555 0199' }), 200).destination).toEqual(
      to('DE', null, '10115'),
    );
    const moved = await change(order, { address: '1 Elm Rd, Austin TX 78701' }, staff);
    expect(expectStatus(moved, 200).destination).toEqual(to('US', 'TX', '78701'));
    const said = { country: 'US', region: 'TX', postalCode: '78701' };
    const again = await change(order, { address: '2 Elm Rd', destination: said }, staff);
    expect(expectStatus(again, 200).destination).toEqual(to('US', 'TX', '78701'));
    expect(await destinationOf(order._id)).toEqual(to('US', 'TX', '78701'));
  });

  it('does not change while it is being paid for', async () => {
    const order = await place('12 Bench Street, Columbus, OH 43215');
    await beginPayment(t, ada, order);
    const destination = { country: 'DE', postalCode: '10115' };
    const reply = await change(order, { destination });
    expect([reply.status, reply.body.error.code]).toEqual([409, 'payment_in_progress']);
    await expect(
      t.asOwner(`update orders set destination_region = null where id = '${order._id}'`),
    ).rejects.toThrow('the order is being paid for');
    expect(await destinationOf(order._id)).toEqual(to('US', 'OH', '43215'));
    await endPayment(t, ada, order);
    expect(expectStatus(await change(order, { destination }), 200).destination).toEqual(
      to('DE', null, '10115'),
    );
  });

  it('is the address book’s entry that its payment is delivered to', async () => {
    const body = usAddress({ city: 'Reno', region: 'NV', postalCode: '89501' });
    const entry = expectStatus(await t.call<Address>('POST', '/addresses', { token: ada.token, body }), 201);
    const order = await place('12 Bench Street, Columbus, OH 43215');
    const { price, _id: orderId } = order;
    const pay = { token: ada.token, body: { price, orderId, addressId: entry._id } };
    expectStatus(await t.call('POST', '/create-payment-intent', pay), 200);
    expect(await destinationOf(orderId)).toEqual(to('US', 'NV', '89501'));
  });

  it('has the regions that the database lists', async () => {
    const { _id } = await place('12 Bench Street');
    const countries = new Set(listStates.map(({ country }) => country));
    const setting = (country: string, region: string) =>
      `update orders set destination_country = '${country}', destination_region = '${region}' where id = '${_id}';`;
    await t.asOwner(listStates.map(({ country, state }) => setting(country, state.slice(3))).join(''));
    for (const country of countries)
      await expect(t.asOwner(setting(country, 'XX'))).rejects.toThrow('orders_destination_region_listed');
  });
});

describe('an order form', () => {
  const ask = (address: string, more: object = {}, { token }: { token?: string } = ada) =>
    t.call<DescribedDestination & ErrorReply>('POST', '/orders/destination', {
      ...(token && { token }),
      body: { address, ...more },
    });
  const described = async (...asked: Parameters<typeof ask>) => expectStatus(await ask(...asked), 200);
  const noZip = [{ field: 'postalCode', message: 'ZIP code is required' }];

  it.each([
    ['12 Bench Street, Columbus, OH 43215', to('US', 'OH', '43215'), 'Columbus, OH 43215, United States', []],
    ['1 King St W\nToronto, ON M5H 1A1\nCanada', to('CA', 'ON', 'M5H 1A1'), 'Toronto ON M5H 1A1, Canada', []],
    ['Invalidenstraße 1, 10115 Berlin, Germany', to('DE', null, '10115'), '10115 Berlin, Germany', []],
    ['1 Harcourt Rd, Central, Hong Kong', to('HK'), 'Hong Kong SAR China', ['region']],
    ['1 Workshop Lane', to('US'), 'United States', ['postalCode']],
    ['Peachtree Street, Atlanta, Georgia', { ...to(null), isDoubtful: true }, '', ['country']],
  ])('says where an order to %s would go', async (address, goesTo, text, lacking: string[]) => {
    const { problems, ...said } = await described(address);
    expect(said).toEqual({ ...goesTo, text });
    expect(problems.map(({ field }) => field)).toEqual(lacking);
    // Asking writes nothing, and the order goes where the form said.
    expect((await place(address)).destination).toEqual(goesTo);
  });

  it('asks for what the destination needs, as its country names it', async () => {
    expect((await described('12 Bench Street, Columbus')).problems).toEqual(noZip);
    const georgia = await described('Peachtree Street, Atlanta, Georgia');
    expect(georgia.problems).toEqual([{ field: 'country', message: 'Choose a country from the list' }]);
    const japan = await described('Chiyoda 1-1, Japan');
    expect(japan.problems).toEqual([
      { field: 'region', message: 'Prefecture is required' },
      { field: 'postalCode', message: 'Postal code is required' },
    ]);
  });

  it('says where an order goes that its buyer says, with what is wrong there', async () => {
    const said = async (destination: object) =>
      described('12 Bench Street, Columbus, OH 43215', { destination });
    expect(await said({ country: 'US', postalCode: '895011234' })).toEqual({
      ...to('US', 'NV', '89501-1234'),
      ...{ text: 'NV 89501-1234, United States', problems: [] },
    });
    expect((await said({ country: 'US', region: 'OH' })).problems).toEqual(noZip);
    expect((await said({ country: 'US', region: 'OH', postalCode: '4321' })).problems).toEqual([
      { field: 'postalCode', message: 'ZIP code isn’t valid for the United States' },
    ]);
    expect((await said({ country: 'SG', region: 'OH', postalCode: '018956' })).problems).toEqual([
      { field: 'region', message: 'An address in Singapore has no region' },
    ]);
  });

  it('completes an address as in the buyer’s last orders to it, and nobody else’s', async () => {
    const address = '12 Bench Street, Columbus';
    const bob = await t.makeUser();
    const destination = { country: 'US', region: 'OH', postalCode: '43215' };
    await tryPlace({ address, destination: { ...destination, postalCode: '43004' } });
    await tryPlace({ address, destination });
    await tryPlace({ address });
    await tryPlace({ address: `${address} `, destination: { country: 'DE', postalCode: '10115' } }, bob);
    expect(await described(address)).toMatchObject({ ...to('US', 'OH', '43215'), problems: [] });
    expect((await described(address, {}, await t.makeUser())).problems).toEqual(noZip);
    // What the address says itself counts.
    expect(await described(`${address}, OH 43201`)).toMatchObject(to('US', 'OH', '43201'));
  });

  it('of staff reads the address for the customer whom they order for', async () => {
    const body = usAddress({ line1: '9 Entry Row', region: 'OH', city: 'Columbus', postalCode: '43215' });
    const entry = expectStatus(await t.call<Address>('POST', '/addresses', { token: ada.token, body }), 201);
    const destination = { country: 'US', region: 'OH', postalCode: '43215' };
    await tryPlace({ address: '12 Bench Street', destination });
    const customer = { customer: ada.email };
    expect(await described('12 Bench Street', customer, staff)).toMatchObject(to('US', 'OH', '43215'));
    expect(await described(entry.text, customer, staff)).toMatchObject(to('US', 'OH', '43215'));
    expect((await described('12 Bench Street', {}, staff)).problems).toEqual(noZip);
  });

  it('is answered only who may ask, and for what can be an address', async () => {
    const { email } = await t.makeUser();
    const refused = [
      [await ask('12 Bench Street', {}, {}), 401, 'not_signed_in', undefined],
      [await ask('12 Bench Street', { customer: email }), 403, 'not_allowed', undefined],
      [await ask('12 Bench Street', { customer: 'nobody@example.com' }, staff), 404, 'not_found', 'customer'],
      [await ask(' '), 400, 'invalid_input', 'address'],
      [await ask('a'.repeat(501)), 400, 'invalid_input', 'address'],
      [await ask('1 A St', { destination: { country: 'us' } }), 400, 'invalid_input', 'destination.country'],
    ] as const;
    for (const [reply, status, code, field] of refused)
      expect([reply.status, reply.body.error.code, reply.body.error.field]).toEqual([status, code, field]);
  });

  it('needs nothing in a shop that has not said its country', async () => {
    await t.asOwner(`update shop_details set first_country = 'ZZ'`);
    try {
      expect(await described('12 Bench Street')).toEqual({ ...to(null), text: '', problems: [] });
    } finally {
      await t.asOwner(`update shop_details set first_country = null`);
    }
  });

  it('says the same of several orders, and of a customer’s', async () => {
    const destination = { country: 'US', region: 'NV', postalCode: '89501' };
    const { phone } = orderBody('');
    const [customer] = [await makeVerifiedPerson(t)];
    const toolLine = { toolId: tool.id, quantity: 1 };
    const batch = expectStatus(
      await t.call<{ orders: Order[] }>('POST', '/orders/batch', {
        token: ada.token,
        body: { phone, address: '12 Bench Street', destination, lines: [toolLine, toolLine] },
      }),
      201,
    );
    const one = await t.call<Order>('POST', `/customers/${customer.email}/orders`, {
      token: staff.token,
      body: { ...orderBody(tool.id), address: '12 Bench Street', destination },
    });
    for (const order of [...batch.orders, expectStatus(one, 201)])
      expect(order.destination).toEqual(to('US', 'NV', '89501'));
  });
});

describe('an order that a version before 0140 wrote', () => {
  it('gets its destination by a job, which goes on where it was cut short', async () => {
    const addresses = ['1 A St, Austin TX 78701', '2 B St, Columbus, OH 43215', 'Atlanta, Georgia'];
    const orders = [];
    for (const address of addresses) orders.push(await place(address));
    const ids = orders.map(({ _id }) => _id);
    await forget(ids);
    expect(await destinationOf(ids[0] ?? '')).toBeNull();
    await t.asOwner(`create function stop_one() returns trigger language plpgsql as 'begin raise exception ''cut short''; end';
      create trigger stop_one before update of destination_country on orders
        for each row when (new.id = '${ids[1]}') execute function stop_one()`);
    await readDestinations(t.shop);
    const known = () => Promise.all(ids.map((id) => destinationOf(id)));
    const [first, second, third] = orders.map(({ destination }) => destination);
    expect(await known()).toEqual([first, null, third]);
    expect(t.shop.failedItems.get('read-destinations')).toBe(1);
    await t.asOwner('drop trigger stop_one on orders; drop function stop_one');
    await readDestinations(t.shop);
    expect(await known()).toEqual([first, second, third]);
  });

  it('gets what its payment was computed for', async () => {
    const body = usAddress({ city: 'Reno', region: 'NV', postalCode: '89501' });
    const entry = expectStatus(await t.call<Address>('POST', '/addresses', { token: ada.token, body }), 201);
    const order = await buy(t, ada, tool.id);
    await t.asOwner(`update payments set deliver_to_parts = '${JSON.stringify({ ...body, region: 'NV' })}', deliver_to_country = 'US'
      where id in (select payment_id from payment_orders where order_id = '${order._id}')`);
    await forget([order._id]);
    await t.call('DELETE', `/addresses/${entry._id}`, { token: ada.token });
    await readDestinations(t.shop);
    expect(await destinationOf(order._id)).toEqual(to('US', 'NV', '89501'));
  });

  it('is charged and invoiced before the job as after it, and as its buyer said', async () => {
    const newYork = regionOf('US', { name: 'New York', states: ['US-NY'] });
    await setDelivery(t, admin, { shopCountry: 'US', regions: [newYork], methods: [deliveryMethod()] });
    await setTax(t, admin, {
      rates: [{ region: newYork._id, category: null, rate: 4, exemptsBusinesses: false }],
    });
    const said = { country: 'US', region: 'NY', postalCode: '14202' };
    const placed = [
      await place('1 Main St, Buffalo, NY 14202'),
      await place('Pier 4', { destination: said }),
      await place('Pier 4, Reno, NV 89501'),
    ];
    await forget([placed[0]?._id ?? '']);
    const paid = [];
    for (const { _id } of placed) {
      const { tax, total } = await chargesOf(t, ada, { orderIds: [_id] });
      const intent = expectStatus(
        await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
          token: ada.token,
          body: { orderIds: [_id], price: total },
        }),
        200,
      );
      expectStatus(await confirmCard(t, intent), 200);
      expectStatus(await reportPaid(t, ada, _id, intent.paymentIntentId), 200);
      const [invoice] =
        await t.asOwner(`select document -> 'taxedPlace' as place, document ->> 'deliverToCountry' as country
        from invoices join payment_orders using (payment_id) where order_id = '${_id}'`);
      paid.push([tax > 0, invoice]);
    }
    const buffalo = { country: 'US', region: 'NY', postalCode: '14202' };
    expect(paid).toEqual([
      [true, { place: buffalo, country: 'US' }],
      [true, { place: buffalo, country: 'US' }],
      [false, { place: { country: 'US', region: 'NV', postalCode: '89501' }, country: 'US' }],
    ]);
    await forgetRules(t, admin);
  });

  it('goes elsewhere once such a version changes its address', async () => {
    const { _id } = await place('1 A St, Austin TX 78701');
    await t.shop.db
      .updateTable('orders')
      .set({ address: '1 King St W, Toronto, ON M5H 1A1, Canada' })
      .where('id', '=', _id)
      .execute();
    expect(await destinationOf(_id)).toBeNull();
    await readDestinations(t.shop);
    expect(await destinationOf(_id)).toEqual(to('CA', 'ON', 'M5H 1A1'));
  });
});

it('leaves country and region to the books when an account is erased', async () => {
  const person = await makeVerifiedPerson(t);
  const order = expectStatus(await tryPlace({ address: '1 A St, Austin TX 78701' }, person), 201);
  const { price, _id } = order;
  expect(price).toBeGreaterThan(0);
  await t.call('DELETE', '/account', { token: person.token, body: {} });
  await readDestinations(t.shop);
  const rows = await t.asOwner(
    `select address, destination_country, destination_region, destination_postal_code from orders where id = '${_id}'`,
  );
  expect(rows).toEqual([
    {
      address: 'Deleted address',
      destination_country: 'US',
      destination_region: 'TX',
      destination_postal_code: null,
    },
  ]);
});
