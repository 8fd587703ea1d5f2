import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import type { FamilyDetails, ManagedFamily } from '#features/families/contract.ts';
import { familyErrorTexts } from '#features/families/texts.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import { sizesErrorTexts as texts } from '#features/sizes/texts.ts';
import { times } from '#tests/support/at-once.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { moveOn, readReport } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

type Answer = ManagedFamily & { insertedId: string; importId: string } & ErrorReply;
const send = (method: string, path: string, body?: unknown) =>
  t.call<Answer>(method, path, { token: admin.token, body });
const managed = async (id: string) => expectStatus(await send('GET', `/managefamilies/${id}`), 200);
const makeFamily = async (name: string, toolIds: string[] = []) =>
  expectStatus(await send('POST', '/families', { name, toolIds }), 200).insertedId;
const add = (family: string, body: object) => send('POST', `/families/${family}/sizes`, body);
const toolCount = async () => Number((await t.asOwner('select count(*) as tools from tools'))[0]?.tools);

const partNumber = { field: 'part_number' };
const price = { field: 'price' };
const stock = { field: 'available_quantity' };
const width = { specification: 'Width', unit: 'mm' };

it('adds rows as tools behind the members, with the shared fields, and is undone', async () => {
  const first = await t.makeTool({ name: 'Wrench 6' });
  const id = await makeFamily('Combination wrenches', [first.id]);
  const { img } = await t.makeTool();
  const { importId } = expectStatus(
    await add(id, {
      columns: [width, partNumber, price, stock, { specification: 'Standard' }],
      rows: [
        ['8', 'CW-8', '4,90', '12', 'DIN 3113'],
        ['10', 'CW-10', '1.005,10', '', ''],
      ],
      shared: {
        ...{ category: 'Wrenches', brand: 'Gedore', description: 'Chrome vanadium.', img },
        ...{ min_order_quantity: '2', pack_step: '2' },
      },
    }),
    200,
  );
  const { toolIds, version } = await managed(id);
  expect([toolIds.length, toolIds[0], version]).toEqual([3, first.id, 2]);
  const read = async (nth: number) =>
    expectStatus(await t.call<ToolDetails>('GET', `/tool/${toolIds[nth]}`), 200);
  expect(await read(1)).toMatchObject({
    ...{ name: 'Combination wrenches – 8 mm / DIN 3113', part_number: 'CW-8', price: 4.9, img },
    ...{ available_quantity: 12, min_order_quantity: 2, pack_step: 2, description: 'Chrome vanadium.' },
    ...{ category: 'Wrenches', brand: 'Gedore', family: { _id: id } },
    specifications: [
      { name: 'Width', value: '8', unit: 'mm' },
      { name: 'Standard', value: 'DIN 3113', unit: null },
    ],
  });
  expect(await read(2)).toMatchObject({
    ...{ name: 'Combination wrenches – 10 mm', price: 1005.1, available_quantity: 0 },
  });
  const family = expectStatus(await t.call<FamilyDetails>('GET', `/families/${id}`), 200);
  expect(family.columns.find(({ label }) => label === 'Width, mm')?.values).toEqual(['8', '10']);
  expect(await readReport(t, admin, importId)).toMatchObject({
    ...{ state: 'applied', fileName: texts.sizesOf('Combination wrenches'), rows: 2, added: 2, drafts: 0 },
  });
  const { body: entries } = await t.call<Activity[]>('GET', `/activity?q=${id}`, { token: admin.token });
  expect(entries[0]).toMatchObject({
    ...{ action: 'family_edited', actorEmail: admin.email },
    details: { name: 'Combination wrenches', fields: 'members', tools: 3 },
  });
  const movement = await t.asOwner(
    `select kind, quantity from stock_movements where tool_id = '${toolIds[1]}'`,
  );
  expect(movement).toEqual([{ kind: 'imported', quantity: 12 }]);
  expect(await moveOn(t, admin, importId, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(await managed(id)).toMatchObject({ toolIds: [first.id] });
});

it('tells of every wrong cell, and of a shared field once, and saves nothing', async () => {
  await t.shop.db
    .updateTable('tools')
    .set({ part_number: 'TAKEN-1' })
    .where('id', '=', (await t.makeTool()).id)
    .execute();
  const id = await makeFamily('Drills');
  const before = await toolCount();
  const refused = await add(id, {
    columns: [partNumber, price, stock, width],
    rows: [
      ['DR-1', 'cheap', '-1', '5'],
      ['TAKEN-1', '3', '2', '#REF!'],
      ['DR-2', '3', '2', 'x'.repeat(121)],
      ['dr-1', '', '2', '6'],
      ['', '3', '2', '6'],
      ['DR-3', '3', '2', '7'],
    ],
    shared: { min_order_quantity: '0', guarantee_years: 'two' },
  });
  expect(refused.status).toBe(400);
  const { error } = refused.body;
  expect(error).toMatchObject({ code: 'invalid_input', field: 'rows' });
  const told = error.cells?.map(({ row, column, field, message }) => [row, column, field, message]);
  expect(told).toEqual([
    [null, null, 'min_order_quantity', expect.stringContaining('at least 1')],
    [null, null, 'guarantee_years', importErrorTexts.notNumber('Durability guarantee, years')],
    [0, 1, null, importErrorTexts.notNumber('Price')],
    [0, 2, null, expect.stringContaining('at least 0')],
    [1, 3, null, importErrorTexts.failedCell('#REF!')],
    [2, 3, null, expect.stringContaining('120')],
    [3, 0, null, importErrorTexts.twice(1)],
    [4, 0, null, importErrorTexts.noKeyInRow],
  ]);
  expect(error.message).toBe(texts.wrongCells(8));
  expect(await toolCount()).toBe(before);
  expect(await managed(id)).toMatchObject({ toolIds: [], version: 1 });
  const taken = await add(id, { columns: [partNumber, price], rows: [['taken-1', '5']] });
  expect(taken.body.error.cells).toEqual([
    { row: 0, column: 0, field: null, message: toolErrorTexts.partNumberTaken },
  ]);
});

it('refuses a grid that is none, a family that is not there, and numbers that can be read in two ways', async () => {
  const id = await makeFamily('Hex keys');
  const rows = [['HK-1', '1.250']];
  const many = Array.from({ length: 501 }, (_, nth) => [`HK-${nth}`, '5']);
  for (const [body, field, message] of [
    [{ columns: [partNumber, price], rows }, 'decimal', texts.doubtful('1.250')],
    [{ columns: [price], rows }, 'columns', texts.noPartNumbers],
    [{ columns: [partNumber, price, price], rows }, 'columns', texts.columnTwice],
    [{ columns: [partNumber, width, { specification: 'WIDTH' }], rows }, 'columns', texts.columnTwice],
    [{ columns: [partNumber, price], rows: [] }, 'rows', texts.noRows],
    [{ columns: [partNumber, price], rows: many }, 'rows', texts.tooManyRows(500)],
  ] as const)
    expect(await add(id, body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field, message } },
    });
  const unknown = '0190c0de-0000-7000-8000-000000000000';
  expect(await add(unknown, { columns: [partNumber, price], rows })).toMatchObject({
    status: 404,
    body: { error: { message: familyErrorTexts.noSuchFamily } },
  });
  expectStatus(await add(id, { columns: [partNumber, price], rows, decimal: ',' }), 200);
  expect(await managed(id)).toMatchObject({ memberCount: 1 });
});

it('adds 500 at once, and refuses what would be more than a family can have, as a whole', async () => {
  const id = await makeFamily('Wood screws');
  const rowsOf = (start: number) =>
    Array.from({ length: 500 }, (_, nth) => [`WS-${start + nth}`, '0.10', `${nth}`]);
  const columns = [partNumber, price, { specification: 'Length', unit: 'mm' }];
  for (const start of [0, 500]) expectStatus(await add(id, { columns, rows: rowsOf(start) }), 200);
  expect(await managed(id)).toMatchObject({ memberCount: 1000, version: 3 });
  const before = await toolCount();
  expect(await add(id, { columns, rows: [['WS-1000', '1', '1']] })).toMatchObject({
    status: 400,
    body: { error: { field: 'rows', message: familyErrorTexts.tooMany(1000) } },
  });
  expect(await toolCount()).toBe(before);
});

it('adds the sizes of several keepers one after the other, and of those with the same numbers only one', async () => {
  const id = await makeFamily('Sockets');
  const columns = [partNumber, price, width];
  const rowsOf = (name: string) => Array.from({ length: 20 }, (_, nth) => [`${name}-${nth}`, '5', `${nth}`]);
  const replies = await times(3, (nth) => add(id, { columns, rows: rowsOf(`SO${nth}`) }));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await managed(id)).toMatchObject({ memberCount: 60, version: 4 });
  const same = await times(3, () => add(id, { columns, rows: rowsOf('SAME') }));
  expect(same.map(({ status }) => status).toSorted()[0]).toBe(200);
  expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of same) expect([200, 400, 409]).toContain(status);
  expect(await managed(id)).toMatchObject({ memberCount: 80 });
});
