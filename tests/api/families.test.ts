import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import type { FamilyDetails, ListedFamily, ManagedFamily } from '#features/families/contract.ts';
import { familyErrorTexts as texts } from '#features/families/texts.ts';
import { times } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

type Answer = ManagedFamily & { insertedId: string } & ErrorReply;
const send = (method: string, path: string, body?: unknown) =>
  t.call<Answer>(method, path, { token: admin.token, body });
const read = (id: string, query = '') => t.call<FamilyDetails & ErrorReply>('GET', `/families/${id}${query}`);
const managed = async (id: string) => expectStatus(await send('GET', `/managefamilies/${id}`), 200);
const readTool = async (id: string) => expectStatus(await t.call<Tool>('GET', `/tool/${id}`), 200);

type Row = [value: string, unit?: string];
/** Adds tools with specifications, which are values and units by name. */
async function makeSizes(
  name: string,
  sizes: Record<string, Row>[],
  priceCents = (nth: number) => 500 + nth,
) {
  const tools = [];
  for (const [nth, size] of sizes.entries()) {
    const tool = await t.makeTool({ name: `${name} ${nth}`, priceCents: priceCents(nth) });
    tools.push(tool.id);
    for (const [at, [spec, [value, unit = null]]] of Object.entries(size).entries())
      await t.shop.db
        .insertInto('tool_specifications')
        .values({ tool_id: tool.id, position: at + 1, name: spec, value, unit })
        .execute();
  }
  return tools;
}

async function group(name: string, toolIds: string[], more: object = {}) {
  return expectStatus(await send('POST', '/families', { name, toolIds, ...more }), 200).insertedId;
}

const valuesOf = (family: FamilyDetails, name: string) =>
  family.members.map(({ specifications }) => specifications.find((each) => each.name === name)?.value ?? '');

describe('a family', () => {
  it('is one table: what its members share, and what they differ in, sorted by value', async () => {
    const toolIds = await makeSizes('Wrench', [
      { Material: ['Steel'], Width: ['10', 'mm'], Length: ['160', 'mm'], Finish: ['Chrome'] },
      { Material: ['Steel'], Width: ['9', 'mm'], Length: ['150', 'mm'], Finish: ['Black'] },
      { Material: ['Steel'], Opening: ['3/8'], Length: ['1,200', 'mm'], Finish: ['Chrome'] },
      { Material: ['Steel'], Opening: ['1/2'], Finish: ['M10'] },
    ]);
    const [first] = toolIds;
    const id = await group('Combination wrenches', toolIds, { description: 'DIN 3113.' });
    const { status, body, headers } = await read(id);
    expect([status, headers.get('x-total-count'), headers.get('link')]).toEqual([200, '4', null]);
    const { columns, members, ...family } = body;
    const { img, picture } = await readTool(first ?? '');
    expect(family).toEqual({
      ...{ _id: id, name: 'Combination wrenches', description: 'DIN 3113.', category: null, version: 1 },
      ...{ img, picture, pictures: [], memberCount: 4, matching: null, rating: null, rating_count: 0 },
      shared: [{ name: 'Material', value: 'Steel', unit: null }],
    });
    expect(
      columns.map(({ label, isNumeric, min, max, values }) => [label, isNumeric, min, max, values]),
    ).toEqual([
      ['Opening', true, 0.375, 0.5, ['3/8', '1/2']],
      ['Width, mm', true, 9, 10, ['9', '10']],
      ['Length, mm', true, 150, 1200, ['150', '160', '1,200']],
      ['Finish', false, null, null, ['Black', 'Chrome', 'M10']],
    ]);
    expect(members.map(({ _id }) => _id)).toEqual(toolIds);
    const { description: _, family: ref, ...tool } = await readTool(first ?? '');
    expect(ref).toEqual({ _id: id, name: 'Combination wrenches' });
    expect(tool).toMatchObject(members[0] ?? {});
    const sorted = async (query: string) => valuesOf((await read(id, query)).body, 'Length');
    expect(await sorted('?sort=column&column=Length,%20mm')).toEqual(['150', '160', '1,200', '']);
    expect(await sorted('?sort=-column&column=Length,%20mm')).toEqual(['1,200', '160', '150', '']);
    expect(await sorted('?sort=column&column=Weight')).toEqual(['160', '150', '1,200', '']);
    expect(await sorted('?sort=-price')).toEqual(['', '1,200', '150', '160']);
  });

  it('is filtered by its columns, and says how many it found', async () => {
    const sizes = ['1/4', '3/8', '1/2', '5/8'].map(
      (size, nth): Record<string, Row> => ({
        Drive: [size, nth === 3 ? 'inch' : 'in'],
        Finish: [nth % 2 === 0 ? 'Chrome' : 'Black'],
        ...(nth > 0 && { Teeth: [String(24 + nth)] }),
      }),
    );
    const id = await group('Ratchets', await makeSizes('Ratchet', sizes));
    const found = async (...specs: string[]) => {
      const query = specs.map((spec) => `spec=${encodeURIComponent(spec)}`).join('&');
      const { headers, body } = await read(id, `?sort=column&column=Drive,%20in&${query}`);
      expect([body.memberCount, headers.get('x-total-count')]).toEqual([4, String(body.members.length)]);
      return valuesOf(body, 'Drive');
    };
    expect(await found('Finish:Chrome')).toEqual(['1/4', '1/2']);
    expect(await found('Finish:Chrome', 'Finish:Black')).toHaveLength(4);
    expect(await found('Drive, in:3/8..1/2')).toEqual(['3/8', '1/2']);
    expect(await found('Drive, in:..0.5', 'Finish:Black')).toEqual(['3/8']);
    expect(await found('Drive, in:1/4', 'Drive, in:0.6..')).toEqual(['1/4', '5/8']);
    expect(await found('Teeth:..99')).toEqual(['3/8', '1/2', '5/8']);
    expect(await found('Finish:Red')).toEqual([]);
    const units = (await read(id)).body.members.flatMap(({ specifications }) =>
      specifications.filter(({ name }) => name === 'Drive').map(({ unit }) => unit),
    );
    expect(units).toEqual(['in', 'in', 'in', 'in']);
    // What is no column filters nothing.
    expect(await found('Weight:5', 'Drive:1/4')).toHaveLength(4);
    const { body, headers } = await read(id, '?spec=Finish:Black&limit=1');
    expect([body.members.length, headers.get('x-total-count')]).toEqual([1, '2']);
    expect(headers.get('link')).toContain('spec=Finish');
    const tooMany = Array.from({ length: 51 }, (_, nth) => `spec=Finish:${nth}`).join('&');
    for (const query of [`?${tooMany}`, `?spec=${'x'.repeat(331)}`])
      expect([query.slice(0, 9), (await read(id, query)).status]).toEqual([query.slice(0, 9), 400]);
  });

  it('is read in pages, which go on when the last member of one has gone', async () => {
    const toolIds = await makeSizes(
      'Bit',
      Array.from({ length: 5 }, () => ({})),
    );
    const id = await group('Bits', toolIds);
    const next = (headers: Headers) => /cursor=([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    const idsOf = ({ body }: { body: FamilyDetails }) => body.members.map(({ _id }) => _id);
    const first = await read(id, '?limit=2');
    expect(idsOf(first)).toEqual(toolIds.slice(0, 2));
    const second = await read(id, `?limit=2&cursor=${next(first.headers)}`);
    expect(idsOf(second)).toEqual(toolIds.slice(2, 4));
    await send('DELETE', `/tool/${toolIds[3]}`);
    const third = await read(id, `?limit=2&cursor=${next(second.headers)}`);
    expect([idsOf(third), next(third.headers)]).toEqual([toolIds.slice(4), undefined]);
    for (const query of ['?limit=101', '?cursor=x', '?sort=stock', '?cursor=0.0190c0de'])
      expect([query, (await read(id, query)).status]).toEqual([query, 400]);
  });

  it('is hidden while no member is for sale, and its tools are as before when it is deleted', async () => {
    const [hammer = '', draft = ''] = await makeSizes('Hammer', [{}, {}]);
    await t.asOwner(`update tools set img = null where id = '${draft}'`);
    const id = await group('Hammers', [hammer, draft]);
    expect((await read(id)).body).toMatchObject({ memberCount: 1, members: [{ _id: hammer }] });
    expect(await managed(id)).toMatchObject({ memberCount: 2, toolIds: [hammer, draft] });
    expectStatus(await send('DELETE', `/tool/${hammer}`), 200);
    expect(await read(id)).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', message: texts.noSuchFamily } },
    });
    expect(await managed(id)).toMatchObject({ memberCount: 1, toolIds: [draft], version: 1 });
    expect((await send('DELETE', `/families/${id}`)).body).toEqual({ deletedCount: 1 });
    const path = `/managetool/${draft}`;
    expect((await t.call<Tool>('GET', path, { token: admin.token })).body.family).toBeNull();
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect(
        (await send(method, `/families/${id}`, method === 'PATCH' ? { version: 1 } : undefined)).status,
      ).toBe(404);
    expect((await send('GET', `/managefamilies/${id}`)).status).toBe(404);
  });

  it('is changed, and says by whom', async () => {
    const [one = '', two = '', three = ''] = await makeSizes('Key', [{}, {}, {}]);
    const own = await t.makeTool({ category: 'Keys' });
    const id = await group('Hex keys', [one, two], { category: ' KEYS ' });
    const edit = {
      version: 1,
      description: 'ISO 2936.',
      pictures: [{ img: own.img }],
      toolIds: [three, one],
    };
    const after = expectStatus(await send('PATCH', `/families/${id}`, edit), 200);
    expect(after).toMatchObject({
      ...{ description: 'ISO 2936.', category: 'Keys', img: own.img, version: 2 },
      ...{ pictures: [{ img: own.img }], toolIds: [three, one], memberCount: 2 },
    });
    expect((await readTool(two)).family).toBeNull();
    expect(await readTool(three)).toMatchObject({ family: { _id: id }, version: 1 });
    expect((await send('PATCH', `/families/${id}`, { ...edit, version: 2 })).body).toMatchObject({
      version: 2,
    });
    const renamed = { version: 2, name: 'Allen keys', category: null, pictures: [] };
    const { img } = await readTool(three);
    expect((await send('PATCH', `/families/${id}`, renamed)).body).toMatchObject({
      version: 3,
      img,
      category: null,
    });
    expect((await readTool(one)).family).toEqual({ _id: id, name: 'Allen keys' });
    const stale = await send('PATCH', `/families/${id}`, { version: 2, name: 'Keys' });
    expect(stale).toMatchObject({
      status: 409,
      body: { error: { code: 'version_conflict', field: 'version', current: await managed(id) } },
    });
    const { body } = await t.call<Activity[]>('GET', `/activity?q=members%20${id}`, { token: admin.token });
    expect(body).toMatchObject([
      {
        action: 'family_edited',
        actorEmail: admin.email,
        details: { id, name: 'Hex keys', fields: 'description, pictures, members', tools: 2 },
      },
    ]);
  });

  it('keeps its category when that is renamed or merged, and loses it when that is deleted', async () => {
    const id = await group('Saws', await makeSizes('Saw', [{}]), { category: 'Saws' });
    const find = async (name: string) =>
      (await t.call<{ _id: string; name: string }[]>('GET', '/categories')).body.find(
        (each) => each.name === name,
      )?._id ?? '';
    expectStatus(await send('PATCH', `/categories/${await find('Saws')}`, { name: 'Hand saws' }), 200);
    expect((await read(id)).body.category).toBe('Hand saws');
    expectStatus(await send('POST', '/categories', { name: 'Cutting' }), 200);
    const into = await find('Cutting');
    expectStatus(await send('POST', `/categories/${await find('Hand saws')}/merge`, { into }), 200);
    expect((await read(id)).body.category).toBe('Cutting');
    expectStatus(await send('DELETE', `/categories/${into}`), 200);
    expect((await read(id)).body.category).toBeNull();
  });

  it('is refused as a whole when something is wrong, and nothing changes', async () => {
    const [one = '', two = ''] = await makeSizes('Clamp', [{}, {}]);
    const id = await group('Clamps', [one]);
    const unknown = '0190c0de-0000-7000-8000-000000000000';
    const many = Array.from(
      { length: 1001 },
      (_one, nth) => `0190c0de-0000-7000-8000-${String(nth).padStart(12, '0')}`,
    );
    for (const [change, status, code, field, message] of [
      [{ toolIds: [one, unknown] }, 400, 'invalid_input', 'toolIds', texts.noSuchTool],
      [{ toolIds: [one, one] }, 400, 'invalid_input', 'toolIds', texts.twice],
      [{ toolIds: many }, 400, 'invalid_input', 'toolIds', texts.tooMany(1000)],
      [{ name: ' ' }, 400, 'invalid_input', 'name', texts.nameMissing],
      [{ pictures: [{ img: '/pictures/none.webp' }] }, 400, 'invalid_input', 'pictures', undefined],
    ] as const) {
      const refused = { status, body: { error: { code, field, ...(message && { message }) } } };
      const added = { name: 'Other clamps', toolIds: [two], ...change };
      expect(await send('POST', '/families', added)).toMatchObject(refused);
      expect(
        await send('PATCH', `/families/${id}`, { version: 1, description: 'x', ...change }),
      ).toMatchObject(refused);
    }
    const taken = { code: 'conflict', field: 'name', message: texts.nameTaken('CLAMPS') };
    expect(await send('POST', '/families', { name: 'CLAMPS', toolIds: [two] })).toMatchObject({
      status: 409,
      body: { error: taken },
    });
    const elsewhere = {
      code: 'conflict',
      field: 'toolIds',
      message: texts.inOtherFamilies([{ name: 'Clamp 0', family: 'Clamps' }]),
    };
    expect(await send('POST', '/families', { name: 'Bar clamps', toolIds: [two, one] })).toMatchObject({
      status: 409,
      body: { error: elsewhere },
    });
    expect(await managed(id)).toMatchObject({ version: 1, description: '', toolIds: [one] });
    expect((await readTool(two)).family).toBeNull();
    expect(await listed('clamp')).toEqual(['Clamps']);
  });

  const listed = async (q: string) =>
    expectStatus(
      await t.call<ListedFamily[]>('GET', `/managefamilies?q=${q}`, { token: admin.token }),
      200,
    ).map(({ name }) => name);

  it('is listed for staff by name, also without members', async () => {
    await group('Zebra drills', []);
    await group('angle drills', []);
    expect(await listed('dri')).toEqual(['angle drills', 'Zebra drills']);
    const { headers, body } = await t.call<ListedFamily[]>('GET', '/managefamilies?q=dri&limit=1', {
      token: admin.token,
    });
    expect(body).toMatchObject([{ name: 'angle drills', memberCount: 0, img: null, picture: null }]);
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual([
      '2',
      expect.stringContaining('cursor='),
    ]);
  });
});

describe('several at once', () => {
  it('edit a family: one is first, and the others are told what it did', async () => {
    const toolIds = await makeSizes('File', [{}, {}, {}]);
    const id = await group('Files', toolIds);
    const replies = await times(3, (nth) =>
      send('PATCH', `/families/${id}`, { version: 1, toolIds: [toolIds[nth]] }),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = replies.find(({ status }) => status === 200)?.body;
    expect(await managed(id)).toEqual(winner);
    for (const { status, body } of replies) if (status === 409) expect(body.error.current).toEqual(winner);
    const families = await Promise.all(toolIds.map(async (toolId) => (await readTool(toolId)).family));
    expect(families.filter((family) => family !== null)).toHaveLength(1);
  });

  it('group the same tools: they are in one family, all of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const toolIds = await makeSizes(`Chisel ${round}`, [{}, {}, {}, {}]);
      const replies = await times(4, (nth) =>
        send('POST', '/families', {
          name: `Chisels ${round} ${nth}`,
          toolIds: nth % 2 === 0 ? toolIds : toolIds.toReversed(),
        }),
      );
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const id = replies.find(({ status }) => status === 200)?.body.insertedId;
      for (const toolId of toolIds) expect((await readTool(toolId)).family?._id).toBe(id);
    }
  });

  it('delete a tool and group it: it is in the shop or in the family, never left behind in it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [kept = '', gone = ''] = await makeSizes(`Rasp ${round}`, [{}, {}]);
      const [grouped, deleted] = await Promise.all([
        send('POST', '/families', { name: `Rasps ${round}`, toolIds: [gone, kept] }),
        send('DELETE', `/tool/${gone}`),
      ]);
      expect([200, 400]).toContain(grouped.status);
      expect(deleted.status).toBe(200);
      if (grouped.status === 200)
        expect(await managed(grouped.body.insertedId)).toMatchObject({ toolIds: [kept] });
      expect(await t.asOwner(`select family_id from tools where id = '${gone}'`)).toEqual([
        { family_id: null },
      ]);
    }
  });
});
