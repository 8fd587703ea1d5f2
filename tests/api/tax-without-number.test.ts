/** @module-tag sweep */
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { expectStatus, placeOrder } from '#tests/support/buying.ts';
import { chargesOf, deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const home = regionOf('DE');
const rates = [{ region: home._id, category: null, rate: 19, exemptsBusinesses: false }];

beforeAll(async () => {
  await setDelivery(t, admin, {
    shopCountry: 'DE',
    regions: [home],
    methods: [deliveryMethod({ price: 0 })],
  });
});

const rulesOf = async () =>
  expectStatus(
    await t.call<{ version: number; taxWithoutNumber: boolean }>('GET', '/charge-rules', {
      token: admin.token,
    }),
    200,
  );

async function putTax(change: object) {
  const body = { ...(await rulesOf()), rates, ...change };
  return t.call('PUT', '/charge-rules/tax', { token: admin.token, body });
}

async function setNumber(number: { vatNumber?: string; taxNumber?: string }): Promise<void> {
  const { version, details } = expectStatus(
    await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token }),
    200,
  );
  const body = { version, business: { ...details.business, ...number } };
  expectStatus(await t.call('PATCH', '/details', { token: admin.token, body }), 200);
}

async function taxOf(): Promise<number> {
  const ada = await t.makeUser();
  const order = await placeOrder(t, ada, (await t.makeTool({ priceCents: 1000 })).id);
  return (await chargesOf(t, ada, { orderIds: [order._id] })).tax;
}

test('a seller without a tax number must confirm first, and charges no tax until then', async () => {
  expect(await putTax({})).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input', field: 'taxWithoutNumber' } },
  });
  expect((await putTax({ taxWithoutNumber: 'yes' })).status).toBe(400);
  expect(await taxOf()).toBe(0);
  expect(await rulesOf()).toMatchObject({ rates: [], taxWithoutNumber: false });
  expectStatus(await putTax({ taxWithoutNumber: true }), 200);
  expect(await taxOf()).toBe(1.9);
  const [told] = await t.asOwner(
    `select details ->> 'taxWithoutNumber' as yes from audit_events where action = 'tax_changed' order by id desc limit 1`,
  );
  expect(told).toEqual({ yes: 'true' });
  // A later change without the field leaves it unchanged.
  const { taxWithoutNumber: _, ...others } = await rulesOf();
  expectStatus(await t.call('PUT', '/charge-rules/tax', { token: admin.token, body: others }), 200);
  expect(await taxOf()).toBe(1.9);
});

test.each([{ vatNumber: 'DE136695976' }, { taxNumber: '12/345/67890' }])(
  'with %j no question is asked; once it is removed, nothing is taxed without asking, whatever the rates',
  async (number) => {
    await setTax(t, admin, { rates: [], taxWithoutNumber: false });
    await setNumber(number);
    expectStatus(await putTax({}), 200);
    expect(await taxOf()).toBe(1.9);
    await setNumber({ vatNumber: '', taxNumber: '' });
    expect(await taxOf()).toBe(0);
    const page = await fetch(`${t.url}/tools`);
    expect(await page.text()).not.toContain('plus VAT');
    await setNumber(number);
    expect(await taxOf()).toBe(1.9);
    await setNumber({ vatNumber: '', taxNumber: '' });
  },
);

test.each([
  ['charges tax without a number goes on', '{}', 190_000, true],
  ['has rates of nothing is asked', '{}', 0, false],
  ['has a number is asked once it has none', '{"business": {"vatNumber": "DE136695976"}}', 190_000, false],
])('a shop from before this rule that %s', async (_what, own, rate, isWithout) => {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { db, close } = openDatabase(database.connection, {
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  await migrate(db, '0088-phones-and-purchase-order-numbers');
  const region = '01900005-0000-7000-8000-000000000001';
  await database.asOwner(`
    update shop_details set own = '${own}';
    insert into regions (id, position, name, countries, postcode_prefixes) values ('${region}', 1, 'All', '{}', '{}');
    insert into tax_rates (region_id, rate_ppm) values ('${region}', ${rate})`);
  await migrate(db);
  expect(await database.asOwner('select tax_without_number as yes from charge_settings')).toEqual([
    { yes: isWithout },
  ]);
});
