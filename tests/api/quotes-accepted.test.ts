/** @module-tag sweep */
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { expireQuote } from '#features/quotes/end-quote.ts';
import { reconcilePayments } from '#server/shop/reconcile-payments.ts';
import { beginBasket, fillBasket, startBasket } from '#tests/support/baskets.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readPayments,
  readStock,
  reportPaid,
  startPayment,
} from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import {
  accept,
  ask,
  decline,
  makeAccepted,
  makeOffered,
  readQuote,
  withdraw,
} from '#tests/support/quotes.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const FIVE_MINUTES = 5 * 60_000;

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUpForEach(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());
const people = () => ({ buyer: ada, staff });

/** An order of three units of a tool that has five, in a quote at 10 instead of 12.50. */
async function makeQuoted(
  make: typeof makeAccepted = makeAccepted,
  besides: Parameters<typeof makeAccepted>[3] = {},
) {
  const tool = await t.makeTool({ onHand: 5 });
  const placed = await placeOrder(t, ada, tool.id, 3);
  const quote = await make(t, people(), [placed], besides);
  return { toolId: tool.id, quote, order: await readOrder(t, ada, placed._id) };
}

const liveId = async ({ _id }: Pick<Order, '_id'>) =>
  (await readPayments(t, _id)).find(({ state }) => state === 'live')?.id ?? '';

const subjectsTo = async ({ email }: TestUser) =>
  (await t.asOwner(`select subject from mailbox.messages where recipient = '${email}' order by id`)).map(
    ({ subject }) => subject,
  );

describe('accepting a quote', () => {
  test('freezes its prices on the orders, whatever the tool costs, and happens once', async () => {
    const { toolId, quote, order } = await makeQuoted();
    expect(quote).toMatchObject({ state: 'accepted', price: 30, acceptedAt: expect.any(String) });
    expect(order).toMatchObject({
      unitPrice: 10,
      price: 30,
      newUnitPrice: null,
      quote: { state: 'accepted' },
    });
    await t.asOwner(`update tools set price_cents = 9900 where id = '${toolId}'`);
    expect(await readOrder(t, ada, order._id)).toMatchObject({ price: 30, newUnitPrice: null });
    expect(expectStatus(await accept(t, ada, quote), 200)).toMatchObject({ state: 'accepted', version: 2 });
    expect(
      await t.asOwner(
        `select from audit_events where order_id = '${order._id}' and action = 'quote_accepted'`,
      ),
    ).toHaveLength(1);
  });

  test('is refused at another price or version, after its end, and to other people', async () => {
    const { quote, order } = await makeQuoted(makeOffered);
    expect(await accept(t, ada, { ...quote, price: 29.99 })).toMatchObject({
      status: 409,
      body: { error: { code: 'price_changed', current: 30 } },
    });
    expect(await accept(t, ada, { ...quote, version: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict', current: { version: 2, price: 30 } } },
    });
    expect((await accept(t, staff, quote)).status).toBe(404);
    expectStatus(await withdraw(t, staff, quote), 200);
    expect((await accept(t, ada, quote)).body.error.message).toBe(
      'This quote was withdrawn and can’t be accepted',
    );
    expect(await readOrder(t, ada, order._id)).toMatchObject({ price: 37.5, quote: null });
  });

  test('is refused once expired, even before the expiry has been processed', async () => {
    const { quote, order, toolId } = await makeQuoted(makeOffered);
    t.clock.advance(FIVE_MINUTES);
    expect(await accept(t, ada, quote)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect((await decline(t, ada, quote)).status).toBe(409);
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'expired', endedAt: null });
    await t.runJobs();
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'expired', endedAt: expect.any(String) });
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 0, sold: 0 });
    expect((await readOrder(t, ada, order._id)).quote).toBeNull();
    expect(await subjectsTo(ada)).toContain(`Your quote ${quote.number} has expired`);
  });
});

describe('while a quote is open', () => {
  test('blocks changes, deletion, repricing and, before it is accepted, payment of its orders', async () => {
    const { quote, order } = await makeQuoted(makeOffered);
    const { phone, address } = order;
    const call = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
      t.call<ErrorReply>(method, path, { token: ada.token, ...(body && { body }) });
    const refused = [
      await call('PUT', `/orders/${order._id}`, { minQuantity: 4, phone, address }),
      await call('POST', `/orders/${order._id}/accept-price`, { price: 12.5 }),
      await call('DELETE', `/orders/${order._id}`),
      await startPayment(t, ada, order),
    ];
    for (const { status, body } of refused) {
      expect(status).toBe(409);
      expect(JSON.stringify(body)).toContain(quote.number);
    }
    expect(await readOrder(t, ada, order._id)).toMatchObject({ minQuantity: 3, paid: false });
    expectStatus(await decline(t, ada, quote), 200);
    expectStatus(await call('DELETE', `/orders/${order._id}`), 200);
  });

  test('blocks nothing once it has expired', async () => {
    const { quote, order, toolId } = await makeQuoted();
    t.clock.advance(FIVE_MINUTES);
    expect((await startPayment(t, ada, order)).body).toMatchObject({ error: { code: 'price_not_accepted' } });
    expect(await readStock(t, toolId)).toMatchObject({ held: 0 });
    const body = { price: 12.5 };
    expectStatus(await t.call('POST', `/orders/${order._id}/accept-price`, { token: ada.token, body }), 200);
    await beginPayment(t, ada, await readOrder(t, ada, order._id));
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'expired' });
  });
});

describe('paying for a quote', () => {
  test('takes over its units, sells them at its price, and marks the quote as paid', async () => {
    const { quote, order, toolId } = await makeQuoted();
    const rival = await t.makeUser();
    expect((await startPayment(t, rival, await placeOrder(t, rival, toolId, 2))).status).toBe(200);
    const intent = await beginPayment(t, ada, order);
    expect(intent.amount).toBe(30);
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 5, sold: 0 });
    expect((await readQuote(t, ada, quote)).lines).toMatchObject([{ heldQuantity: 0 }]);
    await confirmCard(t, intent);
    expectStatus(await reportPaid(t, ada, order._id, intent.paymentIntentId), 200);
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 2, sold: 3 });
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'paid', endedAt: expect.any(String) });
  });

  test('keeps the quote open until its last part, also when marked as paid by hand', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const orders = (await fillBasket(t, ada, [
      { id: tool.id, quantity: 2 },
      { id: tool.id, quantity: 3 },
    ])) as [Order, Order];
    const quote = await makeAccepted(t, people(), orders);
    const intent = await beginBasket(t, ada, orders.slice(0, 1));
    await confirmCard(t, intent);
    await settlePayment(t.shop, intent.paymentIntentId);
    expect(await readQuote(t, ada, quote)).toMatchObject({
      state: 'accepted',
      lines: [{ orderState: 'paid', heldQuantity: 0 }, { heldQuantity: 3 }],
    });
    const body = { orderIds: [orders[1]._id], method: 'cash', price: 30 };
    expectStatus(
      await t.call('POST', `/customers/${ada.email}/mark-paid`, { token: staff.token, body }),
      200,
    );
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'paid' });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 0, held: 0, sold: 5 });
  });

  test('returns unpaid units to the quote, and after its expiry to the shelf', async () => {
    const { quote, order, toolId } = await makeQuoted();
    await beginPayment(t, ada, order);
    await releaseHold(t.shop, await liveId(order));
    expect((await readQuote(t, ada, quote)).lines).toMatchObject([{ heldQuantity: 3 }]);
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 3, sold: 0 });
    await beginPayment(t, ada, order);
    t.clock.advance(FIVE_MINUTES);
    await releaseHold(t.shop, await liveId(order));
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 0, sold: 0 });
  });

  test('may finish after its expiry if it began before', async () => {
    const { quote, order, toolId } = await makeQuoted();
    const intent = await beginPayment(t, ada, order);
    t.clock.advance(FIVE_MINUTES);
    await expireQuote(t.shop, quote._id);
    await reconcilePayments(t.shop);
    expect((await subjectsTo(ada)).join()).not.toContain('expired');
    expect((await startPayment(t, ada, order)).body.paymentIntentId).toBe(intent.paymentIntentId);
    await confirmCard(t, intent);
    await settlePayment(t.shop, intent.paymentIntentId);
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'paid' });
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 0, sold: 3 });
  });

  test('is checked again each minute after its expiry while it cannot be ended, not at once', async () => {
    const { quote, order } = await makeQuoted();
    await beginPayment(t, ada, order);
    t.clock.advance(60 * FIVE_MINUTES);
    const soonest = t.clock.now().getTime() + 60_000;
    await expireQuote(t.shop, quote._id);
    const jobs = await jobsOf(t.shop.db, ['expire-quote']);
    const [job] = jobs.filter(({ data }) => JSON.stringify(data).includes(quote._id));
    expect(job?.startAfter.getTime()).toBeGreaterThanOrEqual(soonest);
  });

  test('late for all orders of an unanswered quote closes it and reports it', {
    tags: ['sweep'],
  }, async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 3);
    const intent = await beginPayment(t, ada, order);
    await releaseHold(t.shop, await liveId(order));
    const quote = expectStatus(await ask(t, ada, [order]), 201);
    await t.asOwner(
      `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
    );
    expect(await settlePayment(t.shop, intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'withdrawn' });
    await t.runJobs();
    expect(await subjectsTo(ada)).toContain(`Your quote ${quote.number} is closed`);
  });

  test('succeeds from the quote’s units even after the payment had ended', async () => {
    const { quote, order, toolId } = await makeQuoted();
    const intent = await beginPayment(t, ada, order);
    await releaseHold(t.shop, await liveId(order));
    await t.asOwner(
      `update sandbox_cards.intents set status = 'succeeded' where id = '${intent.paymentIntentId}'`,
    );
    const rival = await t.makeUser();
    await beginPayment(t, rival, await placeOrder(t, rival, toolId, 2));
    expect(await settlePayment(t.shop, intent.paymentIntentId)).toEqual({ outcome: 'paid' });
    expect(await readStock(t, toolId)).toEqual({ onHand: 2, held: 2, sold: 3 });
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'paid' });
  });

  test('reserves the rest as usual without reserved units, or with other orders', async () => {
    const { order, toolId } = await makeQuoted(makeAccepted, { holds: false });
    const other = await placeOrder(t, ada, toolId, 2);
    expect((await startBasket(t, ada, [order, other])).status).toBe(200);
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 5, sold: 0 });
    await releaseHold(t.shop, await liveId(order));
    expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 0, sold: 0 });
  });
});

describe('a quote that ends', () => {
  const ends: Record<string, [string, (quote: Quote, toolId: string) => Promise<unknown>]> = {
    'its buyer declines it': ['declined', (quote) => decline(t, ada, quote)],
    'staff withdraw it': ['withdrawn', (quote) => withdraw(t, staff, quote)],
    'its buyer is blocked': [
      'withdrawn',
      async () => {
        const { token } = await t.makeUser({ role: 'admin' });
        const body = { reason: 'Cards declined' };
        return t.call('PUT', `/user/blocked/${ada.email}`, { token, body });
      },
    ],
    'its tool leaves the shop': [
      'withdrawn',
      async (_quote, toolId) => {
        const { token } = await t.makeUser({ role: 'admin' });
        return t.call('DELETE', `/tool/${toolId}`, { token });
      },
    ],
  };

  test.each(Object.entries(ends))(
    'as %s releases its units and ends a payment in progress',
    async (_how, [state, end]) => {
      const { quote, order, toolId } = await makeQuoted();
      const intent = await beginPayment(t, ada, order);
      await end(quote, toolId);
      await t.runJobs();
      expect(await readQuote(t, staff, quote)).toMatchObject({ state, lines: [{ heldQuantity: 0 }] });
      expect(await readStock(t, toolId)).toEqual({ onHand: 5, held: 0, sold: 0 });
      expect((await confirmCard(t, intent)).status).toBe(409);
      if (state === 'withdrawn')
        expect(await subjectsTo(ada)).toContain(`Your quote ${quote.number} was withdrawn`);
    },
  );

  test('stays ended: a repeat returns it, anything else is a conflict', async () => {
    const { quote } = await makeQuoted();
    expectStatus(await decline(t, ada, quote), 200);
    expect(expectStatus(await decline(t, ada, quote), 200).state).toBe('declined');
    expect((await withdraw(t, staff, quote)).status).toBe(409);
    expect((await decline(t, staff, quote)).status).toBe(404);
    await expect(
      t.asOwner(`update quote_orders set held_quantity = 1 where quote_id = '${quote._id}'`),
    ).rejects.toThrow('quote_orders_hold_only_open');
  });

  test('by expiry is also ended by the reconciliation', async () => {
    const { quote, toolId } = await makeQuoted(makeOffered);
    t.clock.advance(FIVE_MINUTES);
    await reconcilePayments(t.shop);
    expect(await readQuote(t, ada, quote)).toMatchObject({ state: 'expired', endedAt: expect.any(String) });
    expect(await readStock(t, toolId)).toMatchObject({ held: 0 });
  });
});
