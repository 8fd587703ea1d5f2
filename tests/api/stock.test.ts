import { describe, expect, it } from 'vitest';
import { setAvailable } from '#features/catalogue/stock-store.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import type { StockMovement } from '#features/stock/contract.ts';
import { runAsActor } from '#platform/actor.ts';
import { createLog } from '#platform/log.ts';
import { lookAtStock } from '#server/api/health.ts';
import { checkDatabase } from '#server/commands/checks.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';
import {
  beginPayment,
  buy,
  confirmCard,
  placeOrder,
  readPayments,
  readStock,
} from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

type Answer = {
  available_quantity?: number;
  insertedId?: string;
  error?: { code: string; field?: string; message: string };
};

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  t.call<Answer>('POST', path, { token: admin.token, body, headers });

const list = (toolId: string, query = '') =>
  t.call<StockMovement[]>('GET', `/tool/${toolId}/stock${query}`, { token: admin.token });

const availableOf = async (toolId: string) =>
  (await t.call<{ available_quantity: number }>('GET', `/tool/${toolId}`)).body.available_quantity;

/** A tool's ledger rows without ids and times. Asserts that they add up to what is available. */
async function rowsOf(toolId: string) {
  const { status, body } = await list(toolId);
  expect(status).toBe(200);
  expect(body.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(await availableOf(toolId));
  return body.map(({ _id, at, ...row }) => row);
}

const trailOf = (action: string) =>
  t.asOwner(
    `select actor, actor_id, tool_id, details from audit_events where action = '${action}' order by id`,
  );

describe('a tool’s ledger', () => {
  it('begins with the tool’s initial stock', async () => {
    const { img } = await t.makeTool();
    const figures = { min_order_quantity: 1, available_quantity: 7, price: 30 };
    const { body } = await post('/tool', { name: 'Plane', description: 'Planes.', img, ...figures });
    expect(await rowsOf(body.insertedId ?? '')).toEqual([
      {
        ...{ kind: 'received', quantity: 7, available: 7, cause: { kind: 'new_tool' } },
        ...{ actor: 'admin', actorEmail: admin.email },
      },
    ]);
  });

  it('records an order’s units by its number: reserved, and then sold or released', async () => {
    const tool = await t.makeTool({ onHand: 10 });
    const buyer = await t.makeUser();
    const order = await buy(t, buyer, tool.id, 3);
    const left = await placeOrder(t, buyer, tool.id, 2);
    await beginPayment(t, buyer, left);
    expect(await rowsOf(tool.id)).toMatchObject([
      { kind: 'reserved' },
      { kind: 'sold' },
      { kind: 'received' },
    ]);
    const [payment] = await readPayments(t, left._id);
    await runAsActor({ actor: 'job:release-hold' }, () => releaseHold(t.shop, payment?.id ?? ''));
    const cause = { kind: 'order', id: order._id, name: order.number };
    const other = { kind: 'order', id: left._id, name: left.number };
    expect(await rowsOf(tool.id)).toMatchObject([
      { kind: 'released', quantity: 2, available: 7, cause: other, actor: 'job:release-hold' },
      { kind: 'reserved', quantity: -2, available: 5, cause: other, actorEmail: buyer.email },
      { kind: 'sold', quantity: -3, available: 7, cause },
      { kind: 'received', quantity: 10, available: 10 },
    ]);
    expect(await readStock(t, tool.id)).toEqual({ onHand: 7, held: 0, sold: 3 });
  });

  it('tells only of the sale once an order is paid at the second try', async () => {
    const tool = await t.makeTool({ onHand: 10 });
    const buyer = await t.makeUser();
    const order = await placeOrder(t, buyer, tool.id, 8);
    await beginPayment(t, buyer, order);
    const [payment] = await readPayments(t, order._id);
    await releaseHold(t.shop, payment?.id ?? '');
    const intent = await beginPayment(t, buyer, order);
    await confirmCard(t, intent);
    await settlePayment(t.shop, intent.paymentIntentId);
    const [sold, received, ...others] = await rowsOf(tool.id);
    expect([sold?.quantity, received?.quantity, others]).toEqual([-8, 10, []]);
    expect((await list(tool.id)).headers.get('x-total-count')).toBe('2');
  });

  it('is paginated newest first, even after the tool has left the shop', async () => {
    const tool = await t.makeTool({ onHand: 1 });
    for (const quantity of [2, 3, 4]) await post(`/tool/${tool.id}/stock`, { kind: 'received', quantity });
    await t.call('DELETE', `/tool/${tool.id}`, { token: admin.token });
    const first = await list(tool.id, '?limit=3');
    expect(first.body.map(({ quantity }) => quantity)).toEqual([4, 3, 2]);
    expect(first.headers.get('x-total-count')).toBe('4');
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await t.call<StockMovement[]>('GET', next, { token: admin.token });
    expect(second.body.map(({ quantity }) => quantity)).toEqual([1]);
    expect(second.headers.get('link')).toBeNull();
    expect((await post(`/tool/${tool.id}/stock`, { kind: 'received', quantity: 1 })).status).toBe(404);
  });

  it.each([
    ['/tool/nonsense/stock', 400],
    ['/tool/00000000-0000-7000-8000-000000000000/stock', 404],
    ['/tool/00000000-0000-7000-8000-000000000000/stock?cursor=-1', 400],
    ['/tool/00000000-0000-7000-8000-000000000000/stock?limit=0', 400],
  ])('is refused at %s', async (path, status) => {
    expect((await t.call('GET', path, { token: admin.token })).status).toBe(status);
  });

  it('is immutable', async () => {
    await t.makeTool();
    for (const change of ['update stock_movements set quantity = 9', 'delete from stock_movements']) {
      await expect(t.asOwner(change)).rejects.toThrow('stock_movements is append-only');
    }
    await expect(t.shop.db.deleteFrom('stock_movements').execute()).rejects.toThrow('permission denied');
  });
});

describe('a manual change', () => {
  it('receives units, and corrects a count with a reason', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const received = await post(`/tool/${id}/stock`, { kind: 'received', quantity: 4 });
    expect(received).toMatchObject({ status: 200, body: { available_quantity: 9 } });
    const counted = { kind: 'adjusted', quantity: -2, reason: '  Two were broken ' };
    expect((await post(`/tool/${id}/stock`, counted)).body).toEqual({ available_quantity: 7 });
    const by = { actor: 'admin', actorEmail: admin.email };
    expect(await rowsOf(id)).toEqual([
      { kind: 'adjusted', quantity: -2, available: 7, reason: 'Two were broken', ...by },
      { kind: 'received', quantity: 4, available: 9, ...by },
      expect.objectContaining({ kind: 'received', quantity: 5, available: 5 }),
    ]);
    expect(await readStock(t, id)).toEqual({ onHand: 7, held: 0, sold: 0 });
    const trail = { actor: 'admin', actor_id: admin.userId, tool_id: id };
    expect((await trailOf('stock_changed')).slice(-2)).toEqual([
      { ...trail, details: { kind: 'received', quantity: 4 } },
      { ...trail, details: { kind: 'adjusted', quantity: -2 } },
    ]);
  });

  it('never removes units that a payment has reserved', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const buyer = await t.makeUser();
    await beginPayment(t, buyer, await placeOrder(t, buyer, id, 3));
    const change = { kind: 'adjusted', quantity: -3, reason: 'Counted' };
    const { status, body } = await post(`/tool/${id}/stock`, change);
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: 'conflict', field: 'quantity' });
    expect(body.error?.message).toContain('Only 2 are available');
    expect(await readStock(t, id)).toEqual({ onHand: 5, held: 3, sold: 0 });
    expect(await rowsOf(id)).toHaveLength(2);
    expect((await post(`/tool/${id}/stock`, { ...change, quantity: -2 })).body.available_quantity).toBe(0);
  });

  it.each([
    ['quantity', { kind: 'received', quantity: 0 }],
    ['quantity', { kind: 'received', quantity: -1 }],
    ['quantity', { kind: 'received', quantity: 1.5 }],
    ['quantity', { kind: 'received', quantity: '3' }],
    ['quantity', { kind: 'received' }],
    ['quantity', { kind: 'received', quantity: 2_147_483_648 }],
    ['quantity', { kind: 'received', quantity: 2_147_483_647 }],
    ['quantity', { kind: 'adjusted', quantity: 0, reason: 'Counted' }],
    ['reason', { kind: 'adjusted', quantity: -1 }],
    ['reason', { kind: 'adjusted', quantity: -1, reason: '  ' }],
    ['reason', { kind: 'adjusted', quantity: -1, reason: 'x'.repeat(201) }],
    ['kind', { kind: 'sold', quantity: 1 }],
    ['kind', { quantity: 1 }],
  ])('is refused, naming its %s: %j, and changes nothing', async (field, body) => {
    const { id } = await t.makeTool({ onHand: 5 });
    const refused = await post(`/tool/${id}/stock`, body);
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field } } });
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('is made once per key; another body under the key is refused', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const key = { 'idempotency-key': 'delivery-1' };
    const change = { kind: 'received', quantity: 4 };
    for (let nth = 0; nth < 2; nth += 1)
      expect((await post(`/tool/${id}/stock`, change, key)).body).toEqual({ available_quantity: 9 });
    expect((await post(`/tool/${id}/stock`, { ...change, quantity: 5 }, key)).status).toBe(422);
    expect(await availableOf(id)).toBe(9);
  });

  it('can set the available count, for the form that shows it', async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const set = (available: number) =>
      t.shop.db
        .transaction()
        .execute((tx) => setAvailable(t.shop, tx, { toolId: id, available, reason: 'Edited' }));
    expect([await set(8), await set(8), await set(2)]).toEqual([true, true, true]);
    expect(await rowsOf(id)).toMatchObject([
      { kind: 'adjusted', quantity: -6, available: 2, reason: 'Edited' },
      { kind: 'adjusted', quantity: 3, available: 8 },
      { kind: 'received', quantity: 5 },
    ]);
  });
});

describe('a delivery', () => {
  it('is received line by line, also with a tool on two lines, and once per key', async () => {
    const [saw, file] = [await t.makeTool({ onHand: 1 }), await t.makeTool({ onHand: 2 })];
    const lines = [
      { toolId: saw.id, quantity: 10 },
      { toolId: file.id.toUpperCase(), quantity: 20 },
      { toolId: saw.id, quantity: 5 },
    ];
    const key = { 'idempotency-key': 'delivery-2' };
    const delivery = { reference: ' DN 4711 ', lines };
    const { status, body } = await post('/deliveries', delivery, key);
    expect(status).toBe(201);
    expect((await post('/deliveries', delivery, key)).body).toEqual(body);
    const cause = { kind: 'delivery', id: body.insertedId, name: 'DN 4711' };
    expect(await rowsOf(saw.id)).toMatchObject([
      { kind: 'received', quantity: 5, available: 16, cause },
      { kind: 'received', quantity: 10, available: 11, cause },
      { quantity: 1 },
    ]);
    expect(await rowsOf(file.id)).toMatchObject([{ quantity: 20, available: 22, cause }, { quantity: 2 }]);
    const details = { deliveryId: body.insertedId, lines: 3, units: 35 };
    expect(await trailOf('delivery_received')).toEqual([
      { actor: 'admin', actor_id: admin.userId, tool_id: null, details },
    ]);
  });

  it('is received as a whole or not at all, and names the wrong line', { tags: ['sweep'] }, async () => {
    const { id } = await t.makeTool({ onHand: 5 });
    const good = { toolId: id, quantity: 2 };
    const unknown = '00000000-0000-7000-8000-000000000000';
    const cases: [number, string, unknown[]][] = [
      [404, 'lines.1.toolId', [good, { toolId: unknown, quantity: 1 }]],
      [400, 'lines.1.quantity', [good, { toolId: id, quantity: 2_147_483_647 }]],
      [400, 'lines.1.quantity', [good, { toolId: id, quantity: -1 }]],
      [400, 'lines.0.toolId', [{ toolId: 'saw', quantity: 1 }, good]],
      [400, 'lines', []],
      [400, 'lines', Array.from({ length: 501 }, () => good)],
    ];
    for (const [status, field, lines] of cases)
      expect(await post('/deliveries', { lines })).toMatchObject({ status, body: { error: { field } } });
    expect(await rowsOf(id)).toHaveLength(1);
    const most = Array.from({ length: 500 }, () => good);
    expect((await post('/deliveries', { lines: most })).status).toBe(201);
    expect(await availableOf(id)).toBe(1005);
  });
});

describe('the check', () => {
  it('names the tools whose count differs from the sum of their movements', async () => {
    const tool = await t.makeTool({ name: 'Tampered saw', onHand: 5 });
    const lines: { msg: string; count: number; tools: unknown[] }[] = [];
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
    const doctor = async () => {
      const server = { owner: t.owner, connection: t.app, summary: '', stop: async () => undefined };
      return (await checkDatabase(t.shop, server)).filter(({ about }) => about === 'Stock');
    };
    await lookAtStock({ ...t.shop, log });
    expect(lines).toEqual([]);
    expect(await doctor()).toMatchObject([{ state: 'good' }]);
    expect((await t.call<object>('GET', '/readyz')).body).not.toHaveProperty('stockDifferences');
    await t.asOwner(`update tools set on_hand = 9 where id = '${tool.id}'`);
    await lookAtStock({ ...t.shop, log });
    expect(lines).toMatchObject([
      { level: 50, count: 1, tools: [{ toolId: tool.id, name: 'Tampered saw', available: 9, sum: 5 }] },
    ]);
    expect((await t.call('GET', '/readyz')).body).toMatchObject({ status: 'ok', stockDifferences: 1 });
    const words = `the counts of tools do not match their movements: Tampered saw (${tool.id}) has 9, not 5`;
    expect(await doctor()).toEqual([{ about: 'Stock', state: 'bad', words }]);
    await t.asOwner(`
      insert into stock_movements (tool_id, kind, quantity, available_after, reason, actor, at)
      select tools.id, 'adjusted', available_quantity - sum, available_quantity, 'Counted', 'command_line', now()
      from tools join (select tool_id, sum(quantity)::integer from stock_movements group by tool_id) moved
        on tool_id = tools.id and sum <> available_quantity`);
    await lookAtStock({ ...t.shop, log });
    expect(t.shop.readiness.stockDifferences).toBe(0);
    expect(await doctor()).toMatchObject([{ state: 'good' }]);
  });

  it('compares units sold, held and received with paid orders, payments and the shelf', async () => {
    const saw = await t.makeTool({ name: 'Sold saw', onHand: 10 });
    const buyer = await t.makeUser();
    const order = await buy(t, buyer, saw.id, 5);
    await beginPayment(t, buyer, await placeOrder(t, buyer, saw.id, 2));
    const said = async () => (await findStockDifferences(t.shop.db, 5)).tools;
    expect(await said()).toEqual([]);
    await t.asOwner(`update orders set quantity = 8, unit_price_cents = 1000, total_cents = 8000
      where id = '${order._id}'`);
    expect(await said()).toMatchObject([
      { toolId: saw.id, sold: 5, ordered: 8, received: 10, accounted: 13, held: 2, heldFor: 2 },
    ]);
    const server = { owner: t.owner, connection: t.app, summary: '', stop: async () => undefined };
    const [{ words = '' } = {}] = (await checkDatabase(t.shop, server)).filter(
      ({ about }) => about === 'Stock',
    );
    expect(words).toContain('5 sold, but 8 paid for and 10 received, but 13 in stock or sold');
    await t.asOwner(`update orders set quantity = 5, unit_price_cents = 1250, total_cents = 6250
      where id = '${order._id}'`);
    await t.asOwner(`update tools set held = held + 1, on_hand = on_hand + 1 where id = '${saw.id}'`);
    expect(await said()).toMatchObject([{ held: 3, heldFor: 2, received: 10, accounted: 11 }]);
    await t.asOwner(`update tools set held = held - 1, on_hand = on_hand - 1 where id = '${saw.id}'`);
    expect(await said()).toEqual([]);
  });
});

it('tools of an older shop are migrated with one movement each', { tags: ['sweep'] }, async () => {
  const { connection, asOwner } = await makeDatabase();
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0022-codes' });
  await asOwner(`
    insert into pictures (id, url, width, height, colour, webp_srcset)
      values ('00000000-0000-7000-8000-000000000000', '/s', 4, 3, '#eee', '/s 4w');
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand, held, deleted_at)
      values (gen_random_uuid(), 'Saw', 'Saws', '/s', 1, 1, 9, 2, null),
        (gen_random_uuid(), 'File', 'Files', '/s', 1, 1, 4, 0, now()),
        (gen_random_uuid(), 'Gone', 'Gone', '/s', 1, 1, 3, 3, null)`);
  await prepareTables(server, createLog('silent'));
  expect(
    await asOwner(`select name, kind, quantity, available_after, cause, actor
      from tools join stock_movements on tool_id = tools.id order by name`),
  ).toEqual([
    { name: 'File', kind: 'received', quantity: 4, available_after: 4, cause: 'opening', actor: 'start' },
    { name: 'Saw', kind: 'received', quantity: 7, available_after: 7, cause: 'opening', actor: 'start' },
  ]);
});
