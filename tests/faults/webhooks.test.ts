import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '#features/app-context.ts';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { shuffled } from '#tests/support/at-once.ts';
import { beginPayment, placeOrder, readStock } from '#tests/support/buying.ts';
import { type Reply, startTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import { findBrokenRules } from './support/broken-rules.ts';
import { fingerprint } from './support/fingerprint.ts';
import { createHttpClient, type HttpClient } from './support/http-client.ts';
import { inParallel } from './support/in-parallel.ts';
import { notePaymentMoves, readPaymentMoves } from './support/payment-moves.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const INTENTS = scaled(1_000, 40);
const BAD_ONES = scaled(1_000, 100);
const REPEATS = 5;
const WIDTH = 32;

let http: HttpClient;
beforeAll(() => {
  http = createHttpClient();
});
afterAll(() => http.close());

/** A webhook on the wire. */
type Delivery = { body: string; headers: Record<string, string> };

function deliver(url: string, { body, headers }: Delivery): Promise<Reply> {
  return http.send(url, 'POST', '/webhooks/payment', {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

function eventOf(intentId: string, type = 'payment_intent.succeeded'): string {
  return JSON.stringify({ id: `evt_${intentId}_${type}`, type, intentId });
}

function signed(shop: AppContext, body: string, now = shop.clock.now()): Delivery {
  return { body, headers: { 'sandbox-signature': signWebhook(keyOf(shop), body, now) } };
}

function keyOf(shop: AppContext): Buffer {
  return shop.secrets.key('sandbox-webhook');
}

/** Intents that the provider has charged, not yet reported to the shop. */
async function makeChargedIntents(
  t: Pick<TestShop, 'call' | 'makeUser' | 'shop'>,
  toolId: string,
  count: number,
): Promise<string[]> {
  const intents = await inParallel(Array.from({ length: count }), 8, async () => {
    const buyer = await t.makeUser();
    const intent = await beginPayment(t, buyer, await placeOrder(t, buyer, toolId));
    return intent.paymentIntentId;
  });
  await t.shop.db
    .updateTable('sandbox_cards.intents')
    .set({ status: 'succeeded' })
    .where('id', 'in', intents)
    .execute();
  return intents;
}

describe('webhooks from the provider', () => {
  let fleet: ShopFleet;
  beforeAll(async () => {
    fleet = await startShopFleet(2);
  });
  afterAll(() => fleet?.stop());

  test(`${INTENTS} payments, every event ${REPEATS} times in an order of chance: each counts once`, async () => {
    const { shop } = fleet;
    const { db } = shop;
    const { id: toolId } = await fleet.makeTool({ onHand: INTENTS + 10 });
    await notePaymentMoves(db);
    const from = { ...fleet, call: fleet.processes[0].call };
    const intents = await makeChargedIntents(from, toolId, INTENTS);

    const events = intents.flatMap((intent) => [eventOf(intent, 'payment_intent.created'), eventOf(intent)]);
    const deliveries = shuffled(Array.from({ length: REPEATS }, () => events).flat());
    const statuses = await inParallel(deliveries, WIDTH, async (body, index) => {
      const at = fleet.processes[index % 2] ?? fleet.processes[0];
      return (await deliver(at.origin, signed(shop, body))).status;
    });
    expect([...new Set(statuses)]).toEqual([200]);

    const payments = await db.selectFrom('payment_orders').select(['payment_id as id', 'order_id']).execute();
    const moves = await readPaymentMoves(db);
    expect(moves).toEqual(new Map(payments.map(({ id }) => [id, ['live → succeeded']])));
    const entries = await db
      .selectFrom('audit_events')
      .select('order_id')
      .where('action', '=', 'order_paid')
      .execute();
    expect(entries.map(({ order_id }) => order_id).sort()).toEqual(
      payments.map(({ order_id }) => order_id).sort(),
    );
    expect(await readStock(fleet, toolId)).toEqual({ onHand: 10, held: 0, sold: INTENTS });
    expect(await findBrokenRules(shop.db, { isSettled: true })).toEqual([]);
    await until('one mail for each payment', async () => (await receipts(shop)).length >= INTENTS);
    expect(new Set(await receipts(shop)).size).toBe(INTENTS);
    reportFigure(
      'a webhook counts once',
      `${INTENTS} intents, ${deliveries.length} deliveries in an order of chance, ${WIDTH} in parallel over two processes: all 200, one transition, one audit entry and one mail for each payment`,
    );
  });
});

/** The recipients of payment receipts. */
async function receipts(shop: AppContext): Promise<string[]> {
  const mails = await shop.db
    .selectFrom('mailbox.messages')
    .select('recipient')
    .where('subject', 'like', 'Receipt for order %')
    .execute();
  return mails.map(({ recipient }) => recipient);
}

/** Ways to forge a webhook. */
const forgeries: Record<string, (shop: AppContext, intent: string, other: string) => Delivery> = {
  'a body altered after it was signed': (shop, intent, other) => ({
    ...signed(shop, eventOf(other)),
    body: eventOf(intent),
  }),
  'a body with a blank more': (shop, intent) => {
    const { body, headers } = signed(shop, eventOf(intent));
    return { body: `${body} `, headers };
  },
  'one older than 300 seconds': (shop, intent) => signed(shop, eventOf(intent), secondsAway(shop, -302)),
  'one from the future': (shop, intent) => signed(shop, eventOf(intent), secondsAway(shop, 303)),
  'a wrong secret': (shop, intent) => {
    const body = eventOf(intent);
    const key = Buffer.from(shop.secrets.key('access-token'));
    return { body, headers: { 'sandbox-signature': signWebhook(key, body, shop.clock.now()) } };
  },
  'an empty secret': (shop, intent) => {
    const body = eventOf(intent);
    return { body, headers: { 'sandbox-signature': signWebhook(Buffer.alloc(0), body, shop.clock.now()) } };
  },
  'no signature': (_shop, intent) => ({ body: eventOf(intent), headers: {} }),
  'an empty signature': withHeader(() => ''),
  'a header of words': withHeader(() => 'signed by the provider'),
  'a signature without its time': withHeader((header) => header.replace(/^t=\d+,/, '')),
  'a time that was moved': withHeader((header) =>
    header.replace(/\d(?=,v1)/, (digit) => `${9 - Number(digit)}`),
  ),
  'half a signature': withHeader((header) => header.slice(0, -32)),
  'two signatures in one header': withHeader((header) => `${header},${header}`),
  'a signature in capitals': withHeader((header) =>
    header.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()),
  ),
  'a signature of another scheme': withHeader((header) => header.replace('v1=', 'v0=')),
  'an endless time': withHeader((header) => header.replace(/t=\d+/, 't=99999999999999999999')),
  'a negative time': withHeader((header) => header.replace('t=', 't=-')),
};

function withHeader(change: (header: string) => string) {
  return (shop: AppContext, intent: string): Delivery => {
    const { body, headers } = signed(shop, eventOf(intent));
    return { body, headers: { 'sandbox-signature': change(headers['sandbox-signature'] ?? '') } };
  };
}

function secondsAway(shop: AppContext, seconds: number): Date {
  return new Date(shop.clock.now().getTime() + seconds * 1_000);
}

describe('forged webhooks', () => {
  let t: TestShop;
  beforeAll(async () => {
    t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  });
  afterAll(() => t?.stop());

  test(`${BAD_ONES} bad webhooks are refused and change nothing`, async () => {
    const { id: toolId } = await t.makeTool();
    const intents = await makeChargedIntents(t, toolId, 10);
    const kinds = Object.entries(forgeries);
    const before = await fingerprint(t.shop.db);
    const refused = await inParallel(Array.from({ length: BAD_ONES }), WIDTH, async (_, index) => {
      const [kind, forge] = kinds[index % kinds.length] ?? ['', () => ({ body: '', headers: {} })];
      const [intent = '', other = ''] = [intents[index % 10], intents[(index + 1) % 10]];
      const { status, body } = await deliver(t.url, forge(t.shop, intent, other));
      return { kind, status, body };
    });
    const expected = {
      status: 400,
      body: { error: { code: 'invalid_input', message: 'The signature is not valid', field: 'signature' } },
    };
    expect(refused).toEqual(refused.map(({ kind }) => ({ kind, ...expected })));
    expect(await fingerprint(t.shop.db)).toEqual(before);

    // The real webhooks would have been accepted.
    const [first = ''] = intents;
    expect((await deliver(t.url, signed(t.shop, eventOf(first)))).status).toBe(200);
    expect(await fingerprint(t.shop.db)).not.toEqual(before);
    reportFigure(
      'bad webhooks',
      `${BAD_ONES} of ${kinds.length} kinds: all 400, every table as it was before`,
    );
  });
});
