import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool, ToolFacets } from '#features/catalogue/contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { namesOf, searchPath, searchTools } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const pictured = setUp(() => t.makeTool({ name: 'Lends its picture' }));

function add(part_number: unknown, name = 'Bench vice') {
  const figures = { min_order_quantity: 1, available_quantity: 4, price: 89.95 };
  const body = { name, description: 'Holds what must not move.', img: pictured.img, ...figures, part_number };
  return t.call<{ insertedId: string } & ErrorReply>('POST', '/tool', { token: admin.token, body });
}

const edit = (id: string, body: object) =>
  t.call<Tool & ErrorReply>('PATCH', `/tool/${id}`, { token: admin.token, body });

const numberOf = async (id: string) => (await t.call<Tool>('GET', `/tool/${id}`)).body.part_number;

const countTools = async () => (await t.shop.db.selectFrom('tools').select('id').execute()).length;

describe('a tool’s part number', () => {
  test('is stored as written, changed, and removed', async () => {
    const { body } = await add('  Bv-5 in/2.1_b+#7 ');
    expect(await numberOf(body.insertedId)).toBe('Bv-5 in/2.1_b+#7');
    expect((await edit(body.insertedId, { version: 1, part_number: 'BV-6' })).body).toMatchObject({
      part_number: 'BV-6',
      version: 2,
    });
    expect((await edit(body.insertedId, { version: 2, part_number: null })).body.part_number).toBeNull();
  });

  test.each([
    ['x'.repeat(41), 'Part number must be 40 characters or shorter'],
    ['', expect.any(String)],
    ['=1+1', 'Part number can have letters from A to Z, digits, spaces, and . _ / + # -'],
    ['-7', 'Part number can have letters from A to Z, digits, spaces, and . _ / + # -'],
    ["BV'5", 'Part number can have letters from A to Z, digits, spaces, and . _ / + # -'],
    ['ÄV5', 'Part number can have letters from A to Z, digits, spaces, and . _ / + # -'],
    [7, expect.any(String)],
  ])('%j is refused, and changes nothing', async (part_number, message) => {
    const { id } = await t.makeTool();
    const before = await countTools();
    const error = { code: 'invalid_input', field: 'part_number', message };
    const replies = [await add(part_number), await edit(id, { version: 1, name: 'Other', part_number })];
    for (const { status, body } of replies) expect([status, body.error]).toMatchObject([400, error]);
    expect(await countTools()).toBe(before);
    expect((await t.call<Tool>('GET', `/tool/${id}`)).body).toMatchObject({ version: 1, part_number: null });
  });

  test('is unique regardless of case, until its tool leaves the shop', async () => {
    const first = (await add('KS-77')).body.insertedId;
    const { id } = await t.makeTool();
    const taken = { code: 'conflict', field: 'part_number', message: 'Another tool has this part number' };
    const replies = [await add('ks-77'), await edit(id, { version: 1, name: 'Other', part_number: 'Ks-77' })];
    for (const { status, body } of replies) expect([status, body.error]).toMatchObject([409, taken]);
    expect((await t.call<Tool>('GET', `/tool/${id}`)).body).toMatchObject({ version: 1, part_number: null });
    expect((await edit(first, { version: 1, part_number: 'ks-77' })).body.part_number).toBe('ks-77');
    await t.call('DELETE', `/tool/${first}`, { token: admin.token });
    expect((await edit(id, { version: 1, part_number: 'KS-77' })).status).toBe(200);
  });

  test('is given to exactly one of twenty new and ten old tools at once', async () => {
    const old = await times(10, () => t.makeTool());
    const replies = await Promise.all([
      ...(await times(20, async () => add('RACE-1'))),
      ...old.map(({ id }) => edit(id, { version: 1, part_number: 'race-1' })),
    ]);
    expect(tally(replies)).toEqual({ 200: 1, 409: 29 });
    const rows = await t.asOwner(`select from tools where lower(part_number) = 'race-1'`);
    expect(rows).toHaveLength(1);
  });

  test.each(["'-7'", "'BV 5 '", "''", "'BV''5'"])('the database refuses %s', async (number) => {
    const { id } = await t.makeTool();
    const change = t.asOwner(`update tools set part_number = ${number} where id = '${id}'`);
    await expect(change).rejects.toThrow('tools_part_number_plain');
  });
});

describe('a search for a part number', () => {
  test('finds its tool first, then those that name it, each once', async () => {
    const exact = await t.makeTool({ name: 'Zinc vise', partNumber: 'XQ-4.7/11' });
    const spare = await t.makeTool({ name: 'Jaw for XQ-4.7/11' });
    const other = await t.makeTool({ name: 'Other jaw', partNumber: 'XQ-4.7/112' });
    const names = [exact, spare, other].map(({ name }) => name);
    for (const q of ['XQ-4.7/11', ' xq-4.7/11 ']) {
      const found = await searchTools(t, { q, limit: '1' });
      expect([q, namesOf(found)]).toEqual([q, names]);
    }
    const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q: 'xq-4.7/11' }));
    expect(body).toMatchObject({ total: { count: 3, isExact: true }, corrected: null });
    expect(namesOf(await searchTools(t, { q: 'xq-4.7/112' }))).toEqual([other.name]);
    await edit(exact.id, { version: 1, part_number: null });
    expect(namesOf(await searchTools(t, { q: 'xq-4.7/11' }))).toEqual([spare.name, other.name]);
  });

  test('finds it by its beginning, and without its hyphen', async () => {
    const { name } = await t.makeTool({ name: 'Plain spokeshave', partNumber: 'SPK-9041' });
    for (const q of ['spk-9', 'spk9041', 'spk 9041', '9041'])
      expect([q, namesOf(await searchTools(t, { q }))]).toEqual([q, [name]]);
  });

  test('finds beginnings among staff’s tools, with an exact match before all names', async () => {
    const first = await t.makeTool({ name: 'A chuck', partNumber: 'CHK-10' });
    const exact = await t.makeTool({ name: 'B chuck', partNumber: 'CHK-1' });
    const ask = async (query: string) =>
      namesOf((await t.call<Tool[]>('GET', `/managetool?${query}`, { token: admin.token })).body);
    expect(await ask('q=chk-1&sort=name')).toEqual([first.name, exact.name]);
    expect(await ask('q=chk-1&sort=match')).toEqual([exact.name, first.name]);
    expect(await ask('q=chk-1&sort=match&limit=1')).toEqual([exact.name]);
    expect(await ask(`q=chk-1&sort=match&limit=1&cursor=${exact.id}`)).toEqual([first.name]);
    expect((await ask('sort=match&limit=2')).length).toBe(2);
  });
});
