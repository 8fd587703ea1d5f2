import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { Card, ToolFacets } from '#features/catalogue/contract.ts';
import type { FamilyDetails } from '#features/families/contract.ts';
import { times } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { searchCards, searchPath } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });

async function group(name: string, toolIds: string[], img?: string) {
  const id = uuid();
  await t.shop.db.insertInto('families').values({ id, name }).execute();
  if (toolIds.length > 0)
    await t.shop.db.updateTable('tools').set({ family_id: id }).where('id', 'in', toolIds).execute();
  if (img) await t.shop.db.insertInto('family_pictures').values({ family_id: id, place: 0, img }).execute();
  return id;
}

const facetsOf = async (query: object) =>
  expectStatus(await t.call<ToolFacets>('GET', searchPath('/tool/facets', query)), 200);

describe('the card of a family', () => {
  it('says what fits, from what to what price in the minimum order, and what can be ordered', async () => {
    const tools = await times(4, (nth) =>
      t.makeTool({
        name: `Gimlet ${nth} mm`,
        priceCents: 1_000 + nth,
        onHand: nth === 3 ? 1 : 9,
        minOrderQuantity: 2,
      }),
    );
    const [first, second] = tools;
    await t.shop.db
      .insertInto('tool_price_breaks')
      .values([
        { tool_id: first?.id ?? '', quantity: 2, price_cents: 900 },
        { tool_id: second?.id ?? '', quantity: 3, price_cents: 100 },
      ])
      .execute();
    const single = await t.makeTool({ name: 'Gimlet case' });
    const id = await group(
      'Gimlets',
      tools.map((tool) => tool.id),
      single.img,
    );
    const cards = await searchCards(t, { q: 'gimlet', sort: 'price' });
    expect(cards.map(({ family, sizes }) => [family?._id, sizes])).toEqual([
      [
        id,
        {
          ...{ count: 4, matching: 4, min_price: 9, max_price: 10.03, orderable: 3 },
          ...{ img: single.img, picture: expect.anything() },
        },
      ],
      [undefined, null],
    ]);
    const narrow = (await searchCards(t, { q: 'gimlet', min_price: '10.02', sort: '-price' })).find(
      ({ sizes }) => sizes,
    );
    expect([narrow?.name, narrow?.sizes?.matching, narrow?.sizes?.orderable]).toEqual(['Gimlet 3 mm', 2, 1]);
    // Alone in the shop, it is a tool as any other.
    await t.shop.db
      .updateTable('tools')
      .set({ deleted_at: new Date() })
      .where(
        'id',
        'in',
        tools.slice(1).map((tool) => tool.id),
      )
      .execute();
    expect((await searchCards(t, { q: 'gimlet' })).map(({ sizes }) => sizes)).toEqual([null, null]);
  });

  it('leads to what fits, which comes first on the page of the family', async () => {
    const tools = await times(6, (nth) =>
      t.makeTool({ name: `Spigot ${nth} mm`, priceCents: 500 + nth * 100 }),
    );
    const id = await group(
      'Spigots',
      tools.map((tool) => tool.id),
    );
    const read = async (query: string) =>
      expectStatus(await t.call<FamilyDetails>('GET', `/families/${id}?${query}`), 200);
    const names = ({ members, matching }: FamilyDetails) => [
      members.map(({ name }) => name.slice(7, 8)).join(''),
      matching,
    ];
    expect(names(await read(''))).toEqual(['012345', null]);
    expect(names(await read('q=4+mm+spigot'))).toEqual(['401235', 1]);
    expect(names(await read('min_price=8&max_price=9'))).toEqual(['340125', 2]);
    expect(names(await read('q=spigot&limit=2'))).toEqual(['01', 6]);
    expect(names(await read('q=nothing-like-it'))).toEqual(['012345', 0]);
    expect(names(await read('q=4+mm&sort=-price'))).toEqual(['543210', 1]);
    const { status, body } = await t.call('GET', `/families/${id}?min_price=9&max_price=8`);
    expect([status, body]).toMatchObject([400, { error: { field: 'max_price' } }]);
  });

  it('counts once in a category above those of its tools', async () => {
    const parent = uuid();
    await t.shop.db.insertInto('categories').values({ id: parent, name: 'Anvils', position: 90 }).execute();
    for (const name of ['Small anvils', 'Large anvils'])
      await t.shop.db
        .insertInto('categories')
        .values({ id: uuid(), name, position: 91, parent_id: parent })
        .execute();
    const tools = [
      await t.makeTool({ name: 'Anvilette', category: 'Small anvils' }),
      await t.makeTool({ name: 'Anvilette XL', category: 'Large anvils' }),
    ];
    await group(
      'Anvilettes',
      tools.map(({ id }) => id),
    );
    const { total, categories } = await facetsOf({ q: 'anvilette' });
    expect(total).toEqual({ count: 1, isExact: true });
    expect(categories.map(({ value, count }) => [value, count])).toEqual([
      ['Anvils', 1],
      ['Large anvils', 1],
      ['Small anvils', 1],
    ]);
    expect(await searchCards(t, { q: 'anvilette', category: 'Anvils' })).toHaveLength(1);
  });
});

describe('cards of more tools than are counted one by one', () => {
  it('are walked without a family twice, and counted as far as it is known', {
    tags: ['sweep'],
    timeout: 120_000,
  }, async () => {
    const tool = await t.makeTool({ name: 'Rivet', priceCents: 100 });
    // One family spread over the whole list, many of neighbors, and single tools.
    await t.asOwner(`insert into families (id, name)
      select ${familyId('nth')}, 'Rivets ' || nth from generate_series(0, 300) nth`);
    const columns = (
      await t.asOwner(`select column_name as name from information_schema.columns
        where table_name = 'tools' and table_schema = 'public' and is_generated = 'NEVER'`)
    ).map(({ name }) => String(name));
    const value = (name: string) => {
      if (name === 'id') return `('01900000-0000-7000-8000-' || lpad(to_hex(nth), 12, '0'))::uuid`;
      if (name === 'price_cents') return 'nth % 7 + 100';
      if (name === 'part_number') return 'null';
      if (name === 'family_id')
        return `case when nth % 50 = 7 then ${familyId('0')} when nth % 90 > 0 then ${familyId('nth / 40 + 1')} end`;
      return name;
    };
    await t.asOwner(`insert into tools (${columns.join(', ')}) select ${columns.map(value).join(', ')}
      from tools, generate_series(1, 10100) nth where id = '${tool.id}'`);
    t.shop.cacheVersion.invalidate();
    for (const sort of ['newest', 'price', '-price', 'relevance']) {
      const expected = await t.asOwner(`
        select id from (select distinct on (coalesce(family_id, id)) id, price_cents from tools
          where deleted_at is null and name = 'Rivet'
          order by coalesce(family_id, id), ${orders[sort]}) cards order by ${orders[sort]}`);
      const cards = await searchCards(t, { q: 'rivet', sort, limit: '100' });
      expect(cards.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
      expect(cards.filter(({ sizes }) => sizes)).toHaveLength(254);
    }
    const { headers } = await t.call<Card[]>('GET', '/tool/cards?q=rivet&sort=price');
    const { total } = await facetsOf({ q: 'rivet' });
    expect(total.isExact).toBe(false);
    expect(headers.get('x-total-more-than')).toBe(String(total.count));
    const all = await t.call<Card[]>('GET', '/tool/cards');
    expect([all.headers.get('x-total-count'), (await facetsOf({})).total]).toEqual([
      String((await searchCards(t, { limit: '100' })).length),
      { count: Number(all.headers.get('x-total-count')), isExact: true },
    ]);
  });
});

const familyId = (nth: string) => `('01900000-0000-7000-9000-' || lpad(to_hex(${nth}), 12, '0'))::uuid`;

const orders: Record<string, string> = {
  newest: 'id desc',
  relevance: 'id desc',
  price: 'price_cents, id',
  '-price': 'price_cents desc, id desc',
};
