import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Tool, ToolCategory } from '#features/catalogue/contract.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { openCategoryDesk } from '#tests/support/category-desk.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const { ask, refusal, listed, named, found, facetsOf, readTool } = openCategoryDesk(t, admin);

describe('a subcategory', () => {
  let shop: Record<'top' | 'left' | 'right' | 'other', string>;
  beforeAll(async () => {
    const tools: [string, string][] = [
      ['Rope', 'Tying'],
      ['Twine', 'Tying'],
      ['Hook', 'Hanging'],
      ['Crate', 'Hauling'],
    ];
    for (const [name, category] of tools) await t.makeTool({ name, category });
    const ids = await Promise.all(['Hauling', 'Tying', 'Hanging'].map((name) => named('/categories', name)));
    const [top = '', left = '', right = ''] = ids.map(({ _id }) => _id);
    shop = {
      top,
      left,
      right,
      other: (await ask('POST', '/categories', { name: 'Rigging' })).body.insertedId,
    };
    for (const id of [left, right])
      expect((await ask('PATCH', `/categories/${id}`, { parent: top })).body).toMatchObject({ parent: top });
  });

  test('is found by its parent, also by the parent’s words, and counted with it', async () => {
    expect(await found({ category: 'Hauling' })).toEqual(['Crate', 'Hook', 'Twine', 'Rope']);
    expect(await found({ category: 'hauling', sort: 'price', q: 'twine' })).toEqual(['Twine']);
    expect(await found({ category: 'Tying' })).toEqual(['Twine', 'Rope']);
    expect((await found({ q: 'hauling' })).sort()).toEqual(['Crate', 'Hook', 'Rope', 'Twine']);
    const { category, categories } = await facetsOf({ category: 'HAULING', q: 'hauling' });
    expect(category).toBe('Hauling');
    const exact = (value: string, count: number) => ({ value, count, isExact: true });
    expect(categories).toEqual([
      exact('Hauling', 4),
      { ...exact('Tying', 2), parent: 'Hauling' },
      { ...exact('Hanging', 1), parent: 'Hauling' },
    ]);
    const chosen = await facetsOf({ category: 'Hanging', q: 'rope' });
    expect(chosen.categories).toEqual([
      exact('Hauling', 1),
      { ...exact('Tying', 1), parent: 'Hauling' },
      { ...exact('Hanging', 0), parent: 'Hauling' },
    ]);
    const { body } = await t.call<ToolCategory[]>('GET', '/tool/categories');
    const oldest = await readTool((await t.call<Tool[]>('GET', '/tool?q=rope')).body[0]?._id ?? '');
    expect(body.filter(({ name }) => /Hauling|Tying|Rigging/.test(name))).toMatchObject([
      { name: 'Hauling', tools: 4, img: oldest.img },
    ]);
    const { img } = await t.makeTool();
    expectStatus(await ask('PATCH', `/categories/${shop.top}`, { img }), 200);
    expect((await t.call<ToolCategory[]>('GET', '/tool/categories')).body).toContainEqual(
      expect.objectContaining({ name: 'Hauling', img }),
    );
  });

  test('follows the name of its parent, and leaves it', async () => {
    expectStatus(await ask('PATCH', `/categories/${shop.top}`, { name: 'Lifting' }), 200);
    expect((await found({ q: 'lifting' })).sort()).toEqual(['Crate', 'Hook', 'Rope', 'Twine']);
    expect(await found({ q: 'hauling' })).toEqual([]);
    expectStatus(await ask('PATCH', `/categories/${shop.right}`, { parent: null }), 200);
    expect(await found({ category: 'Lifting' })).toEqual(['Crate', 'Twine', 'Rope']);
    expect((await found({ q: 'lifting' })).sort()).toEqual(['Crate', 'Rope', 'Twine']);
    expectStatus(await ask('PATCH', `/categories/${shop.right}`, { parent: shop.top }), 200);
    const hook = await t.call<Tool[]>('GET', '/tool?q=hook');
    expect(hook.body[0]?.version).toBe(1);
  });

  test('stays at one of two levels, whatever is requested, by anyone', async () => {
    const { top, left, right, other } = shop;
    const move = (id: string, parent: string) => refusal('PATCH', `/categories/${id}`, { parent });
    expect(await move(left, right)).toEqual([409, 'conflict', 'parent']);
    expect(await move(top, other)).toEqual([409, 'conflict', 'parent']);
    expect(await move(top, left)).toEqual([409, 'conflict', 'parent']);
    expect(await move(other, other)).toEqual([400, 'invalid_input', 'parent']);
    expect(await move(other, randomUUID())).toEqual([400, 'invalid_input', 'parent']);
    const made = await refusal('POST', '/categories', { name: 'Knots', parent: left });
    expect(made).toEqual([409, 'conflict', 'parent']);
    expect(await refusal('DELETE', `/categories/${top}`)).toEqual([409, 'conflict', undefined]);
    const below = await refusal('POST', `/categories/${top}/merge`, { into: left });
    expect(below).toEqual([409, 'conflict', 'into']);
    const place = await refusal('PATCH', `/categories/${left}`, { before: other });
    expect(place).toEqual([400, 'invalid_input', 'before']);
    for (const [id, parent] of [
      [left, right],
      [top, left],
      [other, other],
    ]) {
      const write = t.asOwner(`update categories set parent_id = '${parent}' where id = '${id}'`);
      await expect(write).rejects.toThrow('categories_two_levels');
    }
    await expect(t.asOwner("update tools set category = 'Nowhere'")).rejects.toThrow('tools_category_known');
    await expect(
      t.asOwner(
        "insert into brands (id, name) values (gen_random_uuid(), 'A  b'), (gen_random_uuid(), 'a B')",
      ),
    ).rejects.toThrow('brands_key_key');
  });

  test('moves along when its parent is merged', async () => {
    const { top, left, right, other } = shop;
    expectStatus(await ask('POST', `/categories/${top}/merge`, { into: other }), 200);
    const parents = (await listed('/categories')).filter(({ _id }) => [left, right].includes(_id));
    expect(parents.map(({ parent }) => parent)).toEqual([other, other]);
    expect(await found({ category: 'Lifting' })).toEqual(['Crate', 'Hook', 'Twine', 'Rope']);
    expect((await found({ q: 'rigging' })).sort()).toEqual(['Crate', 'Hook', 'Rope', 'Twine']);
  });
});
