/** @module-tag sweep */
import { parse } from 'csv-parse/sync';
import { expect, it, onTestFinished } from 'vitest';
import { invoiceOf } from '#features/invoices/store.ts';
import type { BillReply, PaymentIntentReply } from '#features/payments/contract.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { confirmCard, expectStatus, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { createFreshDatabase } from '#tests/support/fresh-database.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

/** Buys a tool of 1,000.00. */
async function buy() {
  const { _id } = await placeOrder(t, buyer, (await t.makeTool({ priceCents: 100_000 })).id);
  const body = { orderIds: [_id] };
  const started = await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
    token: buyer.token,
    body,
  });
  const intent = expectStatus(started, 200);
  expectStatus(await confirmCard(t, intent), 200);
  return expectStatus(await reportPaid(t, buyer, _id, intent.paymentIntentId), 200);
}

it.each([
  // New York City, Québec with the GST, and Missouri.
  [8.875, 88.75, '8.875'],
  [9.975, 99.75, '9.975'],
  [4.225, 42.25, '4.225'],
  [7.2525, 72.53, '7.2525'],
  [19, 190, '19.00'],
])('a rate of %f %% is charged, billed, invoiced, and exported as that', async (rate, tax, written) => {
  const usa = regionOf('US');
  await setTax(t, admin, { rates: [] });
  await setDelivery(t, admin, { shopCountry: 'US', regions: [usa], methods: [deliveryMethod({ price: 0 })] });
  const rates = [{ region: usa._id, category: null, rate, exemptsBusinesses: false }];
  expect((await setTax(t, admin, { rates })).rates).toEqual(rates);
  const order = await buy();
  const path = `/payments/${order.transactionId}/bill`;
  const bill = await t.call<BillReply>('GET', path, { token: buyer.token });
  expect(expectStatus(bill, 200).taxes).toEqual([{ taxRate: rate, net: 1000, tax }]);
  const response = await fetch(new URL(`/exports/invoices.csv?q=${order.number}`, t.url), {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const rows = parse(await response.text(), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map((row) => row.taxRate)).toEqual([written]);
});

it('rates of earlier versions are migrated, and frozen rates stay frozen', async () => {
  const database = await createFreshDatabase('template0');
  onTestFinished(database.drop);
  const { db, close } = openDatabase(database.connection, {
    maxConnections: 2,
    onIdleError: () => undefined,
  });
  onTestFinished(close);
  await migrate(db, '0058-parcels-alone-tell');
  const [user, tool, order, payment, region] = [1, 2, 3, 4, 5].map(
    (n) => `0190000${n}-0000-7000-8000-000000000001`,
  );
  await database.asOwner(`
    alter table tools drop constraint tools_img_fkey;
    insert into users (id, subject) values ('${user}', 'ada');
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
      values ('${tool}', 'Saw', 'Cuts.', 'saw', 1000, 1, 0);
    insert into orders (id, user_id, user_name, email, tool_id, tool_name, img, quantity, unit_price_cents, total_cents,
        address, phone)
      values ('${order}', '${user}', 'Ada', 'ada@example.com', '${tool}', 'Saw', 'saw', 1, 1000, 1000, 'Here', '1');
    insert into payments (id, user_id, currency, amount_cents, goods_net_cents, tax_cents, delivery_cents, delivery_tax_cents,
        delivery_tax_rate, hold_expires_at)
      values ('${payment}', '${user}', 'usd', 1785, 1000, 285, 500, 95, 1900, now());
    insert into payment_orders (payment_id, order_id, position, state, held_quantity, goods_cents, net_cents, tax_cents, tax_rate)
      values ('${payment}', '${order}', 1, 'live', 1, 1000, 1000, 190, 1900);
    insert into regions (id, position, name, countries, postcode_prefixes) values ('${region}', 1, 'All', '{}', '{}');
    insert into tax_rates (region_id, rate) values ('${region}', 825)`);
  await migrate(db);
  const [rates] = await database.asOwner(`
    select rate_ppm, tax_rate_ppm, delivery_tax_rate_ppm, amount_cents from tax_rates, payment_orders, payments`);
  expect(rates).toEqual({
    rate_ppm: 82_500,
    tax_rate_ppm: 190_000,
    delivery_tax_rate_ppm: 190_000,
    amount_cents: '1785',
  });
  for (const statement of [
    'update payments set delivery_tax_rate_ppm = 0',
    'update payment_orders set tax_rate_ppm = 0',
  ])
    await expect(database.asOwner(statement)).rejects.toThrow('what a payment charges does not change');
});

it('an invoice of an earlier version, with its rate in hundredths of a percent, renders the same', async () => {
  const order = await buy();
  const rows = await t.shop.db.selectFrom('invoices').selectAll().execute();
  const row = rows.find(({ order_numbers }) => order_numbers.includes(order.number));
  if (!row) throw new Error('no invoice');
  const now = invoiceOf(row);
  const rateThen = <Part extends { taxRatePpm: number }>({ taxRatePpm, ...part }: Part) => ({
    ...part,
    taxRate: taxRatePpm / 100,
  });
  const before = {
    ...now,
    lines: now.lines.map(rateThen),
    delivery: now.delivery && rateThen(now.delivery),
    taxes: now.taxes.map(({ ratePpm, ...tax }) => ({ ...tax, rate: ratePpm / 100 })),
  };
  expect(invoiceOf({ document: JSON.parse(JSON.stringify(before)) })).toEqual(now);
});
