/** @module-tag sweep */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { nameKey } from '#contracts/text.ts';
import { createLog } from '#platform/log.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';

const COMPOSED = 'Köln';
const DECOMPOSED = 'Köln'.normalize('NFD');
/** Names that look alike: decomposed, in capitals, with a zero-width space, a soft hyphen, a joiner and a
 * no-break space. */
const lookAlikes = [DECOMPOSED, 'KÖLN', 'K\u200böln', 'Kö\u00adln', '\u2060Köln\ufeff', '\u00a0Köln '];

describe('names that look alike are the same', () => {
  let t: TestShop;
  let admin: TestUser;
  beforeAll(async () => {
    t = await startTestShop({ SHOP_RATE_LIMIT: 'off' });
    admin = await t.makeUser({ role: 'admin' });
  });
  afterAll(() => t?.stop());

  const ask = (method: string, path: string, body: object) =>
    t.call(method, path, { token: admin.token, body });

  test.each(['/brands', '/categories'])('at %s', async (path) => {
    expect((await ask('POST', path, { name: COMPOSED })).status).toBe(200);
    for (const name of lookAlikes)
      expect([name, (await ask('POST', path, { name })).status]).toEqual([name, 409]);
  });

  test('in the synonyms and in a buyer’s lists', async () => {
    expect((await ask('POST', '/synonyms', { word: COMPOSED, sameAs: 'Cologne' })).status).toBe(200);
    const { id: toolId } = await t.makeTool();
    const lines = [{ toolId, quantity: 1 }];
    expect((await ask('POST', '/lists', { name: COMPOSED, lines })).status).toBe(201);
    for (const name of lookAlikes) {
      expect((await ask('POST', '/synonyms', { word: 'COLOGNE', sameAs: name })).status).toBe(409);
      expect((await ask('POST', '/synonyms', { word: COMPOSED, sameAs: name })).status).toBe(400);
      expect((await ask('POST', '/lists', { name, lines })).status).toBe(409);
    }
  });

  test('to the shop and to its database', async () => {
    const sign = fc.constantFrom(
      'ö',
      'o\u0308',
      'O\u0308',
      'ß',
      '\u00ad',
      '\u200b',
      '\ufeff',
      '\ufe0f',
      '\u2060',
      '\u00a0',
      ' ',
      '\u3000',
      'a',
      '1',
    );
    const names = fc.sample(
      fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
      { numRuns: 500, seed: 21 },
    );
    const asked = names.map((name) => ({ name, key: nameKey(name) }));
    const rows = await t.asOwner(`select name, key, name_key(name) as theirs
      from jsonb_to_recordset($$${JSON.stringify(asked)}$$::jsonb) asked (name text, key text) where name_key(name) <> key`);
    expect(rows).toEqual([]);
  });
});

it('duplicates in an older database are merged without loss', async () => {
  const { connection, asOwner } = await makeDatabase();
  const server = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0084-notation-of-sizes' });
  const id = (nth: number) => `'0198c0de-0000-7000-8000-${String(nth).padStart(12, '0')}'`;
  await asOwner(
    `insert into categories (id, name) values (${id(1)}, '${COMPOSED}'), (${id(2)}, '${DECOMPOSED}'), (${id(3)}, 'Saws')`,
  );
  await asOwner(
    `insert into categories (id, name, parent_id) values (${id(4)}, 'Hand saws', ${id(2)}), (${id(5)}, 'Sa\u00adws', ${id(1)})`,
  );
  await asOwner(`insert into brands (id, name) values (${id(6)}, 'Bosch'), (${id(7)}, 'Bosch\u200b')`);
  await asOwner(
    `insert into brand_aliases (key, meant_id) values ('robert bosch', ${id(7)}), ('robert\u200b bosch', ${id(6)})`,
  );
  await asOwner(`insert into pictures (id, url, width, height, colour, webp_srcset)
    values (${id(10)}, '/none.webp', 1, 1, '#ffffff', '')`);
  await asOwner(`insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand, category, brand)
    select gen_random_uuid(), 'Saw ' || nth, 'Cuts', '/none.webp', 100, 1, 0, category, brand from (values
      (1, '${DECOMPOSED}', 'Bosch'), (2, '${DECOMPOSED}', 'Bosch\u200b'), (3, '${COMPOSED}', 'Bosch'), (4, 'Sa\u00adws', null)) tool (nth, category, brand)`);
  await asOwner(
    `insert into synonyms (id, word, same_as) values (${id(8)}, '${COMPOSED}', 'Cologne'), (${id(9)}, 'cologne', '${DECOMPOSED}')`,
  );
  await prepareTables(server, createLog('silent'));
  const named = (kind: string) =>
    asOwner(`select ${kind} as name, count(*)::integer as tools from tools group by 1 order by 1 nulls last`);
  expect(await named('category')).toEqual([
    { name: DECOMPOSED, tools: 3 },
    { name: 'Saws', tools: 1 },
  ]);
  expect(await named('brand')).toEqual([
    { name: 'Bosch', tools: 3 },
    { name: null, tools: 1 },
  ]);
  expect(
    await asOwner(`select name, (select name from categories parent where parent.id = child.parent_id) as parent
    from categories child where key in ('köln', 'saws', 'hand saws') order by key`),
  ).toEqual([
    { name: 'Hand saws', parent: DECOMPOSED },
    { name: DECOMPOSED, parent: null },
    { name: 'Saws', parent: null },
  ]);
  expect(
    await asOwner(
      `select brand_aliases.key, name from brand_aliases join brands on brands.id = meant_id where name = 'Bosch'`,
    ),
  ).toEqual([{ key: 'robert bosch', name: 'Bosch' }]);
  expect(await asOwner(`select id from synonyms where name_key(word) in ('köln', 'cologne')`)).toHaveLength(
    1,
  );
  expect(await asOwner('select name from brands where key <> name_key(name)')).toEqual([]);
});
