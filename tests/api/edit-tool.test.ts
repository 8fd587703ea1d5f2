import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type Tool, type ToolDetails, toolDetailsSchema } from '#features/catalogue/contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { beginPayment, buy, placeOrder, readOrder, readStock } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const edit = (id: string, body: unknown, { token } = admin) =>
  t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, { token, body });

const read = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;

const editsToldOf = async (toolId: string) => {
  const events = t.shop.db.selectFrom('audit_events').select(['actor', 'details']).orderBy('id');
  return events.where('tool_id', '=', toolId).where('action', '=', 'tool_edited').execute();
};

const imgsOf = ({ img, pictures }: ToolDetails) => [img, ...pictures.map((picture) => picture.img)];

describe('PATCH /tool/{id}', () => {
  test('changes every field that is sent, and raises the version with each edit', async () => {
    const { id } = await t.makeTool({ category: 'Vises', brand: 'Ostrand', priceCents: 1250 });
    const { img } = await t.makeTool();
    const before = await read(id);
    const change = {
      name: 'Bench vise, 5 in',
      description: 'Holds what must not move.',
      min_order_quantity: 4,
      price: 89.95,
      img,
      category: 'Bench tools',
    };
    const reply = await edit(id, { version: 1, ...change });
    expect(reply.status).toBe(200);
    const edited = toolDetailsSchema.parse(reply.body);
    expect(edited).toEqual({
      ...before,
      ...change,
      unit_price: change.price,
      picture: edited.picture,
      version: 2,
    });
    expect(edited.picture?.webp).toBe(`${img} 800w`);
    expect(await read(id)).toEqual(edited);
    expect(await editsToldOf(id)).toEqual([
      {
        actor: 'admin',
        details: {
          fields: 'name, description, min_order_quantity, img, category, price_cents',
          version: 2,
          priceCentsBefore: 1250,
          priceCents: 8995,
          minOrderQuantityBefore: before.min_order_quantity,
          minOrderQuantity: 4,
          imgBefore: before.img,
          img,
        },
      },
    ]);
    expect((await edit(id, { version: 2, category: null, brand: null })).body).toMatchObject({
      category: null,
      brand: null,
      version: 3,
    });
  });

  test('makes a tool findable by its new name at once, and not by its old one, on every list', async () => {
    const { id } = await t.makeTool({ name: 'Misspelt gauje' });
    const found = async (q: string) =>
      (await t.call<Tool[]>('GET', `/tool?q=${q}`)).body.map(({ _id }) => _id);
    expect(await found('gauje')).toEqual([id]);
    await edit(id, { version: 1, name: 'Marking gauge' });
    expect(await found('gauge')).toEqual([id]);
    const managed = await t.call<Tool[]>('GET', '/managetool?q=gauge', { token: admin.token });
    expect(managed.body.map(({ _id }) => _id)).toEqual([id]);
    expect((await t.call<Tool[]>('GET', '/managetool?q=misspelt', { token: admin.token })).body).toEqual([]);
  });

  test('changes and records nothing if nothing differs', async () => {
    const { id } = await t.makeTool({ brand: 'Ostrand' });
    const before = await read(id);
    const { name, price, brand } = before;
    expect(await edit(id, { version: 1, name: ` ${name} `, price, brand })).toMatchObject({
      status: 200,
      body: before,
    });
    expect((await edit(id, { version: 1 })).body).toEqual(before);
    expect(await editsToldOf(id)).toEqual([]);
  });

  test('refuses an old version with the current tool', async () => {
    const { id } = await t.makeTool();
    const now = (await edit(id, { version: 1, price: 20 })).body;
    for (const version of [1, 3]) {
      const { status, body } = await edit(id, { version, price: 30 });
      expect(status).toBe(409);
      expect(body.error).toEqual({
        code: 'version_conflict',
        message: 'Someone else changed this tool while you were editing it',
        field: 'version',
        current: now,
      });
    }
    expect(await read(id)).toEqual(now);
  });

  test('accepts exactly one of twenty concurrent edits of one version', async () => {
    const { id } = await t.makeTool();
    const replies = await times(20, (index) => edit(id, { version: 1, price: 100 + index }));
    expect(tally(replies)).toEqual({ 200: 1, 409: 19 });
    const won = replies.find(({ status }) => status === 200)?.body;
    expect(await read(id)).toEqual({ ...won, version: 2 });
    expect(await editsToldOf(id)).toHaveLength(1);
  });

  test('is unaffected by sales and ratings, which do not raise the version', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    const buyer = await t.makeUser();
    await buy(t, buyer, id);
    const body = { toolId: id, rate: 4, reviews: 'Holds.', name: buyer.name };
    expect((await t.call('POST', '/review', { token: buyer.token, body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ version: 1, available_quantity: 8, rating_count: 1 });
  });

  test('sets the available quantity by a movement, and keeps reserved units reserved', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    const buyer = await t.makeUser();
    await beginPayment(t, buyer, await placeOrder(t, buyer, id, 2));
    expect((await edit(id, { version: 1, available_quantity: 20 })).body).toMatchObject({
      available_quantity: 20,
      version: 2,
    });
    expect(await readStock(t, id)).toMatchObject({ onHand: 22, held: 2 });
    const { body: moved } = await t.call('GET', `/tool/${id}/stock`, { token: admin.token });
    expect(moved).toContainEqual(
      expect.objectContaining({ kind: 'adjusted', quantity: 13, available: 20, reason: 'Edited' }),
    );
    expect(await editsToldOf(id)).toMatchObject([
      { details: { fields: 'available_quantity', availableBefore: 7, available: 20 } },
    ]);
    expect((await edit(id, { version: 2, available_quantity: 0 })).body).toMatchObject({
      available_quantity: 0,
    });
    expect(await edit(id, { version: 3, available_quantity: 2_147_483_647 })).toMatchObject({
      status: 400,
      body: { error: { field: 'available_quantity', message: 'Available Quantity is too large' } },
    });
  });

  test('leaves the copies in orders unchanged', async () => {
    const { id } = await t.makeTool({ priceCents: 1250 });
    const buyer = await t.makeUser();
    const paid = await buy(t, buyer, id);
    const unpaid = await placeOrder(t, buyer, id);
    await edit(id, { version: 1, name: 'Renamed', price: 20, img: (await t.makeTool()).img });
    expect(await readOrder(t, buyer, paid._id)).toEqual(paid);
    const { insertedId: _, ...kept } = unpaid as typeof unpaid & { insertedId: string };
    expect(await readOrder(t, buyer, unpaid._id)).toEqual({ ...kept, newUnitPrice: 20 });
  });

  test.each([
    ['version', undefined, 'version is required'],
    ['version', '1', 'version is required'],
    ['version', 0, 'version must be a whole number, at least 1'],
    ['version', 1.5, 'version must be a whole number, at least 1'],
    ['name', '  ', 'Tool is required'],
    ['description', null, 'Description is required'],
    ['min_order_quantity', 0, 'Minimum Order Quantity must be at least 1'],
    ['available_quantity', -1, 'Available Quantity must be at least 0'],
    ['available_quantity', 1.5, 'Available Quantity must be a whole number'],
    ['price', 0, 'Price must be more than 0'],
    ['price', 1.999, 'Price can have at most 2 decimal places'],
    ['img', '/pictures/00000000000000000000000000000000-800.webp', 'Please upload the picture first'],
    ['brand', 'x'.repeat(61), 'Brand must be 60 characters or shorter'],
  ])('refuses %s %j, and changes nothing', async (field, value, message) => {
    const { id } = await t.makeTool();
    const before = await read(id);
    const { status, body } = await edit(id, { version: 1, name: 'Other', [field]: value });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_input', field, message });
    expect(await read(id)).toEqual(before);
  });

  test('stores up to eight ordered pictures, also of a new tool, and shows them only on its page', async () => {
    const made = await times(8, () => t.makeTool());
    const [first = '', ...more] = made.map(({ img }) => img);
    const { name, description, min_order_quantity, available_quantity, price } = await read(
      made[0]?.id ?? '',
    );
    const fields = { name, description, min_order_quantity, available_quantity, price, category: 'Vises' };
    const body = { ...fields, img: first, pictures: more.map((img) => ({ img })) };
    const added = await t.call<{ insertedId: string }>('POST', '/tool', { token: admin.token, body });
    const id = added.body.insertedId;
    const before = await read(id);
    expect(imgsOf(before)).toEqual([first, ...more]);
    expect(before.pictures[0]?.picture.webp).toBe(`${more[0]} 800w`);
    const listed = (await t.call<Tool[]>('GET', '/tool?category=Vises')).body.find(({ _id }) => _id === id);
    expect(listed).not.toHaveProperty('pictures');

    const turned = [...more.slice(1), first].map((img) => ({ img }));
    const edited = (await edit(id, { version: 1, img: more[0], pictures: turned })).body;
    expect(imgsOf(edited)).toEqual([...more, first]);
    expect(await read(id)).toEqual({ ...edited, version: 2 });
    expect((await edit(id, { version: 2, pictures: edited.pictures })).body).toEqual(edited);
    expect(imgsOf((await edit(id, { version: 2, pictures: [] })).body)).toEqual([more[0]]);
    const names = {
      fields: 'pictures',
      version: 3,
      pictures: '',
      picturesBefore: imgsOf(edited).slice(1).join(' '),
    };
    expect((await editsToldOf(id))[1]?.details).toEqual(names);
  });

  test('accepts one of ten concurrent picture edits, and returns its pictures to the others', async () => {
    const { id } = await t.makeTool();
    const made = await times(10, () => t.makeTool());
    const replies = await Promise.all(made.map(({ img }) => edit(id, { version: 1, pictures: [{ img }] })));
    expect(tally(replies)).toEqual({ 200: 1, 409: 9 });
    const won = replies.find(({ status }) => status === 200)?.body;
    expect(await read(id)).toEqual(won);
    const lost = replies.filter(({ status }) => status === 409).map(({ body }) => body.error.current);
    expect(lost).toEqual(Array.from({ length: 9 }, () => won));
  });

  test('refuses unknown, repeated or too many pictures, and changes nothing', async () => {
    const { id, img } = await t.makeTool();
    const [other, another] = await times(2, () => t.makeTool());
    const before = (await edit(id, { version: 1, pictures: [{ img: another?.img }] })).body;
    const twice = { field: 'pictures', message: 'The same picture is listed twice' };
    const refused = async (body: object, error: object) => {
      const reply = await edit(id, { version: 2, name: 'Other', ...body });
      expect(reply).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', ...error } } });
      expect(await read(id)).toEqual(before);
    };
    await refused({ pictures: [{ img: other?.img }, { img: other?.img }] }, twice);
    await refused({ pictures: [{ img }] }, twice);
    await refused({ img: another?.img }, twice);
    const unknown = [{ img: '/pictures/00000000000000000000000000000000-800.webp' }];
    await refused({ pictures: unknown }, { field: 'pictures', message: 'Please upload the picture first' });
    const tooMany = Array.from({ length: 8 }, () => ({ img }));
    await refused({ pictures: tooMany }, { field: 'pictures', message: 'A tool can have 8 pictures' });
    await refused({ pictures: 'none' }, { field: 'pictures', message: 'Pictures is not valid' });
    await refused({ pictures: [{}] }, { field: 'pictures.0.img', message: 'Image is required' });
    const ninth = `insert into tool_pictures (tool_id, place, img) values ('${id}', 8, '${img}')`;
    await expect(t.asOwner(ninth)).rejects.toThrow('tool_pictures_place_check');
  });

  test('answers 404 for an unknown or removed tool, and 400 for an invalid id', async () => {
    const { id } = await t.makeTool();
    await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    expect((await edit(id, { version: 1, price: 20 })).status).toBe(404);
    expect((await edit(uuid(), { version: 1, price: 20 })).status).toBe(404);
    expect((await edit('7', { version: 1, price: 20 })).status).toBe(400);
  });

  test('is for admins, and changes nothing for others', async () => {
    const { id } = await t.makeTool();
    const before = await read(id);
    expect((await edit(id, { version: 1, price: 20 }, await t.makeUser())).status).toBe(403);
    expect((await t.call('PATCH', `/tool/${id}`, { body: { version: 1, price: 20 } })).status).toBe(401);
    expect(await read(id)).toEqual(before);
  });
});
