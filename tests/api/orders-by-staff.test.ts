import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { PlacedOrder } from '#features/cart/place-order.ts';
import type { Order } from '#features/orders/contract.ts';
import { usAddress } from '#tests/support/addresses.ts';
import { buy, expectStatus, orderBody, placeOrder, queuedMails, readOrder } from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
const ada = setUpForEach(() => t.makeUser());

const place = (email: string, body: object, key?: string) =>
  t.call<PlacedOrder & ErrorReply>('POST', `/customers/${email}/orders`, {
    token: staff.token,
    body,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

const mark = ({ _id }: Pick<Order, '_id'>, body: object = { method: 'cash' }) =>
  t.call<Order[] & ErrorReply>('POST', `/customers/${ada.email}/mark-paid`, {
    token: staff.token,
    body: { orderIds: [_id], ...body },
  });

const sendLink = (orders: Pick<Order, '_id'>[], { email } = ada) =>
  t.call('POST', `/customers/${email}/pay-link`, {
    token: staff.token,
    body: { orderIds: orders.map(({ _id }) => _id) },
  });

const trailOf = (order: Pick<Order, '_id'>, action: string) =>
  t.asOwner(
    `select actor, actor_id, details from audit_events where order_id = '${order._id}' and action = '${action}'`,
  );

describe('an order that staff place for a customer', () => {
  test('is in the customer’s cart as their own, once per key, without an email yet', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const key = randomUUID();
    const placed = expectStatus(await place(ada.email, orderBody(tool.id, 2), key), 201);
    expect(placed).toMatchObject({ email: ada.email, minQuantity: 2, price: 25, state: 'unpaid' });
    expect(expectStatus(await place(ada.email, orderBody(tool.id, 2), key), 201)._id).toBe(placed._id);
    expect((await place(ada.email, orderBody(tool.id, 3), key)).status).toBe(422);
    expect(await readOrder(t, ada, placed._id)).toMatchObject({ _id: placed._id, paid: false });
    expect(await queuedMails(t, placed._id)).toEqual([]);
    expect(await trailOf(placed, 'order_placed')).toMatchObject([{ actor: 'staff', actor_id: staff.userId }]);
  });

  test('is refused without an account, for a blocked one, and where the customer’s own would be', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    expect(await place('nobody@example.com', orderBody(tool.id))).toMatchObject({
      status: 404,
      body: { error: { field: 'email', message: expect.stringMatching(/Ask the customer to sign up/) } },
    });
    expect((await place(ada.email, orderBody(tool.id, 2))).status).toBe(400);
    expect((await place(ada.email, { ...orderBody(tool.id), price: 1 })).status).toBe(409);
    expect((await place(ada.email, orderBody(randomUUID()))).status).toBe(404);
    await t.asOwner(`update users set blocked_reason = 'Cards declined' where id = '${ada.userId}'`);
    expect(await place(ada.email, orderBody(tool.id))).toMatchObject({
      status: 403,
      body: { error: { code: 'account_blocked' } },
    });
    expect(await t.asOwner(`select from orders where user_id = '${ada.userId}'`)).toEqual([]);
  });
});

test('delivers to the default address, else as the last order, else with the profile’s phone', async () => {
  const delivery = (email = ada.email) =>
    t.call('GET', `/customers/${email}/delivery`, { token: staff.token });
  await t.asOwner(`update users set phone = '+1 555 7' where id = '${ada.userId}'`);
  expect((await delivery()).body).toEqual({ phone: '+1 555 7', address: '' });
  const { phone, address } = await placeOrder(t, ada, (await t.makeTool()).id);
  expect((await delivery()).body).toEqual({ phone, address });
  expectStatus(await t.call('POST', '/addresses', { token: ada.token, body: usAddress() }), 201);
  expect((await delivery()).body).toEqual({
    phone: expect.any(String),
    address: expect.stringContaining('12 Workshop Lane'),
  });
  expect((await delivery('nobody@example.com')).status).toBe(404);
});

describe('the current price, accepted by a customer at the counter', () => {
  const accept = (order: Order, price: number, { email } = ada) =>
    t.call<Order & ErrorReply>('POST', `/customers/${email}/accept-price`, {
      token: staff.token,
      body: { orderId: order._id, price },
    });

  test('is recorded by staff under their name, and then paid', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id, 2);
    await t.asOwner(`update tools set price_cents = 1500 where id = '${tool.id}'`);
    expect((await mark(order)).body.error.code).toBe('price_not_accepted');
    expect(await accept(order, 14)).toMatchObject({
      status: 409,
      body: { error: { code: 'price_changed', current: 15 } },
    });
    expect((await accept(order, 15, await t.makeUser())).status).toBe(404);
    expect((await accept(order, 15, { ...ada, email: 'nobody@example.com' })).status).toBe(404);
    expect(expectStatus(await accept(order, 15), 200)).toMatchObject({ price: 30, newUnitPrice: null });
    expect(await trailOf(order, 'order_repriced')).toMatchObject([
      { actor: 'staff', actor_id: staff.userId },
    ]);
    expect(expectStatus(await mark(order, { method: 'cash', price: 30 }), 200)).toMatchObject([
      { paid: true },
    ]);
  });

  test('is refused for a blocked customer', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id);
    await t.asOwner(`update tools set price_cents = 1500 where id = '${tool.id}';
      update users set blocked_reason = 'Cards declined' where id = '${ada.userId}'`);
    expect((await accept(order, 15)).body.error.code).toBe('account_blocked');
    expect(await trailOf(order, 'order_repriced')).toEqual([]);
  });
});

describe('a payment link', () => {
  test('is emailed to the customer once, for what is unpaid', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const orders = [await placeOrder(t, ada, tool.id), await placeOrder(t, ada, tool.id, 2)];
    expect(await sendLink(orders)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    const jobs = (await jobsOf(t.shop.db, ['send-mail'])).map(({ data }) => data);
    const orderIds = orders.map(({ _id }) => _id);
    expect(jobs.filter((job) => JSON.stringify(job).includes('pay-link'))).toContainEqual({
      mail: 'pay-link',
      orderIds,
    });
    await t.runJobs();
    const [email] = await t.asOwner(
      `select text_body from mailbox.messages where text_body like '%/dashboard/payment?orders=${orderIds.join()}%'`,
    );
    expect(email?.text_body).toContain(orders[1]?.number);
    for (const order of orders) expect(await trailOf(order, 'pay_link_sent')).toHaveLength(1);
  });

  test('is refused for paid, unknown and other people’s orders', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const own = await placeOrder(t, ada, tool.id);
    const eve = await t.makeUser();
    expect((await sendLink([own, await placeOrder(t, eve, tool.id)])).status).toBe(404);
    expect((await sendLink([{ _id: randomUUID() }])).status).toBe(404);
    expect((await sendLink([own, await buy(t, ada, tool.id)])).status).toBe(409);
    expect((await sendLink([])).status).toBe(400);
    expect(await trailOf(own, 'pay_link_sent')).toEqual([]);
  });

  test('is refused where it could not be paid: a blocked customer, a removed tool', async () => {
    const tool = await t.makeTool({ onHand: 5 });
    const order = await placeOrder(t, ada, tool.id);
    await t.asOwner(`update users set blocked_reason = 'Cards declined' where id = '${ada.userId}'`);
    expect(await sendLink([order])).toMatchObject({
      status: 403,
      body: { error: { code: 'account_blocked' } },
    });
    await t.asOwner(`update users set blocked_reason = null where id = '${ada.userId}'`);
    await t.asOwner(`update tools set deleted_at = now() where id = '${tool.id}'`);
    expect(await sendLink([order])).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    expect(await trailOf(order, 'pay_link_sent')).toEqual([]);
  });
});
