/** @module-tag sweep */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { createLog } from '#platform/log.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';
import { expectStatus, placeOrder } from '#tests/support/buying.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

const figuresOf = (number: string) => Number(/^TY-(\d{5,})$/.exec(number)?.[1]);

describe('an order', () => {
  let t: TestShop;
  let admin: TestUser;
  let ada: TestUser;
  let bob: TestUser;

  beforeAll(async () => {
    t = await startTestShop();
    admin = await t.makeUser({ role: 'admin' });
    ada = await t.makeUser();
    bob = await t.makeUser();
  });
  afterAll(() => t.stop());

  test('has a readable number, higher than any before', async () => {
    const tool = await t.makeTool();
    const first = await placeOrder(t, ada, tool.id);
    const second = await placeOrder(t, bob, tool.id);
    expect(figuresOf(first.number)).toBeGreaterThan(10_000);
    expect(figuresOf(second.number)).toBeGreaterThan(figuresOf(first.number));
    const answers = [
      await t.call('GET', `/orders/${first._id}`, { token: ada.token }),
      await t.call('GET', `/orders?email=${ada.email}`, { token: ada.token }),
      await t.call('GET', `/manageorders?q=${first._id}`, { token: admin.token }),
    ];
    const { number } = first;
    expect(answers.map(({ body }) => body)).toMatchObject([{ number }, [{ number }], [{ number }]]);
  });

  test('is found by its whole number, however it is typed, by its buyer and by admins', async () => {
    const { number, _id } = await placeOrder(t, ada, (await t.makeTool()).id);
    const theirs = await placeOrder(t, bob, (await t.makeTool()).id);
    const figures = number.slice(3);
    const found = async (path: string, q: string, { token }: TestUser) => {
      const { body } = await t.call<{ _id: string }[]>('GET', `${path}q=${encodeURIComponent(q)}`, { token });
      return body.map((order) => order._id);
    };
    const mine = `/orders?email=${ada.email}&`;
    const typed = [number, number.toLowerCase(), `ty ${figures}`, `TY${figures}`, `#${figures}`, figures];
    for (const q of [...typed, `#${number}`, `# ${number.toLowerCase()}`]) {
      expect(await found('/manageorders?', q, admin)).toEqual([_id]);
      expect(await found(mine, q, ada)).toEqual([_id]);
    }
    expect(await found('/manageorders?', number.slice(0, -1), admin)).toEqual([]);
    expect(await found('/manageorders?', `${number}0`, admin)).toEqual([]);
    expect(await found('/manageorders?', 'TY-99999999999999999999', admin)).toEqual([]);
    expect(await found(mine, theirs.number, ada)).toEqual([]);
  });

  test('is found by digits, as is a tool with them in its name', async () => {
    const { number } = await placeOrder(t, ada, (await t.makeTool()).id);
    const named = await placeOrder(t, ada, (await t.makeTool({ name: `Chuck ${number.slice(3)}` })).id);
    const { body } = await t.call('GET', `/manageorders?q=${number.slice(3)}`, { token: admin.token });
    expect(body).toMatchObject([{ _id: named._id }, { number }]);
  });

  test('begins with what the shop chose when it was placed, and is found by it or by its digits', async () => {
    const choose = async (orderPrefix: string) => {
      const { body } = await t.call<ManagedDetails>('GET', '/managedetails', { token: admin.token });
      const change = { version: body.version, business: { ...body.details.business, orderPrefix } };
      return t.call('PATCH', '/details', { token: admin.token, body: change });
    };
    const before = await placeOrder(t, ada, (await t.makeTool()).id);
    for (const unfit of ['', '7UP', 'ACME-', 'TOOLONG', 'INV', 'q'])
      expect(await choose(unfit)).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', field: 'business.orderPrefix' } },
      });
    expectStatus(await choose('acme'), 200);
    const order = await placeOrder(t, ada, (await t.makeTool()).id);
    expect(order.number).toMatch(/^ACME-\d{5,}$/);
    expect(Number(order.number.slice(5))).toBeGreaterThan(figuresOf(before.number));
    const found = async (q: string) =>
      (await t.call('GET', `/manageorders?q=${encodeURIComponent(q)}`, { token: admin.token })).body;
    for (const q of [order.number, order.number.toLowerCase(), `#${order.number.slice(5)}`])
      expect(await found(q)).toMatchObject([{ _id: order._id }]);
    expect(await found(before.number)).toMatchObject([{ _id: before._id, number: before.number }]);
    expect(await found(before.number.slice(3))).toMatchObject([{ _id: before._id }]);
    const purchase = await t.call('GET', `/manageorders/${order.number}/purchase`, { token: admin.token });
    expect(purchase).toMatchObject({ status: 200, body: { orders: [{ _id: order._id }] } });
    const activity = await t.call('GET', `/activity?q=${order.number}`, { token: admin.token });
    expectStatus(activity, 200);
    expectStatus(await choose('TY'), 200);
  });
});

test('numbers old orders in the order they were placed in, and the next one after them', async () => {
  const { connection, asOwner } = await makeDatabase();
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0015-managed-tools' });
  const id = (nth: number) => `00000000-0000-7000-8000-00000000000${nth}`;
  const insertOrder = (nth: number, placedAt: string) =>
    asOwner(`insert into orders (id, user_id, tool_id, tool_name, img, unit_price_cents, quantity, total_cents, user_name,
      email, phone, address, placed_at) values ('${id(nth)}', '${id(0)}', '${id(0)}', 'Saw', '/s', 1, 1, 1, 'Ada', 'a@b.c', '1',
      'x', '${placedAt}')`);
  await asOwner(
    `insert into users (id, subject, display_name, email_verified) values ('${id(0)}', 'ada', 'Ada', true)`,
  );
  await asOwner(
    `insert into pictures (id, url, width, height, colour, webp_srcset) values ('${id(0)}', '/s', 4, 3, '#eee', '/s 4w')`,
  );
  await asOwner(`insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
    values ('${id(0)}', 'Saw', 'Saws', '/s', 1, 1, 9)`);
  await insertOrder(1, '2026-03-02T00:00:00Z');
  await insertOrder(2, '2026-03-03T00:00:00Z');
  await insertOrder(3, '2026-03-01T00:00:00Z');
  await prepareTables(server, createLog('silent'));
  await insertOrder(4, '2026-03-04T00:00:00Z');
  expect(await asOwner('select right(id::text, 1) as nth, number from orders order by number')).toEqual([
    { nth: '3', number: 'TY-10001' },
    { nth: '1', number: 'TY-10002' },
    { nth: '2', number: 'TY-10003' },
    { nth: '4', number: 'TY-10004' },
  ]);
});
