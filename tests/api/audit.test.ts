import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { type AuditEvent, auditEventSchema } from '#features/audit/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { makeAdmin } from '#features/users/manage-users.ts';
import { jobHandlers } from '#server/shop/job-handlers.ts';
import { beginPayment, buy, confirmCard, orderBody, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { nextPage } from '#tests/support/next-page.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser());

async function readAudit(orderId: string): Promise<AuditEvent[]> {
  const { status, body } = await t.call<AuditEvent[]>('GET', `/orders/${orderId}/audit`, {
    token: admin.token,
  });
  expect(status).toBe(200);
  return z.array(auditEventSchema).parse(body);
}

/** What happened, and in whose name. */
async function readStory(orderId: string): Promise<string[]> {
  return (await readAudit(orderId)).map(({ action, actor }) => `${action} by ${actor}`);
}

describe('the audit trail of an order', () => {
  it('records who did what through which request, with units and amounts', async () => {
    const tool = await t.makeTool({ priceCents: 1250, onHand: 9 });
    const order = await buy(t, ada, tool.id, 2);
    await t.call('PUT', `/manageorders/${order._id}`, { token: admin.token });

    const events = await readAudit(order._id);
    expect(
      events.map(({ action, actor, actorEmail, details }) => ({ action, actor, actorEmail, details })),
    ).toEqual([
      {
        action: 'order_placed',
        actor: 'user',
        actorEmail: ada.email,
        details: { quantity: 2, totalCents: 2500 },
      },
      {
        action: 'payment_started',
        actor: 'user',
        actorEmail: ada.email,
        details: { paymentId: expect.any(String), amountCents: 2500, unitsHeld: 2 },
      },
      {
        action: 'order_paid',
        actor: 'user',
        actorEmail: ada.email,
        details: { paymentId: events[1]?.details.paymentId, amountCents: 2500, unitsSold: 2 },
      },
      {
        action: 'invoice_issued',
        actor: 'user',
        actorEmail: ada.email,
        details: { number: expect.stringMatching(/^INV-\d{6}$/), amountCents: 2500 },
      },
      {
        action: 'order_shipped',
        actor: 'admin',
        actorEmail: admin.email,
        details: { parcelId: expect.any(String) },
      },
    ]);
    expect(new Set(events.map(({ requestId }) => requestId)).size).toBe(4);
    expect(events.every(({ requestId }) => requestId !== null)).toBe(true);
  });

  it('records what the card provider said', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    await confirmCard(t, await beginPayment(t, ada, order));
    await t.runJobs();
    expect(await readStory(order._id)).toEqual([
      'order_placed by user',
      'payment_started by user',
      'order_paid by card_provider',
      'invoice_issued by card_provider',
    ]);
  });

  it('records what the reconciliation corrected', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const { paymentIntentId } = await beginPayment(t, ada, order);
    await t.shop.cardPayments.cancelIntent(paymentIntentId);
    await jobHandlers(t.shop)['reconcile-payments']?.({}, { isLast: false });
    expect(await readStory(order._id)).toEqual([
      'order_placed by user',
      'payment_started by user',
      'reconciled by job:reconcile-payments',
      'payment_released by job:reconcile-payments',
    ]);
  });

  it('records what was refused, and to whom', async () => {
    const tool = await t.makeTool();
    const order = await buy(t, ada, tool.id);
    const stranger = await t.makeUser();
    expect((await t.call('DELETE', `/orders/${order._id}`, { token: stranger.token })).status).toBe(404);
    expect((await t.call('DELETE', `/orders/${order._id}`, { token: ada.token })).status).toBe(409);
    const refused = (await readAudit(order._id)).filter(({ action }) => action === 'refused');
    expect(refused.map(({ actorEmail, details }) => ({ actorEmail, details }))).toEqual([
      { actorEmail: stranger.email, details: { code: 'not_found', call: 'DELETE /orders/:id' } },
      { actorEmail: ada.email, details: { code: 'conflict', call: 'DELETE /orders/:id' } },
    ]);
  });

  it('records sixty refusals an hour per user, so that no user fills the disk', async () => {
    const stranger = await t.makeUser();
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    // Ten at a time: with seventy at once, the shop would answer some that it is busy instead of refusing
    // them.
    for (let round = 0; round < 7; round += 1) {
      const tries = Array.from({ length: 10 }, () =>
        t.call('GET', `/orders/${order._id}`, { token: stranger.token }),
      );
      expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([404]));
    }
    expect((await readAudit(order._id)).filter(({ action }) => action === 'refused')).toHaveLength(60);
  });

  it('comes a page at a time', async () => {
    const order = await buy(t, ada, (await t.makeTool()).id);
    const all = await readAudit(order._id);
    const path = `/orders/${order._id}/audit?limit=2`;
    const first = await t.call<AuditEvent[]>('GET', path, { token: admin.token });
    const second = await t.call<AuditEvent[]>('GET', nextPage(first.headers) ?? '', { token: admin.token });
    expect([...first.body, ...second.body]).toEqual(all);
    expect(first.headers.get('x-total-count')).toBe('4');
  });

  it('is for admins only', async () => {
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    const path = `/orders/${order._id}/audit`;
    expect((await t.call('GET', path)).status).toBe(401);
    expect((await t.call('GET', path, { token: ada.token })).status).toBe(403);
    const unknown = '/orders/0198c0de-0000-7000-8000-000000000000/audit';
    expect((await t.call('GET', unknown, { token: admin.token })).status).toBe(404);
    expect((await t.call('GET', '/orders/1/audit', { token: admin.token })).status).toBe(400);
  });
});

it('records roles, tools, reviews and profiles too', async () => {
  const user = await t.makeUser();
  await makeAdmin(t.shop, user.email);
  await makeAdmin(t.shop, user.email);
  await t.call('PATCH', `/user/${user.email}`, { token: user.token, body: { city: 'Leeds' } });
  await t.call('POST', '/review', { token: user.token, body: { rate: 5, reviews: 'Sharp.' } });
  const { id: toolId } = await t.makeTool();
  await t.call('DELETE', `/tool/${toolId}`, { token: user.token });
  const events = await t.asOwner(
    `select actor, action, tool_id, user_id, details from audit_events
     where '${user.userId}' in (actor_id, user_id) order by id`,
  );
  expect(events).toEqual([
    {
      actor: 'visitor',
      action: 'role_given',
      tool_id: null,
      user_id: user.userId,
      details: { role: 'admin' },
    },
    {
      actor: 'admin',
      action: 'profile_changed',
      tool_id: null,
      user_id: user.userId,
      details: { fields: 'city' },
    },
    {
      actor: 'admin',
      action: 'review_added',
      tool_id: null,
      user_id: null,
      details: { reviewId: expect.any(String), rate: 5 },
    },
    { actor: 'admin', action: 'tool_removed', tool_id: toolId, user_id: null, details: {} },
  ]);
});

describe('the trail itself', () => {
  it.each([
    [
      'an order without its line in the trail',
      async () => {
        await t.asOwner('alter table audit_events rename to audit_events_away');
        return () => t.asOwner('alter table audit_events_away rename to audit_events');
      },
    ],
    [
      'a line in the trail without its order',
      async () => {
        // Fails at commit, after both are written.
        await t.asOwner(`create function fail_late() returns trigger language plpgsql as
          $$ begin raise exception 'no commit'; end $$`);
        await t.asOwner(`create constraint trigger fail_late after insert on audit_events
          deferrable initially deferred for each row execute function fail_late()`);
        return () => t.asOwner('drop function fail_late() cascade');
      },
    ],
  ])('never leaves %s', async (_what, takeAway) => {
    const tool = await t.makeTool();
    const count = () =>
      t.asOwner(`select (select count(*) from orders)::int as orders,
        (select count(*) from audit_events where action = 'order_placed')::int as events`);
    const before = await count();
    const place = () => t.call('POST', '/orders', { token: ada.token, body: orderBody(tool.id) });
    const bringBack = await takeAway();
    const during = await place();
    await bringBack();
    expect(during.status).toBe(500);
    expect(await count()).toEqual(before);
    expect((await place()).status).toBe(201);
  });

  it.each(["update audit_events set actor = 'nobody'", 'delete from audit_events', 'truncate audit_events'])(
    'cannot be changed by the shop, nor by its tables’ owner: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(t.shop.db)).rejects.toThrow(
        'permission denied for table audit_events',
      );
      await expect(t.asOwner(statement)).rejects.toThrow('audit_events is append-only');
    },
  );
});

it('lets the shop serve as a role that cannot change a table', async () => {
  await expect(t.shop.db.schema.createTable('mine').addColumn('id', 'integer').execute()).rejects.toThrow(
    'permission denied for schema public',
  );
  await expect(t.shop.db.schema.dropTable('orders').execute()).rejects.toThrow(
    'must be owner of table orders',
  );
});

it('adds up the units of all events to the stock on hand', async () => {
  const tool = await t.makeTool({ onHand: 10 });
  await buy(t, ada, tool.id, 3);
  const kept = await placeOrder(t, ada, tool.id, 2);
  await beginPayment(t, ada, kept);
  const dropped = await placeOrder(t, ada, tool.id, 4);
  const { paymentIntentId } = await beginPayment(t, ada, dropped);
  const [payment] = await t.asOwner(`select id from payments where intent_id = '${paymentIntentId}'`);
  await releaseHold(t.shop, String(payment?.id));
  expect((await reportPaid(t, ada, dropped._id, paymentIntentId)).status).toBe(409);

  const [units] = await t.asOwner(`
    select sum((details->>'unitsHeld')::int)::int as held, sum((details->>'unitsSold')::int)::int as sold,
      sum((details->>'unitsGivenBack')::int)::int as back
    from audit_events where tool_id = '${tool.id}'`);
  expect(units).toEqual({ held: 9, sold: 3, back: 4 });
  expect(await t.asOwner(`select on_hand, held from tools where id = '${tool.id}'`)).toEqual([
    { on_hand: 7, held: 2 },
  ]);
});
