import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { countOrders, orderBody, queuedMails } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

const t = setUpShop();
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@example.com' }));
const bob = setUp(() => t.makeUser({ name: 'Bob Mason' }));

function post(body: unknown, options: { token?: string; key?: string } = {}) {
  return t.call<ErrorReply & { insertedId: string }>('POST', '/orders', {
    token: options.token ?? ada.token,
    body,
    ...(options.key === undefined ? {} : { headers: { 'idempotency-key': options.key } }),
  });
}

describe('an Idempotency-Key', () => {
  test('repeats the first answer, even if the order has changed since', async () => {
    const tool = await t.makeTool();
    const key = randomUUID();
    const first = await post(orderBody(tool.id), { key });
    await t.call('DELETE', `/orders/${first.body.insertedId}`, { token: ada.token });
    const before = await countOrders(t);
    const repeat = await post(orderBody(tool.id), { key });
    expect(repeat).toMatchObject({ status: 201, body: first.body });
    expect(await countOrders(t)).toBe(before);
    expect(await queuedMails(t, first.body.insertedId)).toEqual([]);
  });

  test('repeats the first answer, even if the tool has left the shop since', async () => {
    const tool = await t.makeTool();
    const key = randomUUID();
    const first = await post(orderBody(tool.id), { key });
    await t.asOwner(`update tools set deleted_at = now() where id = '${tool.id}'`);
    expect(await post(orderBody(tool.id), { key })).toMatchObject({ status: 201, body: first.body });
    expect((await post(orderBody(tool.id), { key: randomUUID() })).status).toBe(404);
  });

  test('is refused with another body', async () => {
    const tool = await t.makeTool();
    const key = randomUUID();
    await post(orderBody(tool.id, 1), { key });
    const before = await countOrders(t);
    expect(await post(orderBody(tool.id, 2), { key })).toMatchObject({
      status: 422,
      body: { error: { code: 'key_reused', field: 'idempotency-key' } },
    });
    expect(await countOrders(t)).toBe(before);
  });

  test('belongs to one person', async () => {
    const tool = await t.makeTool();
    const key = randomUUID();
    const mine = await post(orderBody(tool.id), { key });
    const theirs = await post(orderBody(tool.id), { key, token: bob.token });
    expect(theirs.status).toBe(201);
    expect(theirs.body.insertedId).not.toBe(mine.body.insertedId);
  });

  test('is not used up by a refusal', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    const key = randomUUID();
    expect((await post(orderBody(tool.id, 2), { key })).status).toBe(400);
    expect((await post(orderBody(tool.id, 1), { key })).status).toBe(201);
  });

  test('may have up to 200 characters', async () => {
    const tool = await t.makeTool();
    expect((await post(orderBody(tool.id), { key: 'k'.repeat(200) })).status).toBe(201);
    expect(await post(orderBody(tool.id), { key: 'k'.repeat(201) })).toMatchObject({
      status: 400,
      body: { error: { field: 'idempotency-key' } },
    });
  });

  test('expires after a day', { tags: ['sweep'] }, async () => {
    const later = await startTestShop();
    try {
      const buyer = await later.makeUser();
      const tool = await later.makeTool();
      const { jobHandlers } = await import('#server/shop/job-handlers.ts');
      await later.call('POST', '/orders', {
        token: buyer.token,
        body: orderBody(tool.id),
        headers: { 'idempotency-key': 'once' },
      });
      const count = () => later.shop.db.selectFrom('idempotency_keys').select('key').execute();
      await jobHandlers(later.shop)['forget-old-keys']?.({}, { isLast: false });
      expect(await count()).toHaveLength(1);
      later.clock.advance(25 * 3_600_000);
      await jobHandlers(later.shop)['forget-old-keys']?.({}, { isLast: false });
      expect(await count()).toHaveLength(0);
    } finally {
      await later.stop();
    }
  });
});
