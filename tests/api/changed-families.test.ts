import { expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { Activity } from '#features/activity/contract.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import type { ManagedFamily } from '#features/families/contract.ts';
import { familyErrorTexts as texts } from '#features/families/texts.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { moveOn, readReport } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

type Answer = ManagedFamily & { insertedId: string; id: string } & ErrorReply;
const send = (method: string, path: string, body?: unknown) =>
  t.call<Answer>(method, path, { token: admin.token, body });
const managed = async (id: string) => expectStatus(await send('GET', `/managefamilies/${id}`), 200);
const familyOf = async (id: string) =>
  expectStatus(await t.call<Tool>('GET', `/tool/${id}`), 200).family?.name ?? null;
const makeTools = async (name: string, count: number) => {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) ids.push((await t.makeTool({ name: `${name} ${nth}` })).id);
  return ids;
};
const group = async (name: string, toolIds: string[], more: object = {}) =>
  expectStatus(await send('POST', '/families', { name, toolIds, ...more }), 200).insertedId;

it('splits members off into a new family of the same category, in the order given', async () => {
  const [a = '', b = '', c = ''] = await makeTools('Splitwrench', 3);
  const id = await group('Splitwrenches', [a, b, c], { category: 'Wrenches' });
  const { insertedId, version } = expectStatus(
    await send('POST', `/families/${id}/split`, { name: 'Stubby wrenches', toolIds: [c, a] }),
    200,
  );
  expect(version).toBe(1);
  expect(await managed(insertedId)).toMatchObject({
    ...{ name: 'Stubby wrenches', category: 'Wrenches', description: '', toolIds: [c, a], version: 1 },
  });
  expect(await managed(id)).toMatchObject({ toolIds: [b], version: 2 });
  const { body } = await t.call<Activity[]>('GET', `/activity?q=${insertedId}`, { token: admin.token });
  expect(body).toMatchObject([{ action: 'family_added', details: { name: 'Stubby wrenches', tools: 2 } }]);
});

it('refuses to split off what is no member, or under a name that is taken, and changes nothing', async () => {
  const [a = '', b = '', other = ''] = await makeTools('Keepwrench', 3);
  const id = await group('Keepwrenches', [a, b]);
  for (const [body, status, code, field, message] of [
    [{ name: 'New', toolIds: [a, other] }, 409, 'conflict', 'toolIds', texts.notMember],
    [{ name: 'KEEPWRENCHES', toolIds: [a] }, 409, 'conflict', 'name', texts.nameTaken('KEEPWRENCHES')],
    [{ name: 'New', toolIds: [] }, 400, 'invalid_input', 'toolIds', texts.membersMissing],
    [{ name: ' ', toolIds: [a] }, 400, 'invalid_input', 'name', texts.nameMissing],
  ] as const)
    expect(await send('POST', `/families/${id}/split`, body)).toMatchObject({
      status,
      body: { error: { code, field, message } },
    });
  expect(await managed(id)).toMatchObject({ toolIds: [a, b], version: 1 });
  expect(await familyOf(other)).toBeNull();
  const unknown = '0190c0de-0000-7000-8000-000000000000';
  const body = { name: 'New', toolIds: [a] };
  expect((await send('POST', `/families/${unknown}/split`, body)).status).toBe(404);
});

it('merges a family into another one: its members come last, and it is gone', async () => {
  const [a = '', b = '', c = ''] = await makeTools('Mergewrench', 3);
  const [from, into] = [await group('Metric', [a, b]), await group('Inch', [c])];
  const after = expectStatus(await send('POST', `/families/${from}/merge`, { into }), 200);
  expect(after).toMatchObject({ _id: into, name: 'Inch', toolIds: [c, a, b], memberCount: 3, version: 2 });
  expect(after).toEqual(await managed(into));
  expect((await send('GET', `/managefamilies/${from}`)).status).toBe(404);
  const { body } = await t.call<Activity[]>('GET', `/activity?q=${from}&what=catalog`, {
    token: admin.token,
  });
  expect(body[0]).toMatchObject({
    action: 'family_merged',
    details: { name: 'Metric', into, intoName: 'Inch', tools: 2 },
  });
  for (const [path, target, status, code] of [
    [into, into, 400, 'invalid_input'],
    [into, from, 400, 'invalid_input'],
    [from, into, 404, 'not_found'],
  ] as const)
    expect(await send('POST', `/families/${path}/merge`, { into: target })).toMatchObject({
      status,
      body: { error: { code } },
    });
  expect(await managed(into)).toEqual(after);
});

it('refuses a merge of more members than a family can have', async () => {
  const [into, from] = [await group('Full', []), await group('Overfull', await makeTools('Last', 1))];
  const template = (await makeTools('Model', 1))[0];
  await t.asOwner(`
    insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand, held, family_id)
    select gen_random_uuid(), 'Full ' || nth, 'x', img, 100, 1, 1, 0, '${into}'
    from tools, generate_series(1, 1000) nth where id = '${template}'`);
  expect(await send('POST', `/families/${from}/merge`, { into })).toMatchObject({
    status: 400,
    body: { error: { field: 'into', message: texts.tooMany(1000) } },
  });
  expect(await managed(from)).toMatchObject({ memberCount: 1 });
});

it('names every tool that is in another family', async () => {
  const [a = '', b = '', free = ''] = await makeTools('Elsewhere', 3);
  await group('Here', [a]);
  await group('There', [b]);
  expect(await send('POST', '/families', { name: 'Both', toolIds: [a, free, b] })).toMatchObject({
    status: 409,
    body: {
      error: {
        field: 'toolIds',
        message:
          'Elsewhere 0 is already in “Here”. Elsewhere 1 is already in “There”. Take them out of those families first.',
      },
    },
  });
});

it('is a filter of the tools that staff see, and of bulk changes, which are previewed and undone', async () => {
  const [a = '', b = '', other = ''] = await makeTools('Bulkwrench', 3);
  const id = await group('Bulkwrenches', [a, b]);
  const list = await t.call<Tool[]>('GET', `/managetool?family=${id}`, { token: admin.token });
  expect(list.body.map(({ _id }) => _id).toSorted()).toEqual([a, b].toSorted());
  expect((await send('GET', '/managetool?family=Bulkwrenches')).status).toBe(400);
  const check = async (body: object) => {
    const { id: importId } = expectStatus(await send('POST', '/imports/bulk', body), 201);
    await t.runJobs();
    const path = `/imports/${importId}/changes`;
    const { body: changes } = await t.call<ImportChange[]>('GET', path, { token: admin.token });
    return { report: await readReport(t, admin, importId), changes };
  };
  const common = { brand: 'Gedore', description: 'DIN 3113.', min_order_quantity: 5, pack_step: 5 };
  const { report, changes } = await check({ tools: { family: id }, pricePercent: 10, ...common });
  expect(report).toMatchObject({ state: 'checked', changes: 2, wrong: 0 });
  expect(changes.map(({ after }) => after)).toMatchObject([common, common]);
  expect(await moveOn(t, admin, report._id, 'apply')).toMatchObject({ state: 'applied' });
  const read = async (toolId: string) => (await t.call<Tool>('GET', `/tool/${toolId}`)).body;
  expect(await read(a)).toMatchObject({ brand: 'Gedore', min_order_quantity: 5 });
  expect(await read(other)).toMatchObject({ brand: null, min_order_quantity: 1 });
  expect(await moveOn(t, admin, report._id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(await read(a)).toMatchObject({ brand: null, min_order_quantity: 1 });

  const { report: out } = await check({ tools: { ids: [a, other] }, family: null });
  expect(out).toMatchObject({ changes: 1 });
  expect(await moveOn(t, admin, out._id, 'apply')).toMatchObject({ state: 'applied' });
  expect([await familyOf(a), await familyOf(b)]).toEqual([null, 'Bulkwrenches']);
  expect(await moveOn(t, admin, out._id, 'undo')).toMatchObject({ state: 'undone' });
  expect(await familyOf(a)).toBe('Bulkwrenches');
});

it('takes tools by id and by part number, after its members, all or none', async () => {
  const [a = '', b = '', c = '', elsewhere = ''] = await makeTools('Addwrench', 4);
  const number = async (id: string, text: string) =>
    t.shop.db.updateTable('tools').set({ part_number: text }).where('id', '=', id).execute();
  await number(b, 'AW-2');
  await number(c, 'AW-3');
  await number(elsewhere, 'AW-4');
  await group('Addelsewhere', [elsewhere]);
  const id = await group('Addwrenches', [a]);
  const add = (body: object) => send('POST', `/families/${id}/members`, body);
  for (const [body, status, code, field, message] of [
    [
      { partNumbers: ['AW-2', 'AW-9', 'X'] },
      400,
      'invalid_input',
      'partNumbers',
      texts.noSuchNumbers(['AW-9', 'X']),
    ],
    [{}, 400, 'invalid_input', 'partNumbers', texts.noneToAdd],
    [
      { partNumbers: ['AW-2', 'AW-4'] },
      409,
      'conflict',
      'toolIds',
      texts.inOtherFamilies([{ name: 'Addwrench 3', family: 'Addelsewhere' }]),
    ],
  ] as const)
    expect(await add(body)).toMatchObject({ status, body: { error: { code, field, message } } });
  expect(await managed(id)).toMatchObject({ toolIds: [a], version: 1 });
  expect((await add({ toolIds: [c], partNumbers: ['aw-2', 'AW-3'] })).body).toMatchObject({
    ...{ toolIds: [a, c, b], version: 2 },
  });
  expect((await add({ partNumbers: ['AW-3'] })).body).toMatchObject({ toolIds: [a, c, b], version: 2 });
  const unknown = '0190c0de-0000-7000-8000-000000000000';
  expect((await send('POST', `/families/${unknown}/members`, { toolIds: [a] })).status).toBe(404);
});
