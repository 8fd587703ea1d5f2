import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Address } from '#features/addresses/contract.ts';
import type { Customer } from '#features/customers/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Overview } from '#features/overview/contract.ts';
import type { BillReply } from '#features/payments/contract.ts';
import { readConfig } from '#platform/config/config.ts';
import { buildApp } from '#server/shop/app.ts';
import { createContext } from '#server/shop/create-context.ts';
import { startMetrics } from '#server/shop/metrics.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { fillBasket, startBasket } from '#tests/support/baskets.ts';
import { buy, confirmCard, expectStatus, readOrder, reportPaid } from '#tests/support/buying.ts';
import { deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import { cancelOrder, refundOrder } from '#tests/support/refunding.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser());
const payments: Order[][] = [];

/** Sales of every kind: with delivery and tax, several orders at once, to other places, partly refunded,
 * canceled, with retained delivery. */
beforeAll(async () => {
  const tool = () => t.makeTool({ priceCents: 333, onHand: 50 });
  payments.push([await buy(t, ada, (await tool()).id, 3)]);
  const [home, texas] = [regionOf('US'), regionOf('US', { name: 'Texas', postcodePrefixes: ['75'] })];
  const methods = [
    deliveryMethod({ price: 4.99 }),
    deliveryMethod({ name: 'Pick up', kind: 'collect', price: 0 }),
  ];
  await setDelivery(t, admin, { shopCountry: 'US', regions: [home, texas], methods });
  const rates = [home, texas].map(({ _id: region }, nth) => ({
    ...{ region, category: null, exemptsBusinesses: false, rate: nth === 0 ? 8.875 : 6.25 },
  }));
  await setTax(t, admin, { rates });
  const book = async (address: ReturnType<typeof usAddress>) =>
    (await t.call<Address>('POST', '/addresses', { token: ada.token, body: address })).body._id;
  const springfield = { addressId: await book(usAddress()) };
  payments.push(await payFor([await tool(), await tool(), await tool()], springfield));
  await setTax(t, admin, { rates, pricesIncludeTax: true });
  const dallas = { addressId: await book(usAddress({ city: 'Dallas', postalCode: '75201', region: 'TX' })) };
  payments.push(await payFor([await tool(), await tool()], dallas));
  const free = deliveryMethod({ kind: 'free_over', freeFrom: 10, price: 4.99 });
  await setDelivery(t, admin, { methods: [free] });
  const three = { ...(await tool()), quantity: 3 };
  const [big, small] = (await payFor([await tool(), three], springfield)) as [Order, Order];
  payments.push([small]);
  expectStatus(await cancelOrder(t, ada, big._id, { refund: 0 }), 200);
  expectStatus(await refundOrder(t, admin, small._id, { quantity: 1 }), 201);
  const staff = await t.makeUser({ role: 'staff' });
  const [[plain], [first, second, third], [far]] = payments as [[Order], [Order, Order, Order], [Order]];
  expectStatus(await refundOrder(t, staff, plain._id, { amount: 1.07 }), 201);
  expectStatus(await cancelOrder(t, ada, first._id), 200);
  expectStatus(await refundOrder(t, staff, second._id, { delivery: true }), 201);
  expectStatus(await refundOrder(t, staff, third._id, { amount: 0.5 }), 201);
  expectStatus(await cancelOrder(t, ada, far._id), 200);
  await t.runJobs();
  await loseDispute(third, 1000);
  // A bank takes the whole amount even of a partly refunded payment.
  await loseDispute(plain);
  await t.runJobs();
});

async function payFor(
  tools: { id: string; quantity?: number }[],
  body: { addressId?: string } = {},
): Promise<Order[]> {
  const orders = await fillBasket(t, ada, tools);
  const intent = expectStatus(await startBasket(t, ada, orders, body), 200);
  expectStatus(await confirmCard(t, intent), 200);
  for (const { _id } of orders) expectStatus(await reportPaid(t, ada, _id, intent.paymentIntentId), 200);
  return Promise.all(orders.map(({ _id }) => readOrder(t, ada, _id)));
}

/** Lets a bank take back an order's payment, all of it by default. */
async function loseDispute({ transactionId }: Order, amountCents?: number): Promise<void> {
  const cards = t.shop.sandboxCards;
  const dispute = await cards?.openDispute(
    transactionId ?? '',
    amountCents === undefined ? {} : { amountCents },
  );
  await cards?.closeDispute(dispute?.id ?? '', 'lost');
}

/** The card provider's own figures: what it charged, less refunds and disputes, which never exceed the charge
 * of each. */
async function fromProvider(): Promise<number> {
  const [sums] = await t.asOwner(`select sum(greatest(0, amount
      - coalesce((select sum(amount) from sandbox_cards.refunds where intent_id = intents.id and status = 'succeeded'), 0)
      - coalesce((select sum(amount) from sandbox_cards.disputes where intent_id = intents.id and status = 'lost'), 0))) as cents
    from sandbox_cards.intents where status = 'succeeded'`);
  return Number((sums as { cents: string }).cents);
}

async function file(path: string): Promise<Record<string, string>[]> {
  const reply = await t.call<string>('GET', path, { token: admin.token });
  return parse(expectStatus(reply, 200), { bom: true, columns: true });
}

/** Cents of a written amount, which must have its currency's two decimals. */
function cents(amount: string | undefined): number {
  expect(amount).toMatch(/^-?\d+\.\d\d$/);
  return Number(amount?.replace('.', ''));
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

it('shows what the provider charged less refunds on the overview, in both files and on bills', async () => {
  const expected = await fromProvider();
  expect(expected).toBeGreaterThan(0);
  const { body: overview } = await t.call<Overview>('GET', '/overview?days=7', { token: admin.token });
  expect(Math.round(overview.sales.amount * 100)).toBe(expected);
  expect(overview.sales.orders).toBe(5);
  const invoices = await file('/exports/invoices.csv');
  expect(sum(invoices.map(({ total }) => cents(total)))).toBe(expected);
  for (const { net, tax, total } of invoices) expect(cents(net) + cents(tax)).toBe(cents(total));
  const orders = await file('/exports/orders.csv');
  expect(sum(orders.map((row) => cents(row.amountPaid) - cents(row.refunded) - cents(row.refundDue)))).toBe(
    expected,
  );
  const bills = await Promise.all(
    payments.map(async ([order]) => {
      const path = `/payments/${order?.transactionId}/bill`;
      return expectStatus(await t.call<BillReply>('GET', path, { token: ada.token }), 200);
    }),
  );
  expect(
    sum(bills.map(({ total, refunded, refundDue }) => Math.round((total - refunded - refundDue) * 100))),
  ).toBe(expected);
  const customer = await t.call<Customer>('GET', `/customers/${ada.email}`, { token: admin.token });
  expect(Math.round(expectStatus(customer, 200).orders.spent * 100)).toBe(expected);
  const { bestSellers } = overview;
  const delivered = sum(orders.map(({ delivery }) => cents(delivery)));
  expect(delivered).toBeGreaterThan(0);
  expect(sum(bestSellers.map(({ amount }) => Math.round(amount * 100)))).toBeLessThan(expected);
});

it('states in the invoice file where the goods went, and how they were paid', async () => {
  const rows = await file('/exports/invoices.csv?kind=invoice');
  const far = rows.findLast(({ deliveryRegion }) => deliveryRegion === 'TX');
  expect(far).toMatchObject({
    ...{ deliveryCountry: 'US', deliveryRegion: 'TX', deliveryPostalCode: '75201' },
    ...{ paymentMethod: 'card', paymentReference: '', taxRate: '6.25' },
  });
  expect(far?.transactionId).toMatch(/^pi_/);
});

/** What another process of the shop prints for Prometheus, by series. */
async function readMetrics(): Promise<Map<string, number>> {
  const config = readConfig({ SHOP_LOG_LEVEL: 'silent', SHOP_DEMO: '0', SHOP_SECRET: 's'.repeat(32) });
  const open = await createContext(config, t.app, { clock: t.clock });
  onTestFinished(open.close);
  const app = await buildApp(open.context);
  onTestFinished(() => app.close());
  const metrics = await startMetrics(app, open, { host: '127.0.0.1', port: 0 });
  onTestFinished(metrics.stop);
  const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

it('prints for Prometheus the orders placed, and the payments and refunds that the provider has', async () => {
  const metrics = await readMetrics();
  // Eight were placed, and three of them canceled.
  expect(metrics.get('toolyard_events_last_hour{action="order_placed"}')).toBe(8);
  expect(metrics.get('toolyard_orders_last_day{state="cancelled"}')).toBe(3);
  expect(metrics.get('toolyard_orders_last_day{state="paid"}')).toBe(5);
  const [provider] = await t.asOwner(`select
    (select count(*)::integer from sandbox_cards.intents where status = 'succeeded') as payments,
    (select count(*)::integer from sandbox_cards.refunds where status = 'succeeded') as refunds`);
  expect(metrics.get('toolyard_payments_last_day{state="succeeded"}')).toBe(provider?.payments);
  expect(metrics.get('toolyard_events_last_hour{action="refund_done"}')).toBe(provider?.refunds);
  // Money that a bank took back is a refund of each order too.
  const refunds = metrics.get('toolyard_refunds_last_day{state="done"}') ?? 0;
  const lost = metrics.get('toolyard_events_last_hour{action="dispute_lost"}') ?? 0;
  expect(refunds - lost).toBe(provider?.refunds);
  expect(metrics.get('toolyard_refunds_waiting{state="due"}')).toBeUndefined();
  expect(metrics.get('toolyard_refunds_oldest_due_seconds')).toBe(0);
  expect(metrics.get('toolyard_payments_overdue')).toBe(0);
});
