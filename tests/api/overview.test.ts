import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedTool } from '#features/catalogue/managed-contract.ts';
import { type Overview, overviewSchema } from '#features/overview/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { findAdvisories } from '#platform/advisories.ts';
import { beginPayment, buy, placeOrder, readPayments, reportPaid } from '#tests/support/buying.ts';
import { makeFamily } from '#tests/support/sizes.ts';
import { startTestShop, type TestShop, type TestTool, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let admin: TestUser;
let ada: TestUser;

type Tool = Awaited<ReturnType<TestShop['makeTool']>>;
type Sold = { paidAt?: string; shippedAt?: string; quantity?: number; placedAt?: string; deletedAt?: string };

async function start(environment: Record<string, string> = {}, now = '2027-03-30T10:00:00Z'): Promise<void> {
  const clock = { now: () => new Date(now), advance: () => undefined };
  t = await startTestShop(environment, { clock });
  admin = await t.makeUser({ role: 'admin' });
  ada = await t.makeUser({ name: 'Ada Joiner' });
}

/** Inserts an order as a sale would: at 12.50 a unit, or at the tool's price. */
async function sell(tool: Tool & TestTool, { quantity = 1, paidAt, ...times }: Sold): Promise<string> {
  const id = uuid();
  const unitCents = tool.priceCents ?? 1250;
  await t.shop.db
    .insertInto('orders')
    .values({
      ...{ id, user_id: ada.userId, tool_id: tool.id, tool_name: tool.name, img: tool.img, quantity },
      ...{ unit_price_cents: unitCents, total_cents: unitCents * quantity },
      ...{ user_name: ada.name, email: ada.email, phone: '1', address: '1 Mill Lane' },
      placed_at: new Date(times.placedAt ?? paidAt ?? 0),
      paid_at: paidAt ? new Date(paidAt) : null,
      transaction_id: paidAt ? `pi_${id}` : null,
      shipped_at: times.shippedAt ? new Date(times.shippedAt) : null,
      deleted_at: times.deletedAt ? new Date(times.deletedAt) : null,
    })
    .execute();
  return id;
}

async function makeTool(tool: TestTool = {}): Promise<Tool & TestTool> {
  return { ...(await t.makeTool(tool)), ...tool, name: tool.name ?? 'Claw hammer' };
}

async function read(query = ''): Promise<Overview> {
  const reply = await t.call('GET', `/overview${query}`, { token: admin.token });
  expect(reply.status).toBe(200);
  return overviewSchema.parse(reply.body);
}

const noVisits = { began: 0, lists: 0, tools: 0, placed: 0 };

const soldDays = ({ sales }: Overview) =>
  sales.spans.filter(({ orders }) => orders > 0).map(({ from, amount, orders }) => [from, amount, orders]);

describe('sales', () => {
  beforeAll(async () => {
    await start();
    const hammer = await makeTool();
    // Berlin's clocks go from +1 to +2 on 28 March 2027 at 01:00 UTC.
    const moments = {
      '2027-03-16T22:59:59.999Z': 'before all',
      '2027-03-16T23:00:00.000Z': 'the first moment of the days before',
      '2027-03-23T10:59:59.999Z': 'the last moment of the days before that counts, as it is noon now',
      '2027-03-23T11:00:00.000Z': 'later on their last day than it is now',
      '2027-03-23T23:00:00.000Z': 'the first moment of the 24th',
      '2027-03-28T21:59:59.999Z': 'the last moment of the 28th',
      '2027-03-28T22:00:00.000Z': 'the first moment of the 29th',
      '2027-03-30T09:30:00.000Z': 'today',
    };
    for (const [nth, paidAt] of Object.keys(moments).entries()) {
      await sell(hammer, { paidAt, quantity: 2 ** nth, shippedAt: paidAt });
    }
    await sell(hammer, { placedAt: '2027-03-29T10:00:00Z' });
    await sell(hammer, { placedAt: '2027-03-29T10:00:00Z', deletedAt: '2027-03-29T11:00:00Z' });
  });
  afterAll(() => t.stop());

  test('come with the versions that the shop runs on', async () => {
    const [server] = await t.asOwner(`select current_setting('server_version_num')::integer as number`);
    const number = Number(server?.number);
    const { node } = process.versions;
    const { versions } = await read();
    expect(versions).toMatchObject({ node, postgresql: `${Math.floor(number / 10_000)}.${number % 10_000}` });
    expect(versions.areVulnerable).toBe(findAdvisories('node', node).length > 0);
  });

  test('are summed by the days of the zone, including empty ones', async () => {
    const overview = await read('?days=7&zone=Europe/Berlin');
    expect(soldDays(overview)).toEqual([
      ['2027-03-24', 16 * 12.5, 1],
      ['2027-03-28', 32 * 12.5, 1],
      ['2027-03-29', 64 * 12.5, 1],
      ['2027-03-30', 128 * 12.5, 1],
    ]);
    expect(overview.sales).toMatchObject({
      amount: 240 * 12.5,
      orders: 4,
      previous: { amount: 6 * 12.5, orders: 2 },
      step: 'day',
    });
    expect(overview.sales.spans.map(({ from }) => from.slice(-2))).toEqual([
      '24',
      '25',
      '26',
      '27',
      '28',
      '29',
      '30',
    ]);
  });

  test('are summed by other days in another zone', async () => {
    expect(soldDays(await read('?days=7&zone=UTC'))).toEqual([
      ['2027-03-28', 96 * 12.5, 2],
      ['2027-03-30', 128 * 12.5, 1],
    ]);
    // It is already midnight there, and the 31st has begun.
    expect(soldDays(await read('?days=7&zone=Pacific/Kiritimati'))).toEqual([
      ['2027-03-29', 96 * 12.5, 2],
      ['2027-03-30', 128 * 12.5, 1],
    ]);
  });

  test.each([
    ['', 30, 'day', 30],
    ['?days=90', 90, 'week', 14],
    ['?days=365', 365, 'month', 13],
  ])('for "%s" cover %i days, by %s', async (query, days, step, bars) => {
    const overview = await read(query);
    expect(overview).toMatchObject({ days, zone: 'UTC', sales: { step, orders: 8, amount: 255 * 12.5 } });
    expect(overview.sales.spans).toHaveLength(bars);
    expect(overview.sales.spans.reduce((sum, { amount }) => sum + amount, 0)).toBe(255 * 12.5);
    expect(overview.bestSellers).toMatchObject([{ units: 255, orders: 8, amount: 255 * 12.5 }]);
  });

  test.each([
    ['days', 'days=31'],
    ['days', 'days='],
    ['days', 'days=3e1'],
    ['days', 'days=7&days=30'],
    ['zone', 'zone='],
    ['zone', 'zone=Atlantis/Capital'],
    ['zone', 'zone=%2B05:30'],
    ['zone', "zone=UTC'--"],
    ['zone', 'zone=UTC&zone=UTC'],
  ])('refuse, naming %s, "%s"', async (field, query) => {
    const reply = await t.call('GET', `/overview?${query}`, { token: admin.token });
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } });
  });

  test.each(['America/Argentina/ComodRivadavia', 'Etc/GMT+12', 'asia/kolkata', 'EST5EDT'])(
    'accept the time zone %s',
    async (zone) => {
      expect((await read(`?zone=${encodeURIComponent(zone)}`)).zone).toBe(zone);
    },
  );
});

describe('waiting orders', () => {
  beforeAll(async () => {
    await start();
    const hammer = await makeTool({ name: 'Claw hammer' });
    for (let hour = 10; hour < 22; hour++) {
      await sell(hammer, { paidAt: `2027-03-01T${hour}:00:00Z`, quantity: 2 });
    }
    await sell(hammer, { paidAt: '2027-02-01T10:00:00Z', shippedAt: '2027-02-02T10:00:00Z' });
    await sell(hammer, { placedAt: '2027-01-05T10:00:00Z', quantity: 3 });
    await sell(hammer, { placedAt: '2027-01-04T10:00:00Z' });
    await sell(hammer, { placedAt: '2027-01-03T10:00:00Z', deletedAt: '2027-01-03T11:00:00Z' });
  });
  afterAll(() => t.stop());

  test('to be shipped are counted, the longest waiting first', async () => {
    const { toShip } = await read();
    expect(toShip).toMatchObject({ count: 12, oldestAt: '2027-03-01T10:00:00.000Z' });
    expect(toShip.orders.map(({ paidAt }) => paidAt.slice(11, 13))).toEqual([
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
      '18',
      '19',
    ]);
    expect(toShip.orders[0]).toMatchObject({
      ...{ number: expect.stringMatching(/^TY-\d{5}$/), toolName: 'Claw hammer', userName: 'Ada Joiner' },
      ...{ minQuantity: 2, price: 25 },
    });
  });

  test('to be paid are counted and summed, without deleted ones', async () => {
    expect((await read()).unpaid).toEqual({
      ...{ count: 2, amount: 50, oldestAt: '2027-01-04T10:00:00.000Z', overdueInvoices: 0 },
    });
  });
});

describe('tools', () => {
  beforeAll(() => start());
  afterAll(() => t.stop());

  test('are empty, day by day, in a shop without any activity', async () => {
    expect(await read('?days=7')).toEqual({
      days: 7,
      zone: 'UTC',
      sales: {
        ...{ amount: 0, orders: 0, previous: { amount: 0, orders: 0 }, step: 'day' },
        spans: ['24', '25', '26', '27', '28', '29', '30'].map((day) => ({
          ...{ from: `2027-03-${day}`, to: `2027-03-${day}`, amount: 0, orders: 0 },
        })),
      },
      toShip: { count: 0, oldestAt: null, orders: [] },
      unpaid: { count: 0, amount: 0, oldestAt: null, overdueInvoices: 0 },
      refundsDue: { count: 0, failed: 0, amount: 0, oldestAt: null },
      disputes: { count: 0, amount: 0, oldestAt: null, respondBy: null },
      forOneself: { count: 0 },
      runningLow: { count: 0, tools: [] },
      visits: { ...noVisits, wholeDays: { ...noVisits, previous: noVisits } },
      fruitlessSearches: { count: 0, searches: [] },
      bestSellers: [],
      versions: expect.anything(),
    });
  });

  test('run low with less than three minimum orders left, the sold-out ones first', async () => {
    const tools = [
      ['plenty', 5, 15],
      ['two left', 5, 14],
      ['one left', 2, 3],
      ['one left, just', 5, 5],
      ['too few for one', 5, 4],
      ['none', 1, 0],
    ] as const;
    for (const [name, minOrderQuantity, onHand] of tools) await makeTool({ name, minOrderQuantity, onHand });
    const gone = await makeTool({ name: 'deleted', onHand: 0 });
    await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const { runningLow } = await read();
    expect(runningLow.tools.map(({ name }) => name)).toEqual([
      'none',
      'too few for one',
      'one left',
      'one left, just',
      'two left',
    ]);
    expect(runningLow).toMatchObject({
      count: 5,
      tools: [
        { min_order_quantity: 1, available_quantity: 0, version: 1, picture: { width: 800, height: 600 } },
        {},
        {},
        {},
        {},
      ],
    });
  });

  test('name the size and the family of one that runs low', async () => {
    const sizes = ['30', '40'].map((length) => ({
      name: 'Rivet',
      specifications: [{ name: 'Length', value: length, unit: 'mm' }],
    }));
    const { id, toolIds } = await makeFamily(t, admin, 'Rivets', sizes);
    await t.asOwner(`update tools set on_hand = 1 where id = '${toolIds[1]}'`);
    const { runningLow } = await read();
    expect(runningLow.tools.find(({ _id }) => _id === toolIds[1])).toMatchObject({
      name: 'Rivet, Length 40 mm',
      family: { _id: id, name: 'Rivets' },
    });
    const low = await t.call<ManagedTool[]>('GET', `/managetool?stock=low&family=${id}`, {
      token: admin.token,
    });
    expect(low.body.map(({ name, line_name }) => [name, line_name])).toEqual([
      ['Rivet', 'Rivet, Length 40 mm'],
    ]);
    await t.asOwner(`update tools set on_hand = 100 where id = '${toolIds[1]}'`);
  });

  test('are ranked by revenue in this period, whether they are still sold or not', async () => {
    const saw = await makeTool({ name: 'Mitre saw', priceCents: 30_000 });
    const nail = await makeTool({ name: 'Nail', priceCents: 5 });
    const peg = await makeTool({ name: 'Peg', priceCents: 10 });
    await sell(saw, { paidAt: '2027-03-29T10:00:00Z' });
    await sell(saw, { paidAt: '2026-03-29T10:00:00Z', quantity: 100 });
    for (const quantity of [1000, 2000]) await sell(nail, { paidAt: '2027-03-29T11:00:00Z', quantity });
    await sell(peg, { paidAt: '2027-03-29T11:00:00Z', quantity: 1500 });
    await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).where('id', '=', peg.id).execute();
    const { bestSellers } = await read('?days=7');
    expect(bestSellers).toMatchObject([
      { _id: saw.id, name: 'Mitre saw', units: 1, orders: 1, amount: 300, isSold: true },
      { _id: nail.id, name: 'Nail', units: 3000, orders: 2, amount: 150, isSold: true },
      { _id: peg.id, name: 'Peg', units: 1500, orders: 1, amount: 150, isSold: false },
    ]);
    expect(bestSellers[0]?.picture).toMatchObject({ width: 800, webp: `${saw.img} 800w` });
  });

  test('are limited to the first ten, with the total count', async () => {
    for (let nth = 0; nth < 12; nth++) {
      await sell(await makeTool({ onHand: 0 }), { paidAt: '2027-03-29T10:00:00Z' });
    }
    // More units than those, for less money.
    await sell(await makeTool({ priceCents: 1 }), { paidAt: '2027-03-29T10:00:00Z', quantity: 5 });
    const { runningLow, bestSellers } = await read('?days=7');
    expect([runningLow.count, runningLow.tools.length, bestSellers.length]).toEqual([17, 10, 10]);
    expect(bestSellers.at(-1)?.amount).toBe(12.5);
  });

  test('ignore a refunded payment, and count two payments of an order as one sale', async () => {
    const before = await read('?days=7');
    const tool = await t.makeTool({ onHand: 1 });
    const order = await placeOrder(t, ada, tool.id);
    const intent = await beginPayment(t, ada, order);
    await releaseHold(t.shop, (await readPayments(t, order._id))[0]?.id ?? '');
    await buy(t, await t.makeUser(), tool.id);
    await t.shop.db
      .updateTable('sandbox_cards.intents')
      .set({ status: 'succeeded' })
      .where('id', '=', intent.paymentIntentId)
      .execute();
    expect((await reportPaid(t, ada, order._id, intent.paymentIntentId)).status).toBe(409);
    expect(await readPayments(t, order._id)).toMatchObject([{ state: 'refund_due' }]);
    const { sales, toShip, unpaid } = await read('?days=7');
    expect(sales.orders - before.sales.orders).toBe(1);
    expect(sales.amount - before.sales.amount).toBe(12.5);
    expect(toShip.count - before.toShip.count).toBe(1);
    expect([unpaid.count, unpaid.amount]).toEqual([1, 12.5]);
  });
});

test('writes amounts with the digits of the shop’s currency', async () => {
  await start({ SHOP_CURRENCY: 'kwd' });
  const drill = await makeTool({ priceCents: 5125 });
  for (let nth = 0; nth < 3; nth++) await sell(drill, { paidAt: '2027-03-29T10:00:00Z' });
  await sell(drill, { placedAt: '2027-03-29T10:00:00Z', quantity: 3 });
  const { sales, unpaid, bestSellers, toShip } = await read('?days=7');
  expect([sales.amount, unpaid.amount, bestSellers[0]?.amount, toShip.orders[0]?.price]).toEqual([
    15.375, 15.375, 15.375, 5.125,
  ]);
  await t.stop();
});
