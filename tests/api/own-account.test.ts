import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Order } from '#features/orders/contract.ts';
import type { Overview } from '#features/overview/contract.ts';
import type { Quote } from '#features/quotes/contract.ts';
import { buy, expectStatus, placeOrder, readOrder } from '#tests/support/buying.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const owner = setUp(() => t.makeUser({ role: 'admin' }));
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const tool = setUpForEach(() => t.makeTool());

const as = (asker: TestUser, path: string, body: object) =>
  t.call<ErrorReply & Pick<Quote, '_id' | 'version'>>('POST', path, { token: asker.token, body });

const refusal = {
  status: 409,
  body: {
    error: { code: 'own_account', message: 'This is your own account, so someone else has to do this' },
  },
};

const until = () => new Date(t.clock.now().getTime() + 86_400_000).toISOString();
const offer = ({ _id }: Order) => ({
  lines: [{ orderId: _id, unitPrice: 0.01 }],
  holds: false,
  expiresAt: until(),
});

const offerUnasked = async (asker: TestUser) => {
  const order = await placeOrder(t, asker, tool.id);
  return as(asker, `/customers/${asker.email}/quotes`, offer(order));
};
const answerAsked = async (asker: TestUser) => {
  const order = await placeOrder(t, asker, tool.id);
  const asked = expectStatus(await as(asker, '/quotes', { orderIds: [order._id], note: '' }), 201);
  return as(asker, `/quotes/${asked._id}/offer`, { ...offer(order), version: asked.version });
};
const markPaid = async (asker: TestUser) => {
  const order = await placeOrder(t, asker, tool.id);
  return as(asker, `/customers/${asker.email}/mark-paid`, { orderIds: [order._id], method: 'cash' });
};
const refund = async (asker: TestUser) => {
  const order = await buy(t, asker, tool.id);
  return as(asker, `/orders/${order._id}/refunds`, { amount: 1, reason: 'Because' });
};
const favours = { offerUnasked, answerAsked, markPaid, refund };

describe('staff acting on their own account', () => {
  test.each(Object.entries(favours))('is nobody: %s', async (_name, ask) => {
    expect(await ask(staff)).toMatchObject(refusal);
    expect(
      await t.asOwner(`select id from quotes where user_id = '${staff.userId}' and state = 'offered'`),
    ).toEqual([]);
    expect(await t.asOwner(`select action from audit_events where action = 'acted_for_oneself'`)).toEqual([]);
  });

  test('are refused: a refund of a cash payment, marked as paid out', async () => {
    const order = await placeOrder(t, staff, tool.id, 2);
    const path = `/customers/${staff.email}/mark-paid`;
    expect((await as(owner, path, { orderIds: [order._id], method: 'cash' })).status).toBe(200);
    const given = expectStatus(
      await as(owner, `/orders/${order._id}/refunds`, { quantity: 1, reason: 'Because' }),
      201,
    );
    await t.runJobs();
    expect(await as(staff, `/refunds/${given._id}/given`, {})).toMatchObject(refusal);
    expect(await as(owner, `/refunds/${given._id}/given`, {})).toMatchObject({ status: 200 });
  });

  test('are refused even as an admin, while there is another', async () => {
    const other = await t.makeUser({ role: 'admin' });
    expect(await markPaid(owner)).toMatchObject(refusal);
    const order = await placeOrder(t, owner, tool.id);
    const path = `/customers/${owner.email}/mark-paid`;
    expect((await as(other, path, { orderIds: [order._id], method: 'cash' })).status).toBe(200);
    await t.asOwner(`update users set role = 'user' where id = '${other.userId}'`);
  });

  test('are allowed as the only admin, in the trail and on the overview', async () => {
    // A user with the role but without its powers is not another admin.
    await t.makeUser({ role: 'admin', verified: false });
    const order = await placeOrder(t, owner, tool.id);
    const path = `/customers/${owner.email}/mark-paid`;
    expect((await as(owner, path, { orderIds: [order._id], method: 'cash' })).status).toBe(200);
    expect(await readOrder(t, owner, order._id)).toMatchObject({ paid: true });
    expect(
      await t.asOwner(
        `select actor_id, user_id, order_id, details from audit_events where action = 'acted_for_oneself'`,
      ),
    ).toEqual([
      {
        actor_id: owner.userId,
        user_id: owner.userId,
        order_id: order._id,
        details: { what: 'order_marked_paid' },
      },
    ]);
    const { body } = await t.call<Overview>('GET', '/overview?days=7', { token: owner.token });
    expect(body.forOneself).toEqual({ count: 1 });
  });
});
