/** @module-tag sweep */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import {
  beginPayment,
  confirmCard,
  expectStatus,
  orderBody,
  queuedMails,
  reportPaid,
} from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop();

function place(buyer: TestUser, toolId: string, quantity: number, key: string) {
  return t.call<Order>('POST', '/orders', {
    token: buyer.token,
    body: orderBody(toolId, quantity),
    headers: { 'idempotency-key': key },
  });
}

/** The stored order: its buyer, tool and quantity, and the number of its audit entries. */
async function storedOf(orderId: string) {
  const [stored] = await t.asOwner(
    `select user_id, tool_id, quantity, (select count(*)::int from audit_events e where e.order_id = o.id
       and e.action = 'order_placed' and e.actor_id = o.user_id) as events from orders o where id = '${orderId}'`,
  );
  return stored;
}

test('concurrent orders of many buyers are all separate, each with its audit entry and email', async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, () => t.makeUser()));
  const tools = await Promise.all(Array.from({ length: 7 }, () => t.makeTool()));
  const wanted = Array.from({ length: 42 }, (_, n) => ({
    buyer: buyers[n % 6] as TestUser,
    toolId: tools[n % 7]?.id ?? '',
    quantity: n + 1,
  }));
  const replies = await Promise.all(
    wanted.map(({ buyer, toolId, quantity }) => place(buyer, toolId, quantity, randomUUID())),
  );
  for (const [n, { status, body }] of replies.entries()) {
    const { buyer, toolId, quantity } = wanted[n] as (typeof wanted)[number];
    expect(status).toBe(201);
    expect(body).toMatchObject({ email: buyer.email, toolId, minQuantity: quantity });
    expect(await storedOf(body._id)).toEqual({
      user_id: buyer.userId,
      tool_id: toolId,
      quantity,
      events: 1,
    });
    expect(await queuedMails(t, body._id)).toEqual([]);
  }
});

test('a repeat and a misused key do not delay other orders placed at the same time', async () => {
  const [ada, bo] = [await t.makeUser(), await t.makeUser()];
  const { id: toolId } = await t.makeTool();
  const [known, spent] = [randomUUID(), randomUUID()];
  const first = await place(ada, toolId, 1, known);
  await place(ada, toolId, 2, spent);
  const [repeat, other, misused, ...news] = await Promise.all([
    place(ada, toolId, 1, known),
    place(bo, toolId, 1, known),
    place(ada, toolId, 3, spent),
    ...Array.from({ length: 9 }, () => place(bo, toolId, 4, randomUUID())),
  ]);
  expect(repeat?.body).toEqual(first.body);
  expect(other?.body).toMatchObject({ email: bo.email, minQuantity: 1 });
  expect(misused).toMatchObject({ status: 422, body: { error: { code: 'key_reused' } } });
  expect(new Set(news.map(({ body }) => body._id)).size).toBe(9);
  const stored = await t.asOwner(
    `select email, count(*)::int as orders from orders where tool_id = '${toolId}' group by email`,
  );
  expect(stored).toHaveLength(2);
  expect(stored).toContainEqual({ email: ada.email, orders: 2 });
  expect(stored).toContainEqual({ email: bo.email, orders: 10 });
});

test('the receipts of orders paid together are sent once each', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => t.makeUser()));
  const { id: toolId } = await t.makeTool();
  const replies = await Promise.all(buyers.map((buyer) => place(buyer, toolId, 1, randomUUID())));
  expect(await jobsOf(t.shop.db, ['send-mail'])).toEqual([]);
  await Promise.all(
    replies.map(async ({ body }, index) => {
      const buyer = buyers[index] as TestUser;
      const intent = await beginPayment(t, buyer, body);
      expectStatus(await confirmCard(t, intent), 200);
      expectStatus(await reportPaid(t, buyer, body._id, intent.paymentIntentId), 200);
    }),
  );
  await t.runJobs();
  for (const { body } of replies) {
    const mails = await t.asOwner(
      `select subject from mailbox.messages where recipient = '${body.email}' and text_body like '%${body._id}%'`,
    );
    expect(mails).toEqual([{ subject: `Receipt for order ${body.number}: ${body.toolName}` }]);
    expect(await queuedMails(t, body._id)).toEqual([]);
  }
});
