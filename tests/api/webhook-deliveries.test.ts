import { connect } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#features/webhooks/contract.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import { openDatabase } from '#platform/database/database.ts';
import { startWorkers } from '#platform/jobs/jobs.ts';
import { createWebhookSender } from '#platform/post-webhook.ts';
import { detached, jobHandlers } from '#server/shop/job-handlers.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { outboxOf } from '#tests/support/outbox.ts';
import { setUp, setUpServer, setUpShop } from '#tests/support/set-up-shop.ts';
import { until } from '#tests/support/until.ts';
import { addWebhook, openReceiver } from '#tests/support/webhook-receiver.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', WEBHOOK_PRIVATE_ADDRESSES: '1' });
const receiver = setUpServer(openReceiver);
const other = setUpServer(openReceiver);
const admin = setUp(() => t.makeUser({ role: 'admin', email: 'owner@example.com' }));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  await t.shop.db.deleteFrom('webhook_endpoints').execute();
  for (const each of [receiver, other]) {
    each.received.length = 0;
    each.most.atOnce = 0;
    each.answer(() => ({}));
  }
});

const ask = async <Body>(method: string, path: string, body?: unknown) => {
  // The clock may be past an earlier token's expiry.
  const { token } = await t.makeUser({ role: 'admin' });
  return t.call<Body & ErrorReply>(method, path, { token, body });
};
const endpoints = async () => (await ask<WebhookEndpoint[]>('GET', '/webhook-endpoints')).body;
const deliveriesOf = async (id: string) =>
  (await ask<WebhookDelivery[]>('GET', `/webhook-endpoints/${id}/deliveries`)).body;

async function add(url = receiver.url) {
  const { token } = await t.makeUser({ role: 'admin' });
  return addWebhook(t, token, url, ['message.received']);
}

/** Sends contact messages; the events of each are of one object. */
async function say(...names: string[]) {
  for (const name of names)
    expectStatus(
      await t.call('POST', '/contact', { body: { name, email: 'ines@example.com', phone: '+1 555 0100' } }),
      200,
    );
}

/** Writes another event about the object of the only message. */
async function sayMore(times: number) {
  const { id } = await t.shop.db
    .selectFrom('contact_messages')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (let nth = 0; nth < times; nth++)
    await t.shop.db
      .transaction()
      .execute((tx) => enqueueWebhooks(t.shop, tx, 'message.received', [{ id, detail: `more ${nth}` }]));
}

async function run(ms = 0) {
  t.clock.advance(ms);
  await t.runJobs();
}

/** The work of real workers until the test ends. */
async function startWork() {
  const workers = openDatabase(t.app, { maxConnections: 2, onIdleError: () => undefined });
  const runner = await startWorkers({
    pool: workers.pool,
    log: t.shop.log,
    handlers: { 'deliver-webhooks': jobHandlers(t.shop)['deliver-webhooks'] ?? (async () => undefined) },
    detached,
  });
  return async () => {
    await runner.stop();
    await workers.close();
  };
}

describe('a delivery that is not accepted', () => {
  test('is tried for three days with growing pauses and one id, then the endpoint is off and admins know', async () => {
    const { _id, secret } = await add();
    receiver.answer(() => ({ status: 503 }));
    await say('Ada');
    await run();
    const pauses: number[] = [];
    for (;;) {
      const [delivery] = await deliveriesOf(_id);
      if (delivery?.state !== 'waiting') break;
      const wait = Date.parse(delivery.nextTryAt ?? '') - t.clock.now().getTime();
      const tries = receiver.received.length;
      await run(wait - 2000);
      expect(receiver.received).toHaveLength(tries);
      await run(2001);
      expect(receiver.received).toHaveLength(tries + 1);
      pauses.push(wait);
    }
    expect(pauses.length).toBeGreaterThan(8);
    expect(pauses).toEqual(pauses.toSorted((one, next) => Math.round((one - next) / 10_000)));
    const sum = pauses.reduce((total, pause) => total + pause, 0);
    expect(sum).toBeGreaterThan(2.9 * DAY_MS);
    expect(sum).toBeLessThan(3.1 * DAY_MS);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    for (const { id, text, headers } of receiver.received) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(id, at, text));
    }
    const moments = new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp']));
    expect(moments.size).toBe(receiver.received.length);
    expect((await deliveriesOf(_id))[0]).toMatchObject({ state: 'failed', status: 503, nextTryAt: null });
    expect((await endpoints())[0]?.off).toMatchObject({ reason: 'failing' });
    const mails = await t.shop.db.selectFrom('mailbox.messages').selectAll().execute();
    const told = mails.filter(({ subject }) => subject === 'A webhook endpoint was turned off');
    expect(told.map(({ recipient }) => recipient)).toContain(admin.email);
    expect(told[0]?.text_body).toContain(receiver.url);
    const { length } = receiver.received;
    await say('Bea');
    await run(DAY_MS);
    expect(receiver.received).toHaveLength(length);
  });

  test('leaves the endpoint on if it accepts others meanwhile', async () => {
    const { _id } = await add();
    receiver.answer(({ text }) => ({ status: text.includes('Ada') ? 500 : 200 }));
    await say('Ada');
    for (let hours = 0; hours < 140; hours += 4) {
      await run(4 * HOUR_MS);
      if (hours === 40) await say('Bea');
    }
    expect((await deliveriesOf(_id)).map(({ state }) => state)).toEqual(['delivered', 'failed']);
    expect((await endpoints())[0]?.off).toBeNull();
  });

  test('turns the endpoint off at once with 410', async () => {
    const { _id } = await add();
    receiver.answer(() => ({ status: 410 }));
    await say('Ada');
    await run();
    expect((await endpoints())[0]?.off).toMatchObject({ reason: 'gone' });
    expect((await deliveriesOf(_id))[0]).toMatchObject({ state: 'failed', status: 410, attempts: 1 });
  });

  test('is not sent on to where a redirect points', async () => {
    const { _id } = await add();
    receiver.answer(() => ({ status: 307, headers: { location: other.url } }));
    await say('Ada');
    await run();
    expect(other.received).toEqual([]);
    expect((await deliveriesOf(_id))[0]).toMatchObject({
      state: 'waiting',
      status: 307,
      problem: 'redirected',
    });
  });

  test('by nobody there is tried again', async () => {
    const gone = await openReceiver();
    const { _id } = await add(gone.url);
    gone.stop();
    await say('Ada');
    await run();
    expect((await deliveriesOf(_id))[0]).toMatchObject({
      state: 'waiting',
      status: null,
      problem: 'out_of_reach',
    });
  });
});

describe('events', () => {
  test('of one object are sent in their order, and those of others do not wait for them', async () => {
    const { _id } = await add();
    await say('Ada');
    await sayMore(2);
    receiver.answer(() => ({ status: 500 }));
    await run();
    expect(receiver.received).toHaveLength(1);
    await say('Bea');
    await run();
    expect(receiver.received.map(({ text }) => text.includes('Bea'))).toEqual([false, true]);
    receiver.answer(() => ({}));
    await run(5000);
    const written = (await deliveriesOf(_id)).toReversed().map(({ eventId }) => eventId);
    const sent = receiver.received.slice(2).filter(({ text }) => text.includes('Ada'));
    expect(sent.map(({ id }) => id)).toEqual(written.slice(0, 3));
  });

  test('are sent with four requests at most, and a slow receiver holds up nobody', {
    tags: ['sweep'],
  }, async () => {
    await add();
    await add(other.url);
    const release = Promise.withResolvers<void>();
    receiver.answer(async () => {
      await release.promise;
      return {};
    });
    const stop = await startWork();
    await say(...Array.from({ length: 12 }, (_, nth) => `Ada ${nth}`));
    await until('the quick receiver to have all', async () => other.received.length === 12);
    await until('the slow one to be busy', async () => receiver.received.length === 4);
    await say('Bea');
    await until('the quick receiver to have the next', async () => other.received.length === 13);
    expect(receiver.received).toHaveLength(4);
    release.resolve();
    await until('the slow receiver to have all', async () => receiver.received.length === 13);
    expect(receiver.most.atOnce).toBe(4);
    await stop();
    for (const { received } of [receiver, other]) expect(new Set(received.map(({ id }) => id)).size).toBe(13);
  });

  test('under way are counted although the database refuses the next claim, and the rest follows', {
    tags: ['sweep'],
  }, async () => {
    const { _id: endpointId } = await add();
    const release = Promise.withResolvers<void>();
    receiver.answer(async () => {
      await release.promise;
      return {};
    });
    await say('Ada', 'Bea', 'Cleo');
    const stop = await startWork();
    await until('three requests to be open', async () => receiver.received.length === 3);
    const refusing = vi.spyOn(t.shop.db, 'transaction').mockImplementation(() => {
      throw new Error('Connection terminated unexpectedly');
    });
    await t.shop.jobs.enqueue(t.shop.db, 'deliver-webhooks', { endpointId });
    await until('the refusal', async () => (t.shop.failedItems.get('deliver-webhooks') ?? 0) > 0);
    refusing.mockRestore();
    release.resolve();
    await say('Dora');
    await until('all to be there', async () => receiver.received.length === 4);
    await stop();
    const states = await t.shop.db.selectFrom('webhook_deliveries').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(Array(4).fill('delivered'));
  });

  test('that a process had begun when it ended are taken up by another', { tags: ['sweep'] }, async () => {
    const { _id } = await add();
    await say('Ada');
    const claimed = new Date(t.clock.now().getTime() + 30_000);
    await t.shop.db.updateTable('webhook_deliveries').set({ claimed_until: claimed, attempts: 1 }).execute();
    await run();
    expect(receiver.received).toEqual([]);
    t.clock.advance(30_001);
    await outboxOf(t.shop.db).send('deliver-webhooks');
    await run();
    expect(receiver.received).toHaveLength(1);
    expect((await deliveriesOf(_id))[0]).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});

describe('a sender', () => {
  /** Where every address leads to the receiver, and names are what is given. */
  const reached: string[] = [];
  const senderTo = (
    names: Record<string, string[]>,
    options: Partial<Parameters<typeof createWebhookSender>[1]> = {},
  ) => {
    reached.length = 0;
    return createWebhookSender(
      {
        resolve: async (host) => names[host] ?? [],
        dial: ({ address }) => {
          reached.push(address);
          return connect({ host: '127.0.0.1', port: receiver.port });
        },
      },
      { allowsPrivate: false, needsHttps: false, ...options },
    );
  };
  const request = { headers: { 'webhook-id': '1' }, body: '{}' };

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.9',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '0x7f.1',
    '2130706433',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ])('sends nothing to %s', async (host) => {
    const sender = senderTo({});
    expect(await sender.problemOf(`http://${host}/`)).toBe('not_public');
    expect(await sender.post(`http://${host}:8080/`, request)).toMatchObject({ problem: 'not_public' });
    expect(reached).toEqual([]);
  });

  test('looks a name up when it connects, and connects to what it checked', async () => {
    const names: Record<string, string[]> = { 'erp.example': ['93.184.216.34'] };
    const sender = senderTo(names);
    expect(await sender.problemOf('https://erp.example/')).toBeUndefined();
    expect(await sender.post('http://erp.example/', request)).toMatchObject({ status: 204 });
    expect(reached).toEqual(['93.184.216.34']);
    names['erp.example'] = ['127.0.0.1'];
    expect(await sender.post('http://erp.example/', request)).toMatchObject({ problem: 'not_public' });
    names['erp.example'] = ['93.184.216.34', '::1'];
    expect(await sender.post('http://erp.example/', request)).toMatchObject({ problem: 'not_public' });
    delete names['erp.example'];
    expect(await sender.post('http://erp.example/', request)).toMatchObject({ problem: 'no_such_host' });
    expect(reached).toHaveLength(1);
  });

  test('of a live shop uses https only', async () => {
    const sender = senderTo({}, { needsHttps: true });
    expect(await sender.problemOf('http://93.184.216.34/')).toBe('not_https');
    expect(await sender.post('http://93.184.216.34/', request)).toMatchObject({ problem: 'not_https' });
    expect(await sender.problemOf('https://93.184.216.34/')).toBeUndefined();
    expect(reached).toEqual([]);
  });

  test('waits a bounded time for an answer', async () => {
    const never = new Promise<never>(() => undefined);
    receiver.answer(() => never);
    const sender = senderTo({}, { timeoutMs: 300 });
    expect(await sender.post('http://93.184.216.34/', request)).toMatchObject({ problem: 'timed_out' });
    onTestFinished(() => receiver.answer(() => ({})));
  });
});

test('a private address, or a name of one, is refused when it is saved, unless the keeper allows it', async () => {
  const { token } = await t.makeUser({ role: 'admin' });
  const strict = createWebhookSender({}, { allowsPrivate: false, needsHttps: false });
  const { webhookSender } = t.shop;
  t.shop.webhookSender = strict;
  onTestFinished(() => {
    t.shop.webhookSender = webhookSender;
  });
  for (const url of [receiver.url, `http://localhost:${receiver.port}/`, 'http://[::ffff:127.0.0.1]/']) {
    const refused = await t.call<ErrorReply>('POST', '/webhook-endpoints', {
      token,
      body: { url, events: ['stock.low'] },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toMatchObject({
      field: 'url',
      message: expect.stringContaining('private network'),
    });
  }
  expect(await endpoints()).toEqual([]);
});
