import { afterEach, expect, test } from 'vitest';
import { until } from '#tests/support/until.ts';
import { addWebhook, openReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import { readyForCrowd } from './support/crowd-shop.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';
import { sendShopping } from './support/shopping-crowd.ts';

const BUYERS = scaled(24, 8);
const KILLS = scaled(20, 3);
const ANSWERS_BETWEEN = 3 * BUYERS;
/** What a process had begun is taken up a minute and a half later. */
const RECOVER_WITHIN_MS = 180_000;

const types = ['purchase.paid', 'order.shipped', 'order.cancelled', 'order.refunded'] as const;

let fleet: ShopFleet | undefined;
let receiver: WebhookReceiver | undefined;
afterEach(async () => {
  await fleet?.stop();
  receiver?.stop();
  fleet = undefined;
  receiver = undefined;
});

/** What the database says has happened, of each type: the object's id, and how often. */
async function readFacts({ shop }: ShopFleet): Promise<Map<string, number>> {
  const { db } = shop;
  const facts = new Map<string, number>();
  const add = (type: (typeof types)[number], id: string) =>
    facts.set(`${type} ${id}`, (facts.get(`${type} ${id}`) ?? 0) + 1);
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'transaction_id', 'shipped_at', 'cancelled_at'])
    .where('paid_at', 'is not', null)
    .execute();
  for (const { id, shipped_at, cancelled_at } of orders) {
    if (shipped_at) add('order.shipped', id);
    if (cancelled_at) add('order.cancelled', id);
  }
  for (const transaction of new Set(orders.map(({ transaction_id }) => transaction_id)))
    add('purchase.paid', transaction ?? '');
  const refunds = await db.selectFrom('refunds').select('order_id').where('state', '=', 'done').execute();
  for (const { order_id } of refunds) add('order.refunded', order_id);
  return facts;
}

/** What the receiver has counted: each id once. */
function countReceived({ received }: WebhookReceiver): Map<string, number> {
  const facts = new Map<string, number>();
  for (const { body } of new Map(received.map((hook) => [hook.id, hook])).values()) {
    const { transactionId, orders } = body.data as {
      transactionId?: string;
      orders?: { transactionId: string }[];
    };
    const object = body.type === 'purchase.paid' ? orders?.[0]?.transactionId : body.data._id;
    const name = `${body.type} ${object ?? transactionId}`;
    facts.set(name, (facts.get(name) ?? 0) + 1);
  }
  return facts;
}

const sorted = (facts: Map<string, number>) => [...facts].map((fact) => fact.join(' ')).toSorted();

test(`the shop is killed ${KILLS} times while people buy: a receiver counts each event once, in its object's order`, async () => {
  fleet = await startShopFleet(2, { environment: { WEBHOOK_PRIVATE_ADDRESSES: '1' } });
  receiver = await openReceiver();
  const { processes, shop, admin } = fleet;
  await addWebhook(processes[0], admin.token, receiver.url, [...types]);
  const people = await readyForCrowd({ ...fleet, call: processes[0].call }, BUYERS);
  const crowd = sendShopping(
    processes.map(({ origin }) => origin),
    people,
  );
  for (let kill = 0; kill < KILLS; kill++) {
    const before = crowd.answers();
    await until('people to be shopping', async () => crowd.answers() >= before + ANSWERS_BETWEEN, 60_000);
    const victims = processes.filter((_, nth) => kill % 3 === 2 || kill % 3 === nth);
    await Promise.all(victims.map((victim) => victim.end('SIGKILL')));
    await Promise.all(victims.map((victim) => victim.start()));
  }
  await crowd.goHome();
  const upAt = Date.now();
  const isWaiting = async () => {
    const waiting = await shop.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('state', '!=', 'delivered')
      .limit(1)
      .execute();
    const due = await shop.db
      .selectFrom('refunds')
      .select('id')
      .where('state', '=', 'due')
      .limit(1)
      .execute();
    return waiting.length + due.length > 0;
  };
  await until('every event to be delivered', async () => !(await isWaiting()), RECOVER_WITHIN_MS);
  const facts = await readFacts(fleet);
  expect(sorted(countReceived(receiver))).toEqual(sorted(facts));
  for (const type of types) expect([...facts.keys()].some((fact) => fact.startsWith(type))).toBe(true);

  const bodies = Map.groupBy(receiver.received, ({ id }) => id);
  for (const tries of bodies.values()) expect(new Set(tries.map(({ text }) => text)).size).toBe(1);
  const arrived = [...bodies.keys()];
  const written = await shop.db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'subject'])
    .orderBy('sequence')
    .execute();
  for (const events of Map.groupBy(written, ({ subject }) => subject).values()) {
    const ids = events.map(({ event_id }) => event_id);
    expect(arrived.filter((id) => ids.includes(id))).toEqual(ids);
  }
  const repeats = receiver.received.length - bodies.size;
  reportFigure(
    'each event counted once',
    `the application killed -9 ${KILLS} times under ${BUYERS} buyers: ${bodies.size} events, 0 lost, 0 with two ids, all in their object's order; ${repeats} sent twice, and known by their id; all delivered ${((Date.now() - upAt) / 1000).toFixed(1)} s after`,
  );
});
