import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import { type Tool, toolDetailsSchema } from '#features/catalogue/contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { beginPayment, buy, placeOrder, readOrder, readStock } from '#tests/support/buying.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

let t: TestShop;
let admin: TestUser;

beforeAll(async () => {
  t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
  admin = await t.makeUser({ role: 'admin' });
});
afterAll(() => t?.stop());

const edit = (id: string, body: unknown, { token } = admin) =>
  t.call<Tool & ErrorReply>('PATCH', `/tool/${id}`, { token, body });

const read = async (id: string) => (await t.call<Tool>('GET', `/tool/${id}`)).body;

const editsToldOf = async (toolId: string) => {
  const events = t.shop.db.selectFrom('audit_events').select(['actor', 'details']).orderBy('id');
  return events.where('tool_id', '=', toolId).where('action', '=', 'tool_edited').execute();
};

describe('PATCH /tool/{id}', () => {
  test('changes every field that is sent, and the version with each edit', async () => {
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
    expect(edited).toEqual({ ...before, ...change, picture: edited.picture, version: 2 });
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

  test('is found by its new name at once, and not by its old one, on every list', async () => {
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

  test('with nothing that differs changes nothing, and writes nothing down', async () => {
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

  test('of an old version is refused with the tool as it is now', async () => {
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

  test('by twenty at once, all of the same version: exactly one wins', async () => {
    const { id } = await t.makeTool();
    const replies = await times(20, (index) => edit(id, { version: 1, price: 100 + index }));
    expect(tally(replies)).toEqual({ 200: 1, 409: 19 });
    const won = replies.find(({ status }) => status === 200)?.body;
    expect(await read(id)).toEqual({ ...won, version: 2 });
    expect(await editsToldOf(id)).toHaveLength(1);
  });

  test('is not undone, nor its version raised, by sales and ratings', async () => {
    const { id } = await t.makeTool({ onHand: 9 });
    const buyer = await t.makeUser();
    await buy(t, buyer, id);
    const body = { toolId: id, rate: 4, reviews: 'Holds.', name: buyer.name };
    expect((await t.call('POST', '/review', { token: buyer.token, body })).status).toBe(200);
    expect(await read(id)).toMatchObject({ version: 1, available_quantity: 8, rating_count: 1 });
  });

  test('sets what is available by a movement that says so, and leaves reserved units theirs', async () => {
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

  test('leaves orders their copies', async () => {
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

  test('is 404 for a tool that is not there, or not any more, and 400 for no id', async () => {
    const { id } = await t.makeTool();
    await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    expect((await edit(id, { version: 1, price: 20 })).status).toBe(404);
    expect((await edit(uuid(), { version: 1, price: 20 })).status).toBe(404);
    expect((await edit('7', { version: 1, price: 20 })).status).toBe(400);
  });

  test('is for admins, and changes nothing for anybody else', async () => {
    const { id } = await t.makeTool();
    const before = await read(id);
    expect((await edit(id, { version: 1, price: 20 }, await t.makeUser())).status).toBe(403);
    expect((await t.call('PATCH', `/tool/${id}`, { body: { version: 1, price: 20 } })).status).toBe(401);
    expect(await read(id)).toEqual(before);
  });
});
