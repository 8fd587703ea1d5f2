import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { Address } from '#features/addresses/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { confirmCard, expectStatus, orderBody, reportPaid } from '#tests/support/buying.ts';
import { deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { makeVerifiedPerson, shipWhole } from '#tests/support/person-traces.ts';
import { refundOrder } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const tool = setUp(() => t.makeTool({ priceCents: 10_000, onHand: 1000 }));

/** What this shop charges, by the place: its accountant's own table. */
function rateAt({ deliveryRegion, deliveryPostalCode = '' }: Row): string {
  if (deliveryRegion === 'NY') return deliveryPostalCode.startsWith('101') ? '8.875' : '4.00';
  return { TX: '6.25', IL: '7.00' }[deliveryRegion ?? ''] ?? '0.00';
}

const collect = deliveryMethod({ name: 'Pick up', kind: 'collect', price: 0 });
setUp(async () => {
  const us = (name: string, states: string[], postcodePrefixes: string[] = []) =>
    regionOf('US', { name, states, postcodePrefixes });
  const regions = [
    us('Manhattan', [], ['101']),
    us('New York', ['US-NY']),
    us('Texas', ['US-TX']),
    us('Illinois', ['US-IL']),
  ];
  const [manhattan, newYork, texas, illinois] = regions.map(({ _id }) => _id);
  await setDelivery(t, admin, {
    shopCountry: 'US',
    regions,
    methods: [deliveryMethod({ price: 5 }), collect],
  });
  const rate = (region: string | undefined, percent: number) => ({
    ...{ region: region ?? '', category: null, rate: percent, exemptsBusinesses: false },
  });
  const rates = [rate(manhattan, 8.875), rate(newYork, 4), rate(texas, 6.25), rate(illinois, 7)];
  return setTax(t, admin, { rates });
});

type Row = Record<string, string>;

/** The file as Python's own reader has it. */
async function rowsOf(query = ''): Promise<Row[]> {
  const file = await t.call<string>('GET', `/exports/invoices.csv?${query}`, { token: staff.token });
  const script =
    "import csv, io, json, sys; print(json.dumps(list(csv.DictReader(io.StringIO(sys.stdin.buffer.read().decode('utf-8-sig'), newline='')))))";
  return JSON.parse(execFileSync('python3', ['-c', script], { input: file.body, encoding: 'utf8' }));
}

const place = async (address: string, { token }: TestUser) =>
  expectStatus(
    await t.call<Order>('POST', '/orders', { token, body: { ...orderBody(tool.id), address } }),
    201,
  );

/** Pays for orders; returns the rows of their invoice. */
async function pay(buyer: TestUser, orders: Order[], more: object = {}): Promise<Row[]> {
  const body = { orderIds: orders.map(({ _id }) => _id), ...more };
  const { token } = buyer;
  const intent = expectStatus(
    await t.call<PaymentIntentReply>('POST', '/create-payment-intent', { token, body }),
    200,
  );
  expectStatus(await confirmCard(t, intent), 200);
  for (const { _id } of orders) expectStatus(await reportPaid(t, buyer, _id, intent.paymentIntentId), 200);
  return rowsOf(`kind=invoice&q=${orders[0]?.number}`);
}

const addressOf = async ({ token }: TestUser, change: object) =>
  expectStatus(await t.call<Address>('POST', '/addresses', { token, body: usAddress(change) }), 201);

const placeIn = ({ deliveryCountry, deliveryRegion, deliveryPostalCode, taxRate }: Row) =>
  [deliveryCountry, deliveryRegion, deliveryPostalCode, taxRate].join(' ');

it('states the place that was taxed, for typed addresses and those of the book', async () => {
  const buyer = await t.makeUser();
  const typed = {
    '350 5th Ave, New York, NY 10118': 'US NY 10118 8.875',
    '1 Main St\nBuffalo, New York 14202-1234': 'US NY 14202-1234 4.00',
    '9 Elm Rd, Austin TX 78701, USA': 'US TX 78701 6.25',
    '12 Workshop Lane, Springfield, IL 62701': 'US IL 62701 7.00',
    '4 Pine St, Portland, OR 97204': 'US OR 97204 0.00',
  };
  for (const [address, expected] of Object.entries(typed)) {
    const order = await place(address, buyer);
    expect((await pay(buyer, [order])).map(placeIn)).toEqual([expected]);
    expectStatus(await refundOrder(t, staff, order._id, { amount: 1 }), 201);
  }
  const entry = await addressOf(buyer, { city: 'Dallas', region: 'TX', postalCode: '75201' });
  const chosen = await pay(buyer, [await place('9 Elm Rd, Austin TX 78701', buyer)], {
    addressId: entry._id,
  });
  expect(chosen.map(placeIn)).toEqual(['US TX 75201 6.25']);
  // Billed elsewhere than delivered to.
  const billed = await pay(buyer, [await place('1 Main St, Buffalo, NY 14202', buyer)], {
    billingAddressId: (await addressOf(buyer, { city: 'Reno', region: 'NV', postalCode: '89501' }))._id,
  });
  expect(billed.map(placeIn)).toEqual(['US NY 14202 4.00']);
  const collected = await pay(buyer, [await place('9 Elm Rd, Austin TX 78701', buyer)], {
    deliveryMethodId: collect._id,
  });
  expect(collected.map(placeIn)).toEqual(['US   0.00']);
  const two = [
    await place('1 Oak Rd, Austin TX 78701', buyer),
    await place('2 Oak Rd, Dallas TX 75201', buyer),
  ];
  expect((await pay(buyer, two)).map(placeIn)).toEqual(['US TX  6.25']);

  const rows = await rowsOf();
  expect(rows).toHaveLength(14);
  for (const row of rows) expect([row.number, row.taxRate]).toEqual([row.number, rateAt(row)]);
  // As invoices of earlier versions, which do not state the place.
  await t.asOwner(`alter table invoices disable trigger invoices_append_only;
    update invoices set document = document - 'taxedPlace' where document ->> 'deliverTo' is null or document ->> 'deliverToParts' is not null;
    alter table invoices enable trigger invoices_append_only`);
  expect(await rowsOf()).toEqual(rows);
});

it('names the buyer as the invoice does, also after the account was erased', async () => {
  const person = await makeVerifiedPerson(t, { name: 'Zebulon "Zeb", Quill' });
  const order = await place('12 Workshop Lane, Springfield, IL 62701', person);
  const before = await pay(person, [order]);
  expect(before).toMatchObject([{ buyer: person.name, email: person.email }]);
  await shipWhole(t, order._id);
  const path = `/invoices?q=${order.number}`;
  expectStatus(await t.call('DELETE', '/account', { token: person.token, body: {} }), 200);
  const { token } = await t.makeUser({ role: 'staff' });
  Object.assign(staff, { token });
  expect(await rowsOf(`q=${order.number}`)).toEqual(before);
  // Lists are looked through by everyone on the staff: they have what the account says now.
  expect((await t.call<object[]>('GET', path, { token })).body).toMatchObject([{ buyer: '', email: '' }]);
});
