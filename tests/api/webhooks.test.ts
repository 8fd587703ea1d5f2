import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import type { ErrorReply } from '#contracts/app-error.ts';
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookDeliverySchema,
  webhookEndpointSchema,
  webhookEvents,
  webhookExchangeSchema,
} from '#features/webhooks/contract.ts';
import { buyBasket } from '#tests/support/baskets.ts';
import { buy, expectStatus, placeOrder } from '#tests/support/buying.ts';
import { makeAccepted, readQuote } from '#tests/support/quotes.ts';
import { cancelOrder, refundOrder } from '#tests/support/refunding.ts';
import { setUp, setUpServer, setUpShop } from '#tests/support/set-up-shop.ts';
import { addWebhook, openReceiver, verifyWebhook } from '#tests/support/webhook-receiver.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', WEBHOOK_PRIVATE_ADDRESSES: '1' });
const receiver = setUpServer(openReceiver);
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

beforeEach(async () => {
  await t.shop.db.deleteFrom('webhook_endpoints').execute();
  receiver.received.length = 0;
  receiver.answer(() => ({}));
});

type Endpoints = (WebhookEndpoint & { secret?: string })[];

const ask = <Body = { _id: string; secret: string; insertedId: string; modifiedCount: number } & ErrorReply>(
  method: string,
  path: string,
  body?: unknown,
) => t.call<Body>(method, path, { token: admin.token, body });
const add = (...events: WebhookEvent[]) => addWebhook(t, admin.token, receiver.url, events);
const listed = async () => (await ask<Endpoints>('GET', '/webhook-endpoints')).body;
const deliveriesOf = async (id: string, query = '') =>
  (await ask<WebhookDelivery[]>('GET', `/webhook-endpoints/${id}/deliveries${query}`)).body;

/** Advances the clock past the time in which shipping can be undone, and delivers; returns what came. */
async function deliver(ms = 0) {
  t.clock.advance(ms);
  await t.runJobs();
  return receiver.received;
}

describe('an endpoint', () => {
  test('is added with a secret that is shown once and signs what is sent', async () => {
    const { _id, secret } = await add('message.received', 'purchase.paid', 'purchase.paid');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [endpoint, ...others] = await listed();
    expect(others).toEqual([]);
    expect(z.strictObject(webhookEndpointSchema.shape).parse(endpoint)).toMatchObject({
      _id,
      url: receiver.url,
      events: ['purchase.paid', 'message.received'],
      off: null,
      previousSecretUntil: null,
    });
    const stored = await t.asOwner(`select webhook_endpoints::text as row from webhook_endpoints`);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20));
    expectStatus(await ask('POST', `/webhook-endpoints/${_id}/test`), 200);
    const [hook] = await deliver();
    expect(hook && verifyWebhook(secret, hook)).toMatchObject({
      type: 'webhook.test',
      data: { endpointId: _id },
    });
    expect(hook?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-version': '1',
      'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(() => hook && verifyWebhook('whsec_c29tZXRoaW5nIGVsc2U=', hook)).toThrow();
  });

  test.each([
    [{ url: 'ftp://erp.example/hooks' }, 'url'],
    [{ url: 'hooks' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://ada:secret@93.184.216.34/' }, 'url'],
    [{ url: 'https://nowhere.invalid/hooks' }, 'url'],
    [{ url: 5 }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['order.burnt'] }, 'events'],
    [{ events: 'purchase.paid' }, 'events'],
  ])('refuses %j', async (change, field) => {
    const body = { url: receiver.url, events: ['purchase.paid'], ...change };
    const refused = await ask('POST', '/webhook-endpoints', body);
    expect(refused.status).toBe(400);
    expect(refused.body.error.field).toMatch(field);
    expect(await listed()).toEqual([]);
  });

  test.each(['a'.repeat(2000), 'ä'.repeat(1000)])('refuses an address that is too long', async (path) => {
    const body = { url: `https://93.184.216.34/${path}`, events: ['purchase.paid'] };
    const refused = await ask('POST', '/webhook-endpoints', body);
    expect([refused.status, refused.body.error.field]).toEqual([400, 'url']);
    expect(await listed()).toEqual([]);
  });

  test('is one of twenty at most, however many are added at once', async () => {
    const body = { url: receiver.url, events: ['stock.low'] };
    const replies = await Promise.all(
      Array.from({ length: 23 }, () => ask('POST', '/webhook-endpoints', body)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3);
    expect(await listed()).toHaveLength(20);
  });

  test('changes its address and events, and says whether anything changed', async () => {
    const { _id } = await add('stock.low');
    const path = `/webhook-endpoints/${_id}`;
    const change = { url: `${receiver.url}/other#top`, events: ['review.added', 'stock.low'] };
    expect((await ask('PATCH', path, change)).body.modifiedCount).toBe(1);
    expect((await ask('PATCH', path, change)).body.modifiedCount).toBe(0);
    expect((await ask('PATCH', path, {})).body.modifiedCount).toBe(0);
    expect(await listed()).toMatchObject([
      { url: `${receiver.url}/other`, events: ['stock.low', 'review.added'] },
    ]);
    expect((await ask('PATCH', path, { isOn: 'yes' })).body.error).toMatchObject({ field: 'isOn' });
    expect((await ask('PATCH', path, { url: 'https://a:b@c.example' })).status).toBe(400);
  });

  test('signs with both secrets for a day after a rotation, then with the new one', async () => {
    const { _id, secret: first } = await add('stock.low');
    const second = (await ask('POST', `/webhook-endpoints/${_id}/rotate-secret`)).body.secret;
    expect(second).not.toBe(first);
    const [endpoint] = await listed();
    expect(endpoint?.previousSecretUntil).not.toBeNull();
    await ask('POST', `/webhook-endpoints/${_id}/test`);
    const [hook] = await deliver();
    for (const secret of [first, second]) expect(hook && verifyWebhook(secret, hook)).toBeTruthy();
    const third = (await ask('POST', `/webhook-endpoints/${_id}/rotate-secret`)).body.secret;
    await ask('POST', `/webhook-endpoints/${_id}/test`);
    const [, next] = await deliver();
    for (const secret of [second, third]) expect(next && verifyWebhook(secret, next)).toBeTruthy();
    expect(() => next && verifyWebhook(first, next)).toThrow();
    await t.shop.db
      .updateTable('webhook_endpoints')
      .set({ rotated_at: new Date(t.clock.now().getTime() - 86_400_000) })
      .execute();
    await ask('POST', `/webhook-endpoints/${_id}/test`);
    const [, , last] = await deliver();
    expect(last && verifyWebhook(third, last)).toBeTruthy();
    expect(() => last && verifyWebhook(second, last)).toThrow();
    expect((await listed())[0]?.previousSecretUntil).toBeNull();
  });

  test('gets nothing once it is deleted or off, and what was waiting once it is on again', async () => {
    const { _id } = await add('message.received');
    const say = () =>
      t.call('POST', '/contact', { body: { name: 'Ines', email: 'ines@example.com', phone: '+1 555 0100' } });
    const path = `/webhook-endpoints/${_id}`;
    expectStatus(await say(), 200);
    expect((await ask('PATCH', path, { isOn: false })).body.modifiedCount).toBe(1);
    expectStatus(await say(), 200);
    expect(await deliver()).toEqual([]);
    expect((await listed())[0]?.off).toMatchObject({ reason: 'by_hand' });
    expect((await ask('POST', `${path}/test`)).status).toBe(409);
    expect((await ask('PATCH', path, { isOn: true })).body.modifiedCount).toBe(1);
    expect(await deliver()).toHaveLength(1);
    expectStatus(await say(), 200);
    expect((await ask<{ deletedCount: number }>('DELETE', path)).body).toEqual({ deletedCount: 1 });
    expect(await deliver()).toHaveLength(1);
    for (const [method, rest] of [
      ['DELETE', ''],
      ['PATCH', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${_id}`],
      ['POST', `/deliveries/${_id}/resend`],
    ] as const)
      expect((await ask(method, `${path}${rest}`, method === 'PATCH' ? {} : undefined)).status).toBe(404);
    expect((await ask('DELETE', '/webhook-endpoints/7')).status).toBe(400);
  });
});

describe('an event', () => {
  test('is the reply of the call that reads its object, each sent once to each endpoint that chose it', async () => {
    const { _id: all } = await add(...webhookEvents);
    const { _id: few } = await add('order.shipped');
    const tools = [await t.makeTool(), await t.makeTool({ onHand: 400 })];
    const [first, second, third] = await buyBasket(t, buyer, [...tools, await t.makeTool()]);
    if (!first || !second || !third) throw new Error('nothing was bought');
    await deliver();
    expect(await ask('POST', '/shipments', { orderIds: [first._id] })).toMatchObject({ status: 200 });
    await cancelOrder(t, admin, second._id, { reason: 'Gone' });
    expectStatus(await refundOrder(t, admin, third._id, { amount: 1 }), 201);
    await deliver(10_000);
    const types = receiver.received.map(({ body }) => body.type);
    expect(types.toSorted()).toEqual(
      [
        'purchase.paid',
        'order.shipped',
        'order.shipped',
        'order.cancelled',
        'order.refunded',
        'order.refunded',
      ].toSorted(),
    );
    const dataOf = (type: string, has = '') =>
      receiver.received.find(({ body, text }) => body.type === type && text.includes(has))?.body.data;
    const read = async (path: string) => (await ask<object>('GET', path)).body;
    expect(dataOf('order.shipped')).toEqual(await read(`/orders/${first._id}`));
    expect(dataOf('order.cancelled')).toMatchObject({ _id: second._id, state: 'cancelled' });
    expect(dataOf('order.refunded', third._id)).toEqual(await read(`/orders/${third._id}`));
    expect(dataOf('purchase.paid')).toMatchObject({
      number: first.number,
      orders: [{ _id: first._id }, { _id: second._id }, { _id: third._id }],
    });
    const ids = (endpointType: string) =>
      new Set(receiver.received.filter(({ body }) => body.type === endpointType).map(({ id }) => id));
    expect(ids('order.shipped').size).toBe(1);
    expect((await deliveriesOf(few)).map(({ type }) => type)).toEqual(['order.shipped']);
    expect(
      (await deliveriesOf(all)).every(({ state, status }) => state === 'delivered' && status === 204),
    ).toBe(true);
  });

  test('of a shipment that is undone is not sent, nor before it can no longer be', async () => {
    await add('order.shipped');
    const { id } = await t.makeTool();
    const order = await buy(t, buyer, id);
    await ask('POST', '/shipments', { orderIds: [order._id] });
    expect(await deliver(5000)).toEqual([]);
    await ask('POST', '/shipments/undo', { orderIds: [order._id] });
    await ask('POST', '/shipments', { orderIds: [order._id] });
    expect(await deliver(9000)).toEqual([]);
    expect(await deliver(1001)).toHaveLength(1);
    expect(await deliver(60_000)).toHaveLength(1);
  });

  test('is sent of quotes, tools, low stock, reviews, and messages', async () => {
    const { secret } = await add(
      'quote.accepted',
      'tool.changed',
      'stock.low',
      'review.added',
      'message.received',
    );
    const { id } = await t.makeTool({ onHand: 100 });
    const order = await placeOrder(t, buyer, id, 1);
    const quote = await makeAccepted(t, { buyer, staff: admin }, [order]);
    const [accepted] = await deliver();
    expect(accepted?.body).toMatchObject({ type: 'quote.accepted', data: await readQuote(t, buyer, quote) });
    const edited = await t.call<{ version: number }>('PATCH', `/tool/${id}`, {
      token: admin.token,
      body: { version: 1, price: 31, available_quantity: 1 },
    });
    expectStatus(edited, 200);
    const tool = (await ask<object>('GET', `/managetool/${id}`)).body;
    const [, ...changes] = await deliver();
    expect(changes.map(({ body }) => [body.type, body.data])).toEqual([
      ['stock.low', tool],
      ['tool.changed', tool],
    ]);
    expectStatus(await ask('DELETE', `/tool/${id}`), 200);
    expect((await deliver()).at(-1)?.body).toMatchObject({
      type: 'tool.changed',
      data: { _id: id, deleted: true },
    });
    const review = await t.call<{ insertedId: string }>('POST', '/review', {
      token: buyer.token,
      body: { rate: 5, reviews: 'Cuts well.', email: buyer.email, name: buyer.name },
    });
    expect((await deliver()).at(-1)?.body).toMatchObject({
      type: 'review.added',
      data: { _id: review.body.insertedId, rate: 5, email: buyer.email },
    });
    const from = { name: 'Ines', email: 'ines@example.com', phone: '+1 555 0100' };
    await t.call('POST', '/contact', { body: from });
    const last = (await deliver()).at(-1);
    expect(last?.body).toMatchObject({ type: 'message.received', data: { ...from, answers: [] } });
    expect(last && verifyWebhook(secret, last)).toEqual(last?.body);
  });

  test('is written only if its transaction commits, and not at all without endpoints', async () => {
    const { id } = await t.makeTool();
    await buy(t, buyer, id);
    expect(await t.shop.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
    await add('tool.changed');
    const stale = await ask('PATCH', `/tool/${id}`, { version: 9, price: 3 });
    expect(stale.status).toBe(409);
    expect(await t.shop.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
  });
});

describe('a delivery', () => {
  test('is listed newest first in pages, by state, with its body and the beginning of the answer', async () => {
    const { _id } = await add('stock.low');
    receiver.answer(() => ({ status: 500, text: 'x'.repeat(5000) }));
    for (const _ of [1, 2, 3]) await ask('POST', `/webhook-endpoints/${_id}/test`);
    await deliver();
    const [newest, ...older] = await deliveriesOf(_id);
    expect(older).toHaveLength(2);
    expect(z.strictObject(webhookDeliverySchema.shape).parse(newest)).toMatchObject({
      type: 'webhook.test',
      state: 'waiting',
      attempts: 1,
      status: 500,
      problem: 'refused',
    });
    const page = await ask<WebhookDelivery[]>('GET', `/webhook-endpoints/${_id}/deliveries?limit=2`);
    expect(page.body).toEqual([newest, older[0]]);
    expect(page.headers.get('link')).toContain('rel="next"');
    expect(await deliveriesOf(_id, `?limit=2&cursor=${older[0]?._id}`)).toEqual([older[1]]);
    expect(await deliveriesOf(_id, '?state=delivered')).toEqual([]);
    expect(await deliveriesOf(_id, '?state=waiting')).toHaveLength(3);
    expect(await deliveriesOf(_id, `?q=${newest?.eventId}`)).toEqual([newest]);
    expect(await deliveriesOf(_id, `?q=${_id}`)).toHaveLength(3);
    expect(await deliveriesOf(_id, '?q=low%20stock')).toEqual([]);
    expect((await ask('GET', `/webhook-endpoints/${_id}/deliveries?state=lost`)).status).toBe(400);
    const exchange = await ask<object>('GET', `/webhook-endpoints/${_id}/deliveries/${newest?._id}`);
    const { body, answer, ...rest } = z.strictObject(webhookExchangeSchema.shape).parse(exchange.body);
    expect(rest).toEqual(newest);
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'webhook.test', timestamp: newest?.occurredAt });
    expect(answer).toBe('x'.repeat(2000));
    const { _id: another } = await add('stock.low');
    expect((await ask('GET', `/webhook-endpoints/${another}/deliveries/${newest?._id}`)).status).toBe(404);
  });

  test('is sent again with the same id and body', async () => {
    const { _id, secret } = await add('stock.low');
    const { insertedId } = (await ask('POST', `/webhook-endpoints/${_id}/test`)).body;
    await deliver();
    const path = `/webhook-endpoints/${_id}/deliveries/${insertedId}/resend`;
    expect((await ask('POST', path)).body).toEqual({ modifiedCount: 1 });
    const [first, second, ...others] = await deliver();
    expect(others).toEqual([]);
    expect([second?.id, second?.text]).toEqual([first?.id, first?.text]);
    expect(second && verifyWebhook(secret, second)).toBeTruthy();
    await ask('PATCH', `/webhook-endpoints/${_id}`, { isOn: false });
    expect((await ask('POST', path)).status).toBe(409);
  });

  test('and a deleted endpoint are kept for thirty days', async () => {
    const { _id } = await add('stock.low');
    await ask('POST', `/webhook-endpoints/${_id}/test`);
    await ask('DELETE', `/webhook-endpoints/${_id}`);
    const rows = async () => [
      (await t.shop.db.selectFrom('webhook_deliveries').selectAll().execute()).length,
      (await t.shop.db.selectFrom('webhook_endpoints').selectAll().execute()).length,
    ];
    const sweep = async (ms: number) => {
      t.clock.advance(ms);
      await t.shop.jobs.enqueue(t.shop.db, 'forget-old-webhooks', {});
      await t.runJobs();
      return rows();
    };
    expect(await sweep(30 * 86_400_000 - 60_000)).toEqual([1, 1]);
    expect(await sweep(120_000)).toEqual([0, 0]);
  });
});
