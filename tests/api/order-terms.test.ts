import { expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import type { BuyersOrder, Order, OrderTerms } from '#features/orders/contract.ts';
import type { MeantTool, QuickOrderLine } from '#features/quick-order/contract.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const ada = setUp(() => t.makeUser());
const bob = setUp(() => t.makeUser());

const price_breaks = [
  { quantity: 10, price: 9.5 },
  { quantity: 20, price: 9 },
];

async function makeTool(): Promise<string> {
  const { id } = await t.makeTool({ priceCents: 1000, minOrderQuantity: 5, onHand: 100 });
  const edited = await t.call('PATCH', `/tool/${id}`, {
    token: admin.token,
    body: { version: 1, price_breaks },
  });
  expect(edited.status).toBe(200);
  return id;
}

const terms = (id: string, token: string, customer?: string) =>
  t.call<OrderTerms & ErrorReply>(
    'GET',
    `/tool/${id}/terms${customer === undefined ? '' : `?${new URLSearchParams({ customer })}`}`,
    { token },
  );

const where = { phone: '+1 555 0100', address: '1 Yard Lane' };

test('the terms of an order, its cart line, and a quick order have the prices that it is charged at', async () => {
  const toolId = await makeTool();
  const { body } = await terms(toolId, ada.token);
  expect(body).toEqual({
    part_number: null,
    min_order_quantity: 5,
    available_quantity: 100,
    pack_step: 1,
    price: 10,
    price_breaks,
  });
  const { body: found } = await t.call<{ tools: MeantTool[] }>('POST', '/quick-order/tools', {
    token: ada.token,
    body: { toolIds: [toolId] },
  });
  expect(found.tools).toMatchObject([{ price: 10, priceBreaks: price_breaks }]);
  for (const [minQuantity, unitPrice] of [
    [5, 10],
    [9, 10],
    [10, 9.5],
    [19, 9.5],
    [20, 9],
  ] as const) {
    const placed = await t.call<Order>('POST', '/orders', {
      token: ada.token,
      body: { toolId, minQuantity, ...where },
    });
    expect([placed.status, placed.body.unitPrice]).toEqual([201, unitPrice]);
  }
  const cart = await t.call<BuyersOrder[]>('GET', `/orders?${new URLSearchParams({ email: ada.email })}`, {
    token: ada.token,
  });
  expect(cart.body.map((line) => line.terms)).toEqual(Array(5).fill(body));
});

test('a buyer’s prices are never kept, and change nothing of what everybody gets', async () => {
  const toolId = await makeTool();
  const asked = async (path: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await fetch(new URL(path, t.url), { headers });
    return { text: await reply.text(), header: (name: string) => reply.headers.get(name) };
  };
  const before = await asked(`/tool/${toolId}`);
  for (const { token } of [ada, bob, admin]) {
    const own = await asked(`/tool/${toolId}/terms`, token);
    expect([own.header('cache-control'), own.header('etag')]).toEqual(['no-store', null]);
    expect(await asked(`/tool/${toolId}`, token)).toMatchObject({ text: before.text });
  }
  const { price, price_breaks: shown }: ToolDetails = JSON.parse(before.text);
  expect([price, shown]).toEqual([10, price_breaks]);
});

test('staff see a customer’s terms, and nobody else another’s', async () => {
  const toolId = await makeTool();
  expect((await terms(toolId, admin.token, ada.email)).body).toMatchObject({ price: 10, price_breaks });
  const words = { text: 'nothing', customer: ada.email };
  const read = (token: string, customer = ada.email) =>
    t.call<{ lines: QuickOrderLine[] } & ErrorReply>('POST', '/quick-order', {
      token,
      body: { ...words, customer },
    });
  const readTools = (token: string, customer = ada.email) =>
    t.call<ErrorReply>('POST', '/quick-order/tools', { token, body: { toolIds: [toolId], customer } });
  expect((await read(admin.token)).status).toBe(200);
  expect((await readTools(admin.token)).status).toBe(200);
  for (const refused of [
    await terms(toolId, bob.token, ada.email),
    await read(bob.token),
    await readTools(bob.token),
  ])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'not_allowed']);
  for (const unknown of [
    await terms(toolId, admin.token, 'nobody@example.com'),
    await read(admin.token, 'nobody@example.com'),
    await readTools(admin.token, 'nobody@example.com'),
  ])
    expect([unknown.status, unknown.body.error.field]).toEqual([404, 'customer']);
});

test('a tool that is no longer sold has no terms', async () => {
  const toolId = await makeTool();
  await t.call('DELETE', `/tool/${toolId}`, { token: admin.token });
  const { status, body } = await terms(toolId, ada.token);
  expect([status, body.error.code]).toEqual([404, 'not_found']);
});
