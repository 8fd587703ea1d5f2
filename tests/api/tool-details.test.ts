import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { searchTools } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const pictured = setUp(() => t.makeTool({ name: 'Lends its picture' }));

function add(details: object) {
  const figures = { min_order_quantity: 1, available_quantity: 4, price: 89.95 };
  const body = {
    name: 'Bench vice',
    description: 'Holds what must not move.',
    img: pictured.img,
    ...figures,
    ...details,
  };
  return t.call<{ insertedId: string } & ErrorReply>('POST', '/tool', { token: admin.token, body });
}

const edit = (id: string, body: object) =>
  t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, { token: admin.token, body });

const read = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;

const jaw = { name: 'Jaw width', value: '125', unit: 'mm' };
const body = { name: 'Body', value: 'Cast iron', unit: null };
const colour = { name: 'Colour', value: 'Grey', unit: null };

describe('specifications', () => {
  test('keep their order; an edit replaces them, and an empty list removes them', async () => {
    const specifications = [jaw, { name: ' Body ', value: ' Cast iron ', unit: '' }];
    const { insertedId: id } = (await add({ specifications })).body;
    expect((await read(id)).specifications).toEqual([jaw, body]);

    const swapped = await edit(id, { version: 1, specifications: [body, colour, jaw] });
    expect(swapped.body).toMatchObject({ version: 2, specifications: [body, colour, jaw] });
    expect(await read(id)).toEqual(swapped.body);
    const kept = await edit(id, { version: 2, specifications: [body, colour, jaw] });
    expect(kept.body.version).toBe(2);
    expect((await edit(id, { version: 2, price: 90 })).body.specifications).toEqual([body, colour, jaw]);
    expect((await edit(id, { version: 3, specifications: [] })).body).toMatchObject({
      version: 4,
      specifications: [],
    });
    const events = t.shop.db.selectFrom('audit_events').select('details').orderBy('id');
    const told = await events.where('tool_id', '=', id).where('action', '=', 'tool_edited').execute();
    expect(told.map(({ details }) => details)).toMatchObject([
      { fields: 'specifications' },
      { fields: 'price_cents' },
      { fields: 'specifications' },
    ]);
  });

  test('are left out of lists', async () => {
    await add({ specifications: [jaw], part_number: 'NL-1' });
    const [tool] = (await t.call<Tool[]>('GET', '/tool?q=NL-1')).body;
    expect(tool).toMatchObject({ part_number: 'NL-1' });
    expect(tool).not.toHaveProperty('specifications');
  });

  test('are searchable for as long as the tool has them', async () => {
    const torque = { name: 'Zorbtorque', value: '530', unit: 'Inzlb' };
    const { insertedId: id } = (await add({ specifications: [torque] })).body;
    const finds = async (q: string) => (await searchTools(t, { q })).some(({ _id }) => _id === id);
    for (const q of ['zorbtorque', 'zorbto', 'zorbtorqe 530', '530 inzlb'])
      expect([q, await finds(q)]).toEqual([q, true]);
    await edit(id, { version: 1, name: 'Another name', price: 91 });
    expect(await finds('another inzlb')).toBe(true);
    await edit(id, { version: 2, specifications: [{ ...torque, unit: 'Kilozpond' }] });
    expect([await finds('inzlb'), await finds('kilozpond zorbtorque')]).toEqual([false, true]);
    await edit(id, { version: 3, specifications: [] });
    expect([await finds('kilozpond'), await finds('another name')]).toEqual([false, true]);
    // A match in a name ranks above a match in specifications.
    await add({ specifications: [{ name: 'Grib', value: '1' }] });
    const named = (await add({ name: 'A grib' })).body;
    await add({ specifications: [{ name: 'Grib', value: '2' }] });
    const [first] = await searchTools(t, { q: 'grib' });
    expect(first?._id).toBe(named.insertedId);
  });

  test.each([
    [[{ name: '', value: '1' }], 'specifications.0.name', 'Each specification needs a name'],
    [[jaw, { name: 'Body', value: ' ' }], 'specifications.1.value', 'Each specification needs a value'],
    [[jaw, { ...body, name: 'jaw WIDTH' }], 'specifications.1.name', '“jaw WIDTH” is listed twice'],
    [[{ ...jaw, value: 'a\tb' }], 'specifications.0.value', expect.any(String)],
    [[{ ...jaw, unit: 'x'.repeat(21) }], 'specifications.0.unit', 'Unit must be 20 characters or shorter'],
    [
      Array.from({ length: 31 }, (_, nth) => ({ name: `No. ${nth}`, value: '1' })),
      'specifications',
      'A tool can have 30 specifications',
    ],
    ['Jaw width: 125 mm', 'specifications', expect.any(String)],
    [null, 'specifications', expect.any(String)],
  ])('refuses %j, and changes nothing', async (specifications, field, message) => {
    const { insertedId: id } = (await add({ specifications: [jaw] })).body;
    const before = await read(id);
    const replies = [await add({ specifications }), await edit(id, { version: 1, price: 3, specifications })];
    for (const reply of replies)
      expect([reply.status, reply.body.error]).toMatchObject([
        400,
        { code: 'invalid_input', field, message },
      ]);
    expect(await read(id)).toEqual(before);
  });

  test('edited by two at once are those of one edit, never a mix', async () => {
    const { insertedId: id } = (await add({ specifications: [jaw] })).body;
    const both = [[body], [colour, jaw]];
    const replies = await Promise.all(both.map((specifications) => edit(id, { version: 1, specifications })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = both[replies.findIndex(({ status }) => status === 200)];
    expect((await read(id)).specifications).toEqual(won);
  });

  test.each([
    ["values ('%', 2, 'Jaw width', '1')", 'tool_specifications_named_once'],
    ["values ('%', 31, 'Other', '1')", 'position'],
    ["values ('%', 2, '', '1')", 'name'],
    ["values ('%', 2, 'Other', '')", 'value'],
  ])('are protected by the database: %s', async (values, constraint) => {
    const { insertedId: id } = (await add({ specifications: [jaw] })).body;
    const rows = values.replace('%', id);
    const insert = t.asOwner(`insert into tool_specifications (tool_id, position, name, value) ${rows}`);
    await expect(insert).rejects.toThrow(constraint);
  });
});

describe('weight and measures', () => {
  const size = { length_mm: 400, width_mm: 230, height_mm: 200 };

  test('are saved, changed and removed', async () => {
    const { insertedId: id } = (await add({ weight_grams: 15_000, ...size })).body;
    expect(await read(id)).toMatchObject({ weight_grams: 15_000, ...size });
    expect((await edit(id, { version: 1, width_mm: 240 })).body).toMatchObject({ ...size, width_mm: 240 });
    const none = { weight_grams: null, length_mm: null, width_mm: null, height_mm: null };
    expect((await edit(id, { version: 2, ...none })).body).toMatchObject(none);
  });

  test.each([
    [{ weight_grams: 0 }, 'weight_grams', 'Weight, g must be at least 1'],
    [{ weight_grams: 1.5 }, 'weight_grams', 'Weight, g must be a whole number'],
    [{ weight_grams: 100_000_001 }, 'weight_grams', 'Weight, g is too large'],
    [{ weight_grams: '15' }, 'weight_grams', 'Weight, g is required'],
    [{ length_mm: 400 }, 'width_mm', 'Enter all three dimensions, or none'],
    [{ length_mm: 400, height_mm: 200 }, 'width_mm', 'Enter all three dimensions, or none'],
    [{ ...size, height_mm: 1_000_001 }, 'height_mm', 'Height, mm is too large'],
  ])('refuses %j, and changes nothing', async (details, field, message) => {
    const { id } = await t.makeTool();
    const replies = [await add(details), await edit(id, { version: 1, name: 'Other', ...details })];
    for (const reply of replies)
      expect([reply.status, reply.body.error]).toMatchObject([
        400,
        { code: 'invalid_input', field, message },
      ]);
    expect(await read(id)).toMatchObject({ version: 1, weight_grams: null, length_mm: null });
  });

  test('cannot be set or removed in part', async () => {
    const { insertedId: id } = (await add(size)).body;
    const { status, body } = await edit(id, { version: 1, height_mm: null });
    expect([status, body.error]).toMatchObject([400, { field: 'height_mm' }]);
    const change = t.asOwner(`update tools set height_mm = null where id = '${id}'`);
    await expect(change).rejects.toThrow('tools_measured_wholly');
  });
});
