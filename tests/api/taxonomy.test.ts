import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import type { DatabaseServer } from '#server/shop/database-server.ts';
import { prepareTables } from '#server/shop/prepare-tables.ts';
import { makeDatabase } from '#tests/support/backups.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { openCategoryDesk } from '#tests/support/category-desk.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestTool } from '#tests/support/test-shop.ts';
import { namesOf } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const { ask, refusal, listed, named, found, facetsOf, readTool } = openCategoryDesk(t, admin);
const audited = (id: string) =>
  t.asOwner(`select action, details from audit_events where details->>'id' = '${id}' order by id`);

const kinds = [
  { kind: 'category', path: '/categories', other: 'brand' },
  { kind: 'brand', path: '/brands', other: 'category' },
] as const;

describe.each(kinds)('a $kind', ({ kind, path }) => {
  const make = (name: string, tool: TestTool = {}) => t.makeTool({ ...tool, [kind]: name });
  const word = () => `W${randomUUID().slice(0, 8)}`;

  test('is created with a tool, and is the same in any spelling', async () => {
    const name = `${word()} Works`;
    const { id, img } = await make(name);
    const tool = {
      name: 'Awl',
      description: 'Pricks.',
      min_order_quantity: 1,
      available_quantity: 5,
      price: 3,
      img,
    };
    const spelled = ` ${name.toUpperCase().replace(' ', '  ')} `;
    const added = await ask('POST', '/tool', { ...tool, [kind]: spelled });
    expect((await readTool(added.body.insertedId))[kind]).toBe(name);
    const other = await t.makeTool();
    const edit = { version: 1, [kind]: name.toLowerCase() };
    expect((await ask('PATCH', `/tool/${other.id}`, edit)).body).toMatchObject({ [kind]: name, version: 2 });
    expect(await named(path, name)).toMatchObject({ tools: 3, img: null, picture: null });
    expect(await found({ [kind]: spelled })).toHaveLength(3);
    const { _id } = await named(path, name);
    expect(await audited(_id)).toEqual([{ action: `${kind}_added`, details: { id: _id, name } }]);
    expect((await readTool(id)).version).toBe(1);
  });

  test('is added, refused if the name exists, and deleted while it is empty', async () => {
    const name = word();
    const added = await ask('POST', path, { name: ` ${name} ` });
    expect(added.status).toBe(200);
    const own = `${path}/${added.body.insertedId}`;
    expect(await named(path, name)).toMatchObject({ tools: 0 });
    expect(await refusal('POST', path, { name: name.toLowerCase() })).toEqual([409, 'conflict', 'name']);
    const { id } = await make(name);
    expect(await refusal('DELETE', own)).toEqual([409, 'conflict', undefined]);
    expectStatus(await ask('DELETE', `/tool/${id}`), 200);
    expect((await ask('DELETE', own)).body).toEqual({ deletedCount: 1 });
    expect(await refusal('DELETE', own)).toEqual([404, 'not_found', undefined]);
    const details = { id: added.body.insertedId, name };
    expect(await audited(details.id)).toEqual([
      { action: `${kind}_added`, details },
      { action: `${kind}_removed`, details },
    ]);
  });

  test('is renamed with its tools, found by the new name, and remembers the old one', async () => {
    const [before, after] = [word(), word()];
    const { id, name } = await make(before);
    await make(word());
    const { _id } = await named(path, before);
    expect((await ask('PATCH', `${path}/${_id}`, { name: after })).body).toMatchObject({
      name: after,
      tools: 1,
    });
    expect(await readTool(id)).toMatchObject({ [kind]: after, version: 2 });
    expect(await found({ q: after })).toEqual([name]);
    expect(await found({ q: before })).toEqual([]);
    for (const asked of [before, after, before.toUpperCase()]) {
      expect(await found({ [kind]: asked })).toEqual([name]);
      expect((await facetsOf({ [kind]: asked })).total.count).toBe(1);
    }
    // A file or a form with the old name refers to the new one, unless somebody adds one with the old name.
    expect(await readTool((await make(before)).id)).toMatchObject({ [kind]: after });
    expectStatus(await ask('POST', path, { name: before }), 200);
    expect(await readTool((await make(before)).id)).toMatchObject({ [kind]: before });
    expect(await found({ [kind]: before })).toHaveLength(1);
    const stale = await ask('PATCH', `/tool/${id}`, { version: 1, price: 4 });
    expect(stale.body.error.code).toBe('version_conflict');
  });

  test('can change its spelling, but not take another one’s name', async () => {
    const [one, other] = [word(), word()];
    const { id } = await make(one);
    await make(other);
    const { _id } = await named(path, one);
    const taken = await refusal('PATCH', `${path}/${_id}`, { name: other.toLowerCase() });
    expect(taken).toEqual([409, 'conflict', 'name']);
    expect(await readTool(id)).toMatchObject({ [kind]: one, version: 1 });
    const spelled = one.toLowerCase();
    expectStatus(await ask('PATCH', `${path}/${_id}`, { name: spelled }), 200);
    expect(await readTool(id)).toMatchObject({ [kind]: spelled, version: 2 });
    expect(await t.asOwner(`select from ${kind}_aliases where key = lower('${one}')`)).toEqual([]);
  });

  test('is merged into another one with all old names that led to it', async () => {
    const [first, second, third] = [word(), word(), word()];
    const { id } = await make(first);
    const gone = await make(first);
    expectStatus(await ask('DELETE', `/tool/${gone.id}`), 200);
    await make(third);
    const { _id } = await named(path, first);
    const into = await named(path, third);
    expectStatus(await ask('PATCH', `${path}/${_id}`, { name: second }), 200);
    const merged = await ask('POST', `${path}/${_id}/merge`, { into: into._id });
    expect(merged).toMatchObject({ status: 200, body: { _id: into._id, name: third, tools: 2 } });
    expect((await readTool(id))[kind]).toBe(third);
    for (const asked of [first, second, third]) expect(await found({ [kind]: asked })).toHaveLength(2);
    expect(namesOf(await listed(path))).not.toContain(second);
    expect((await audited(_id)).at(-1)).toEqual({
      action: `${kind}_merged`,
      details: { id: _id, name: second, into: into._id, intoName: third, tools: 1 },
    });
    const again = await refusal('POST', `${path}/${_id}/merge`, { into: into._id });
    expect(again).toEqual([404, 'not_found', undefined]);
  });

  test('has a manual position, before all that have none', async () => {
    const names = [word(), word(), word()];
    for (const name of names) expectStatus(await ask('POST', path, { name }), 200);
    const [one, two, three] = await Promise.all(names.map((name) => named(path, name)));
    const order = async () => namesOf(await listed(path)).filter((name) => names.includes(name));
    const [first] = await listed(path);
    expectStatus(await ask('PATCH', `${path}/${three?._id}`, { before: first?._id }), 200);
    expect(namesOf(await listed(path))[0]).toBe(names[2]);
    expectStatus(await ask('PATCH', `${path}/${one?._id}`, { before: two?._id }), 200);
    expect(await order()).toEqual([names[2], names[0], names[1]]);
    expectStatus(await ask('PATCH', `${path}/${three?._id}`, { before: null }), 200);
    expect(await order()).toEqual([names[0], names[1], names[2]]);
    for (const name of names) await make(name);
    const values = (await facetsOf())[kind === 'category' ? 'categories' : 'brands'].map(
      ({ value }) => value,
    );
    expect(values.filter((value) => names.includes(value))).toEqual([names[0], names[1], names[2]]);
  });

  test('has a picture uploaded to the shop, which can be removed', async () => {
    const { img } = await make(word());
    const added = await ask('POST', path, { name: word(), img });
    const own = `${path}/${added.body.insertedId}`;
    expect((await ask('PATCH', own, {})).body).toMatchObject({ img, picture: { width: 800 } });
    expect((await ask('PATCH', own, { img: null })).body).toMatchObject({ img: null, picture: null });
    const elsewhere = 'https://elsewhere.example/a.png';
    expect(await refusal('PATCH', own, { img: elsewhere })).toEqual([400, 'invalid_input', 'img']);
    expect(await refusal('POST', path, { name: word(), img: elsewhere })).toEqual([
      400,
      'invalid_input',
      'img',
    ]);
  });

  test('names the invalid field of a request, and changes nothing', async () => {
    const { body } = await ask('POST', path, { name: word() });
    const own = `${path}/${body.insertedId}`;
    const before = await listed(path);
    for (const name of [undefined, '', ' ', '\u200b', 'x'.repeat(61), 'a\u0000b', 7])
      expect(await refusal('POST', path, { name })).toEqual([400, 'invalid_input', 'name']);
    const { id } = await t.makeTool();
    for (const name of ['', ' ', '\u200b', 'x'.repeat(61)])
      expect(await refusal('PATCH', `/tool/${id}`, { version: 1, [kind]: name })).toEqual([
        ...[400, 'invalid_input', kind],
      ]);
    expect(await refusal('PATCH', own, { name: ' ' })).toEqual([400, 'invalid_input', 'name']);
    expect(await refusal('PATCH', own, { before: 'first' })).toEqual([400, 'invalid_input', 'before']);
    expect(await refusal('PATCH', own, { before: randomUUID() })).toEqual([400, 'invalid_input', 'before']);
    expect(await refusal('POST', `${own}/merge`, {})).toEqual([400, 'invalid_input', 'into']);
    expect(await refusal('POST', `${own}/merge`, { into: body.insertedId })).toEqual([
      400,
      'invalid_input',
      'into',
    ]);
    expect(await refusal('POST', `${own}/merge`, { into: randomUUID() })).toEqual([404, 'not_found', 'into']);
    expect(await refusal('PATCH', `${path}/${randomUUID()}`, { name: word() })).toEqual([
      404,
      'not_found',
      undefined,
    ]);
    expect(await refusal('DELETE', `${path}/7`)).toEqual([400, 'invalid_input', 'id']);
    expect(await listed(path)).toEqual(before);
  });
});

test('spellings in an older shop are merged into the commonest, and empty ones become null', {
  tags: ['sweep'],
}, async () => {
  const { connection, asOwner } = await makeDatabase();
  const server: DatabaseServer = { owner: connection, connection, summary: '', stop: async () => undefined };
  await prepareTables(server, createLog('silent'), { wanted: '0029-told' });
  await asOwner(
    `insert into pictures (id, url, width, height, colour, webp_srcset) values (gen_random_uuid(), '/s', 4, 3, '#eee', '/s 4w');
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand, category, brand, deleted_at)
    select gen_random_uuid(), nth, 'Saws', '/s', 1, 1, 9, category, brand, deleted_at from (values
      ('1', 'hammers ', 'Ostrand', null), ('2', 'Hammers', '', null), ('3', 'Hammers', null, now()), ('4', 'Saws', 'OSTRAND', null)
    ) old (nth, category, brand, deleted_at)`,
  );
  await prepareTables(server, createLog('silent'));
  expect(await asOwner('select name, category, brand from tools order by name')).toEqual([
    { name: '1', category: 'Hammers', brand: 'OSTRAND' },
    { name: '2', category: 'Hammers', brand: null },
    { name: '3', category: 'Hammers', brand: null },
    { name: '4', category: 'Saws', brand: 'OSTRAND' },
  ]);
  expect(await asOwner('select name from categories union select name from brands order by name')).toEqual([
    { name: 'Hammers' },
    { name: 'OSTRAND' },
    { name: 'Saws' },
  ]);
});
