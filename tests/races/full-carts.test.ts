/** @module-tag sweep */
import { beforeAll, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { MAX_UNPAID_ORDERS } from '#features/orders/rules.ts';
import { orderBody } from '#tests/support/buying.ts';
import { countWork } from '#tests/support/count-work.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const staff = setUp(() => t.makeUser({ role: 'staff' }));
let toolId: string;
beforeAll(async () => {
  ({ id: toolId } = await t.makeTool({ priceCents: 250, onHand: 10_000 }));
});

/** Copies a buyer's only order, each with another quantity and address. */
async function fillCart(orders: number): Promise<TestUser> {
  const buyer = await t.makeUser();
  await t.call('POST', '/orders', { token: buyer.token, body: orderBody(toolId) });
  const columns = `tool_id, tool_name, part_number, img, unit_price_cents, user_name, email, phone, purchase_order_number,
    buyer_note, user_id, placed_at`;
  await t.asOwner(`insert into orders (id, quantity, total_cents, address, ${columns})
    select gen_random_uuid(), nth, 250 * nth, nth || ' Yard Lane', ${columns} from orders, generate_series(2, ${orders}) nth
    where user_id = '${buyer.userId}'`);
  return buyer;
}

const unpaidOf = async ({ userId }: TestUser) =>
  (
    await t.asOwner(
      `select count(*)::integer as count from orders where user_id = '${userId}' and state = 'unpaid'`,
    )
  )[0]?.count;

const place = (buyer: TestUser) =>
  t.call<ErrorReply>('POST', '/orders', { token: buyer.token, body: orderBody(toolId) });

function placeBatch(token: string, orders: number, customer?: string) {
  const { phone, address } = orderBody(toolId);
  const lines = Array(orders).fill({ toolId, quantity: 1 });
  return t.call<ErrorReply>('POST', '/orders/batch', { token, body: { lines, phone, address, customer } });
}

const placeFor = ({ email }: TestUser) =>
  t.call<ErrorReply>('POST', `/customers/${email}/orders`, { token: staff.token, body: orderBody(toolId) });

test('an almost full account takes exactly as many orders as fit, whichever calls race for them', async () => {
  const buyer = await fillCart(MAX_UNPAID_ORDERS - 5);
  const replies = await Promise.all([
    ...Array.from({ length: 4 }, () => place(buyer)),
    ...Array.from({ length: 4 }, () => placeFor(buyer)),
    ...Array.from({ length: 2 }, () => placeBatch(buyer.token, 2)),
    ...Array.from({ length: 2 }, () => placeBatch(staff.token, 2, buyer.email)),
  ]);
  expect(await unpaidOf(buyer)).toBe(MAX_UNPAID_ORDERS);
  for (const { status, body } of replies.filter((reply) => reply.status !== 201))
    expect([status, body.error.code, body.error.field]).toEqual([409, 'cart_full', undefined]);
});

test('a full account takes one more for each deleted order; a batch that does not fit leaves nothing', async () => {
  const buyer = await fillCart(MAX_UNPAID_ORDERS);
  expect([(await place(buyer)).status, (await placeFor(buyer)).status]).toEqual([409, 409]);
  const [order] = await t.asOwner(`select id from orders where user_id = '${buyer.userId}' limit 1`);
  expect((await t.call('DELETE', `/orders/${order?.id}`, { token: buyer.token })).status).toBe(200);
  expect((await placeBatch(buyer.token, 2)).body.error.code).toBe('cart_full');
  expect(await unpaidOf(buyer)).toBe(MAX_UNPAID_ORDERS - 1);
  expect((await place(buyer)).status).toBe(201);
});

test('paying by price alone does no more work with five hundred unpaid orders than with fifty', async () => {
  const [few, many] = [await fillCart(50), await fillCart(MAX_UNPAID_ORDERS)];
  const ask = (buyer: TestUser, price: number) => async () => {
    const { status } = await t.call('POST', '/create-payment-intent', {
      token: buyer.token,
      body: { price },
    });
    expect(status).toBe(400);
  };
  const [, amongFew = 0, amongMany = 0] = await countWork([ask(few, 1), ask(few, 1), ask(many, 1)]);
  expect(amongMany).toBeLessThan(amongFew);
  const found = await t.call<{ amount: number }>('POST', '/create-payment-intent', {
    token: many.token,
    body: { price: 1247.5 },
  });
  expect([found.status, found.body.amount]).toEqual([200, 1247.5]);
});
