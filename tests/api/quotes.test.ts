import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import { MAX_ASKED_QUOTES } from '#features/orders/quote-rules.ts';
import type { ListedQuote, Quote } from '#features/quotes/contract.ts';
import { times } from '#tests/support/at-once.ts';
import { fillBasket } from '#tests/support/baskets.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  expectStatus,
  placeOrder,
  readOrder,
  readStock,
} from '#tests/support/buying.ts';
import { ask, makeOffered, offer, offerBody, readQuote } from '#tests/support/quotes.ts';
import { setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

/** An order id that does not exist. */
const nobodys = randomUUID();

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUpForEach(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());
const people = () => ({ buyer: ada, staff });

const trailOf = async (order: Pick<Order, '_id'>) =>
  (
    await t.asOwner(
      `select action from audit_events where order_id = '${order._id}' and action like 'quote%' order by id`,
    )
  ).map(({ action }) => action);

const mailsAbout = async (quoteId: string) => {
  await t.runJobs();
  return (
    await t.asOwner(`select subject from mailbox.messages where text_body like '%${quoteId}%' order by id`)
  ).map(({ subject }) => subject);
};

const emailed = (quoteId: string, subject: RegExp) =>
  mailsAbout(quoteId).then((subjects) => subjects.filter((each) => subject.test(String(each))).length);

describe('requesting a quote', () => {
  test('notifies staff, marks the orders and leaves them unchanged, once per key', async () => {
    const orders = await fillBasket(t, ada, [
      { id: (await t.makeTool()).id, quantity: 3 },
      { id: (await t.makeTool({ name: 'Bench vise' })).id },
    ]);
    const [first] = orders as [Order];
    const key = randomUUID();
    const quote = expectStatus(await ask(t, ada, orders, { note: 'For a school.' }, key), 201);
    expect(quote).toMatchObject({
      number: expect.stringMatching(/^Q-\d{4,}$/),
      state: 'asked',
      version: 1,
      email: ada.email,
      note: 'For a school.',
      price: null,
      holds: false,
      expiresAt: null,
      orderCount: 2,
      lines: [
        { orderId: first._id, quantity: 3, unitPrice: null, toolUnitPrice: 12.5, heldQuantity: 0 },
        { orderId: orders[1]?._id, quantity: 1, toolName: 'Bench vise', availableQuantity: 100 },
      ],
    });
    expect(expectStatus(await ask(t, ada, orders, { note: 'For a school.' }, key), 201)._id).toBe(quote._id);
    expect((await ask(t, ada, orders, {}, key)).status).toBe(422);
    expect((await readOrder(t, ada, first._id)).quote).toEqual({
      _id: quote._id,
      number: quote.number,
      state: 'asked',
      expiresAt: null,
    });
    expect(await trailOf(first)).toEqual(['quote_asked']);
    expect(await emailed(quote._id, /requested/)).toBeGreaterThan(0);
  });

  test.each<[string, object, string]>([
    ['no orders', { orderIds: [] }, 'orderIds'],
    ['an order twice', { orderIds: [nobodys, nobodys] }, 'orderIds'],
    ['a note that is too long', { note: 'x'.repeat(501) }, 'note'],
  ])('is refused with %s', async (_what, body, field) => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    expect(await ask(t, ada, [order], body)).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await trailOf(order)).toEqual([]);
  });

  test('is refused for foreign, paid or quoted orders, and for a tool that has gone', async () => {
    const tool = await t.makeTool();
    const order = await placeOrder(t, ada, tool.id);
    const foreign = await placeOrder(t, await t.makeUser(), tool.id);
    expect((await ask(t, ada, [order, foreign])).status).toBe(404);
    expect((await ask(t, ada, [order, await buy(t, ada, tool.id)])).status).toBe(409);
    const { number } = expectStatus(await ask(t, ada, [order]), 201);
    const again = await ask(t, ada, [order, await placeOrder(t, ada, tool.id)]);
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'conflict', field: 'orderIds' } } });
    expect(again.body.error.message).toContain(number);
    const gone = await placeOrder(t, ada, tool.id);
    await t.asOwner(`update tools set deleted_at = now() where id = '${tool.id}'`);
    expect((await ask(t, ada, [gone])).status).toBe(409);
    expect(await trailOf(gone)).toEqual([]);
  });

  test('is refused to a blocked buyer, and above the maximum number', async () => {
    const tool = await t.makeTool();
    const orders = await times(MAX_ASKED_QUOTES + 1, () => placeOrder(t, ada, tool.id));
    for (const order of orders.slice(1)) expectStatus(await ask(t, ada, [order]), 201);
    expect((await ask(t, ada, orders.slice(0, 1))).body.error.code).toBe('conflict');
    const eve = await t.makeUser();
    const order = await placeOrder(t, eve, tool.id);
    await t.asOwner(`update users set blocked_reason = 'Cards declined' where id = '${eve.userId}'`);
    expect((await ask(t, eve, [order])).body.error.code).toBe('account_blocked');
  });

  test('is enforced by the database: one open quote of an order', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const { _id } = expectStatus(await ask(t, ada, [order]), 201);
    const forged = t.asOwner(`with forged as (
      insert into quotes (id, user_id, asked_at) select gen_random_uuid(), user_id, now() from quotes where id = '${_id}'
      returning id
    ) insert into quote_orders (quote_id, order_id, position, quantity, state)
      select id, '${order._id}', 0, 1, 'asked' from forged`);
    await expect(forged).rejects.toThrow('quote_orders_one_open');
  });

  test('ends a payment of them in progress', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    const intent = await beginPayment(t, ada, order);
    expectStatus(await ask(t, ada, [order]), 201);
    expect((await confirmCard(t, intent)).status).toBe(409);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 5, held: 0, sold: 0 });
  });
});

describe('an offer', () => {
  test('reserves all units until it expires, is emailed, and is replaced by the next', async () => {
    const tool = await t.makeTool({ onHand: 10 });
    const order = await placeOrder(t, ada, tool.id, 4);
    const offered = await makeOffered(t, people(), [order], { unitPrice: 9.99, message: 'With love.' });
    expect(offered).toMatchObject({
      state: 'offered',
      version: 2,
      price: 39.96,
      message: 'With love.',
      holds: true,
      lines: [{ unitPrice: 9.99, price: 39.96, heldQuantity: 4, availableQuantity: 6 }],
    });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 4, sold: 0 });
    const [movement] = expectStatus(
      await t.call<object[]>('GET', `/tool/${tool.id}/stock`, { token: staff.token }),
      200,
    );
    expect(movement).toMatchObject({
      kind: 'reserved',
      quantity: -4,
      cause: { kind: 'quote', id: offered._id, name: offered.number },
    });
    expect(await emailed(offered._id, /^Your quote Q-\d+ from /)).toBe(1);
    const next = expectStatus(await offer(t, staff, offered, { unitPrice: 9, holds: false }), 200);
    expect(next).toMatchObject({ version: 3, price: 36, holds: false, lines: [{ heldQuantity: 0 }] });
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 0, sold: 0 });
    expectStatus(await offer(t, staff, next, { unitPrice: 9 }), 200);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 10, held: 4, sold: 0 });
    expect(await trailOf(order)).toEqual(['quote_asked', ...Array(3).fill('quote_offered')]);
  });

  test('reserves all units or none, and names what is short', async () => {
    const tools = [await t.makeTool({ onHand: 5 }), await t.makeTool({ name: 'Jig saw', onHand: 5 })];
    const orders = await fillBasket(t, ada, [
      { id: tools[0]?.id ?? '', quantity: 5 },
      { id: tools[1]?.id ?? '', quantity: 5 },
    ]);
    const asked = expectStatus(await ask(t, ada, orders), 201);
    await buy(t, await t.makeUser(), tools[1]?.id ?? '', 2);
    const refused = await offer(t, staff, asked);
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'out_of_stock', field: 'holds' } } });
    expect(refused.body.error.message).toBe('Jig saw: 5 needed, 3 available');
    expect(await readStock(t, tools[0]?.id ?? '')).toMatchObject({ held: 0 });
    expect(await readQuote(t, ada, asked)).toMatchObject({ state: 'asked', version: 1 });
    expectStatus(await offer(t, staff, asked, { holds: false }), 200);
  });

  test.each<[string, object, string]>([
    ['a price of nothing', { unitPrice: 0 }, 'lines.0.unitPrice'],
    ['part of a cent', { unitPrice: 1.005 }, 'lines.0.unitPrice'],
    ['more than a card pays', { unitPrice: 999_999 }, 'minQuantity'],
    ['a minute that has passed', { minutes: -1 }, 'expiresAt'],
    ['a minute too far', { minutes: 91 * 24 * 60 }, 'expiresAt'],
    ['no minute', { expiresAt: 'soon' }, 'expiresAt'],
    ['another order', { lines: [{ orderId: nobodys, unitPrice: 1 }] }, 'lines'],
    ['a message that is too long', { message: 'x'.repeat(501) }, 'message'],
  ])('is refused with %s', async (_what, besides, field) => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id, 2);
    const asked = expectStatus(await ask(t, ada, [order]), 201);
    const refused = await offer(t, staff, asked, besides);
    expect(refused).toMatchObject({ status: 400, body: { error: { field } } });
    expect(await readQuote(t, ada, asked)).toMatchObject({ state: 'asked', version: 1 });
  });

  test('is refused at an old version, with the current quote', async () => {
    const offered = await makeOffered(t, people(), [await placeOrder(t, ada, (await t.makeTool()).id)]);
    expect(await offer(t, staff, { ...offered, version: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict', current: { _id: offered._id, version: 2 } } },
    });
  });

  test('can be made to a customer without a request, once per key', async () => {
    const tool = await t.makeTool();
    const order = await placeOrder(t, ada, tool.id);
    const send = (email: string, body: object, key = randomUUID()) =>
      t.call<Quote & ErrorReply>('POST', `/customers/${email}/quotes`, {
        token: staff.token,
        body,
        headers: { 'idempotency-key': key },
      });
    const [body, key] = [offerBody(t, [order._id]), randomUUID()];
    expect((await send('nobody@example.com', body)).body.error.field).toBe('email');
    expect((await send((await t.makeUser()).email, body)).status).toBe(404);
    const quote = expectStatus(await send(ada.email, body, key), 201);
    expect(quote).toMatchObject({ state: 'offered', askedAt: null, lines: [{ heldQuantity: 1 }] });
    expect(expectStatus(await send(ada.email, body, key), 201)._id).toBe(quote._id);
    expect((await send(ada.email, body)).status).toBe(409);
    expect(await readStock(t, tool.id)).toMatchObject({ held: 1 });
  });
});

describe('the list of quotes', () => {
  test('contains one’s own, or everyone’s for staff: searched, by state, in pages', async () => {
    const tool = await t.makeTool({ name: 'Spokeshave' });
    const quotes = [
      expectStatus(await ask(t, ada, [await placeOrder(t, ada, tool.id)]), 201),
      await makeOffered(t, people(), [await placeOrder(t, ada, tool.id)]),
    ];
    const eve = await t.makeUser();
    expectStatus(await ask(t, eve, [await placeOrder(t, eve, tool.id)]), 201);
    const list = async (reader: TestUser, query: string) =>
      expectStatus(await t.call<ListedQuote[]>('GET', `/quotes${query}`, { token: reader.token }), 200).map(
        ({ _id }) => _id,
      );
    const [asked, offered] = quotes.map(({ _id }) => _id);
    expect(await list(ada, '')).toEqual([offered, asked]);
    expect(await list(ada, '?limit=1')).toEqual([offered]);
    expect(await list(ada, `?cursor=${offered}`)).toEqual([asked]);
    expect(await list(staff, `?customer=${ada.email}&state=asked`)).toEqual([asked]);
    expect(await list(staff, `?q=${quotes[1]?.number.replace('-', '')}`)).toEqual([offered]);
    expect(await list(staff, '?q=spokesh')).toHaveLength(3);
    t.clock.advance(5 * 60_000);
    expect(await list(staff, `?customer=${ada.email}&state=offered`)).toEqual([]);
    expect(await list(staff, `?customer=${ada.email}&state=expired`)).toEqual([offered]);
    expect((await t.call('GET', `/quotes?customer=${eve.email}`, { token: ada.token })).status).toBe(403);
  });
});
