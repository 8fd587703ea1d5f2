import { expect, test } from 'vitest';
import type { AuditEvent } from '#features/audit/contract.ts';
import type { PaymentIntentReply } from '#features/payments/contract.ts';
import { type Hold, holdSchema } from '#features/payments/contract.ts';
import {
  beginPayment,
  confirmCard,
  endPayment,
  expectStatus,
  placeOrder,
  readOrder,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { failCalls } from '#tests/support/failing-cards.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const HOLD_MS = 15 * 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const eve = setUpForEach(() => t.makeUser({ name: 'Eve Hoarder' }));

async function holdsOf({ email }: TestUser): Promise<Hold[]> {
  const holds = expectStatus(await t.call<Hold[]>('GET', '/holds', { token: staff.token }), 200);
  return holds.map((hold) => holdSchema.parse(hold)).filter((hold) => hold.email === email);
}

/** Starts to pay for 4 of one tool and 3 of another at once. */
async function holdTwo() {
  const [saw, file] = [await t.makeTool({ onHand: 5 }), await t.makeTool({ onHand: 5 })];
  const orders = [await placeOrder(t, eve, saw.id, 4), await placeOrder(t, eve, file.id, 3)];
  const body = {
    orderIds: orders.map(({ _id }) => _id),
    price: orders.reduce((sum, { price }) => sum + price, 0),
  };
  const intent = await t.call<PaymentIntentReply>('POST', '/create-payment-intent', {
    token: eve.token,
    body,
  });
  return { tools: [saw, file], orders, until: expectStatus(intent, 200).holdExpiresAt };
}

test('shows staff who holds which units, since when and until when', async () => {
  const { orders, until } = await holdTwo();
  expect(await holdsOf(eve)).toEqual([
    {
      _id: expect.any(String),
      email: eve.email,
      userName: 'Eve Hoarder',
      units: 7,
      unpaidBefore: 0,
      since: new Date(Date.parse(until) - HOLD_MS).toISOString(),
      until,
      orders: orders.map(({ _id, number, toolId, toolName, minQuantity }) => ({
        ...{ orderId: _id, number, toolId, toolName, units: minQuantity },
      })),
    },
  ]);
});

test('lists the newest first, page by page', async () => {
  const { id } = await t.makeTool({ onHand: 3 });
  for (let made = 0; made < 3; made += 1) await beginPayment(t, eve, await placeOrder(t, eve, id, 1));
  const all = expectStatus(await t.call<Hold[]>('GET', '/holds', { token: staff.token }), 200);
  const paged: Hold[] = [];
  for (let path: string | undefined = '/holds?limit=2'; path; ) {
    const reply = await t.call<Hold[]>('GET', path, { token: staff.token });
    paged.push(...expectStatus(reply, 200));
    path = nextPage(reply.headers);
  }
  expect(paged).toEqual(all);
  expect(all.map(({ _id }) => _id)).toEqual(
    all
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed(),
  );
});

test('lets staff end a hold: the card cannot be charged, all units return, and the trail names them', async () => {
  const { tools, orders } = await holdTwo();
  const [first = { _id: '' }] = orders;
  await endPayment(t, staff, first);
  expect(await holdsOf(eve)).toEqual([]);
  for (const { id } of tools) expect(await readStock(t, id)).toEqual({ onHand: 5, held: 0, sold: 0 });
  const trail = await t.call<AuditEvent[]>('GET', `/orders/${first._id}/audit`, { token: staff.token });
  expect(trail.body.find(({ action }) => action === 'payment_released')).toMatchObject({
    actorEmail: staff.email,
    details: { unitsGivenBack: 4 },
  });
});

test('counts a payment that has just succeeded instead of ending it', async () => {
  const { id } = await t.makeTool({ onHand: 2 });
  const order = await placeOrder(t, eve, id, 2);
  expectStatus(await confirmCard(t, await beginPayment(t, eve, order)), 200);
  const ended = await t.call('DELETE', `/orders/${order._id}/payment`, { token: staff.token });
  expect(ended).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  expect(await readOrder(t, eve, order._id)).toMatchObject({ paid: true });
  expect(await readStock(t, id)).toEqual({ onHand: 0, held: 0, sold: 2 });
  expect(await holdsOf(eve)).toEqual([]);
});

test('keeps the units held and listed while the provider cannot cancel the payment', async () => {
  const { id } = await t.makeTool({ onHand: 2 });
  const order = await placeOrder(t, eve, id, 2);
  await beginPayment(t, eve, order);
  const ended = await failCalls(t.shop, ['cancelIntent'], () =>
    t.call('DELETE', `/orders/${order._id}/payment`, { token: staff.token }),
  );
  expect(ended).toMatchObject({ status: 502 });
  expect(await readStock(t, id)).toEqual({ onHand: 2, held: 2, sold: 0 });
  expect(await holdsOf(eve)).toMatchObject([{ units: 2 }]);
});

test('counts a buyer’s earlier unpaid payments, until one succeeds or a day has passed', async () => {
  const { id } = await t.makeTool({ onHand: 30 });
  const order = await placeOrder(t, eve, id, 1);
  const unpaidBefore = async () => (await holdsOf(eve)).map((hold) => hold.unpaidBefore);
  for (let ended = 0; ended < 2; ended += 1) {
    await beginPayment(t, eve, order);
    expect(await unpaidBefore()).toEqual([ended]);
    await endPayment(t, eve, order);
  }
  const intent = await beginPayment(t, eve, order);
  expect(await unpaidBefore()).toEqual([2]);
  expectStatus(await confirmCard(t, intent), 200);
  expectStatus(await reportPaid(t, eve, order._id, intent.paymentIntentId), 200);
  await beginPayment(t, eve, await placeOrder(t, eve, id, 1));
  expect(await unpaidBefore()).toEqual([0]);
});
