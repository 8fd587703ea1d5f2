import { describe, expect, it } from 'vitest';
import { type FoundOnDesk, foundOnDeskSchema } from '#features/desk-search/contract.ts';
import { expectStatus, placeOrder } from '#tests/support/buying.ts';
import { askReturn, buyShipped, lineOf } from '#tests/support/returning.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();
const staff = setUp(() => t.makeUser({ role: 'staff', name: 'Sam Counter' }));
const ada = setUp(() => t.makeUser({ name: 'Ada Joiner', email: 'ada@shop.example' }));

const ask = (query: Record<string, string>, token: string | undefined = staff.token) =>
  t.call<FoundOnDesk>('GET', `/desk-search?${new URLSearchParams(query)}`, { token });

async function find(q: string): Promise<FoundOnDesk> {
  const { status, body } = await ask({ q });
  expect(status).toBe(200);
  return foundOnDeskSchema.parse(body);
}

describe('GET /desk-search', () => {
  it('finds orders by number, buyer and email, tools by name and part number, people by name and email', async () => {
    const saw = await t.makeTool({ name: 'Veneer saw', partNumber: 'VS-7', onHand: 9 });
    const order = await placeOrder(t, ada, saw.id, 2);
    const nothing = { orders: [], returns: [], tools: [], families: [], people: [] };
    const foundOrder = {
      _id: order._id,
      number: order.number,
      toolName: 'Veneer saw',
      minQuantity: 2,
      userName: 'Ada Joiner',
      email: 'ada@shop.example',
    };
    const foundTool = { _id: saw.id, name: 'Veneer saw', part_number: 'VS-7', available_quantity: 9 };
    const person = { email: 'ada@shop.example', displayName: 'Ada Joiner', role: 'user' };
    expect(await find(order.number.toLowerCase())).toEqual({ ...nothing, orders: [foundOrder] });
    expect(await find('ada join')).toEqual({ ...nothing, orders: [foundOrder], people: [person] });
    expect((await find(' ADA@shop.example ')).people).toEqual([person]);
    expect((await find('veneer')).tools).toEqual([foundTool]);
    expect((await find('vs-7')).tools).toEqual([foundTool]);
    expect(await find('nothing like it')).toEqual(nothing);
  });

  it('finds families by the beginnings of words in their names, those without sizes too', async () => {
    const admin = await t.makeUser({ role: 'admin' });
    const { id: socket } = await t.makeTool({ name: 'Impact socket' });
    const made = [];
    for (const [name, toolIds] of [
      ['Nutsetters, hex', [socket]],
      ['Nutsetters, empty', []],
    ] as const) {
      const reply = await t.call<{ insertedId: string }>('POST', '/families', {
        token: admin.token,
        body: { name, toolIds },
      });
      made.push(expectStatus(reply, 200).insertedId);
    }
    expect((await find('nutset')).families).toEqual([
      { _id: made[1], name: 'Nutsetters, empty', memberCount: 0 },
      { _id: made[0], name: 'Nutsetters, hex', memberCount: 1 },
    ]);
    expect((await find('hex nutsetters')).families.map(({ name }) => name)).toEqual(['Nutsetters, hex']);
  });

  it('finds a return by its number, as written or without its letters', async () => {
    const eve = await t.makeUser({ name: 'Eve Turner' });
    const order = await buyShipped(t, eve);
    const { _id, number } = expectStatus(await askReturn(t, eve, [lineOf(order)]), 201);
    const found = [{ _id, number, state: 'requested', name: 'Eve Turner' }];
    for (const q of [number, number.toLowerCase(), `#${number}`, number.replace('RMA-', '')])
      expect((await find(q)).returns).toEqual(found);
    expect((await find(order.number)).returns).toEqual([]);
    expect((await find('RMA-999999')).returns).toEqual([]);
  });

  it('finds at most five of each: the tool with that part number first, then the shortest names; deleted ones never', async () => {
    for (const name of [
      'Gimlet, very long indeed',
      'Gimlet',
      'Gimlet set',
      'Gimlet pair',
      'Gimlet two',
      'Gimlet 8',
    ])
      await t.makeTool({ name });
    const gone = await t.makeTool({ name: 'Gimlet' });
    const admin = await t.makeUser({ role: 'admin' });
    await t.call('DELETE', `/tool/${gone.id}`, { token: admin.token });
    await t.makeTool({ name: 'A case of many parts', partNumber: 'gimlet' });
    expect((await find('Gimlet')).tools.map(({ name }) => name)).toEqual([
      'A case of many parts',
      'Gimlet',
      'Gimlet 8',
      'Gimlet set',
      'Gimlet two',
    ]);
  });

  it.each([
    [{}, 'q'],
    [{ q: '' }, 'q'],
    [{ q: ' a ' }, 'q must have at least 2 characters'],
    [{ q: 'x'.repeat(201) }, 'q'],
    [{ q: 'a\u0000b' }, 'q'],
  ])('refuses %j', async (query, message) => {
    const { status, body } = await ask(query as Record<string, string>);
    expect({ status, ...body }).toMatchObject({ status: 400, error: { field: 'q' } });
    expect(JSON.stringify(body)).toContain(message);
  });

  it.each([
    ['nobody', () => ({}), 401],
    ['a buyer', () => ({ token: ada.token }), 403],
  ])('is refused to %s', async (_who, asker, status) => {
    expect(await t.call('GET', '/desk-search?q=ada', asker())).toMatchObject({ status });
  });
});
