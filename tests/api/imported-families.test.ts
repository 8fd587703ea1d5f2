import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { FamilyDetails, ListedFamily, ManagedFamily } from '#features/families/contract.ts';
import { familyErrorTexts } from '#features/families/texts.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { checkFile, csv, exportTools, moveOn, numberedTools } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

const families = async () =>
  expectStatus(await t.call<ListedFamily[]>('GET', '/managefamilies', { token: admin.token }), 200);
const named = async (name: string) => (await families()).find((each) => each.name === name);
async function membersOf(name: string): Promise<string[]> {
  const { _id = '' } = (await named(name)) ?? {};
  const { members } = expectStatus(await t.call<FamilyDetails>('GET', `/families/${_id}`), 200);
  return members.map((each) => each.name);
}
const group = (name: string, toolIds: string[]) =>
  t.call<ManagedFamily & { insertedId: string }>('POST', '/families', {
    token: admin.token,
    body: { name, toolIds },
  });

it('puts tools into families by name, in the order of the file, and takes them out again', async () => {
  const [kept, left, joined] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
  const { img } = await t.makeTool();
  await group('Hex Keys', [left.id, kept.id]);
  const { _id, ...report } = await checkFile(
    t,
    admin,
    csv(
      'part_number,name,price,img,Product family',
      `NEW-2,Bit 9,5,${img},Drill bits`,
      `NEW-1,Bit 10,5,${img},drill  bits`,
      `${joined.number},,,,hex keys`,
      `${left.number},,,,`,
    ).replaceAll(/(PN-\d+),,,/g, (_all, number: string) => `${number},Key ${number},5,${img}`),
  );
  expect(report).toMatchObject({ state: 'checked', errors: [], changes: 4, added: 2 });
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
  expect(await membersOf('Drill bits')).toEqual(['Bit 9', 'Bit 10']);
  expect(await membersOf('Hex Keys')).toEqual([kept.name, `Key ${joined.number}`]);
  expect(await named('Hex Keys')).toMatchObject({ version: 2 });
  const rows = parse(await exportTools(t, admin), { bom: true, columns: true }) as Record<string, string>[];
  const byNumber = new Map(rows.map((row) => [row.part_number, row.family]));
  expect(['NEW-1', joined.number, left.number].map((number) => byNumber.get(number))).toEqual([
    'Drill bits',
    'Hex Keys',
    '',
  ]);
  const again = await checkFile(t, admin, await exportTools(t, admin));
  expect(again).toMatchObject({ errors: [], changes: 0 });
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(await named('Drill bits')).toBeUndefined();
  expect((await membersOf('Hex Keys')).toSorted()).toEqual([kept.name, left.name].toSorted());
});

it('leaves a tool as it is that has changed its family since, before applying and before undoing', async () => {
  const [one, two] = [await makeNumbered(), await makeNumbered()];
  const file = csv('part_number,family', `${one.number},Planes`, `${two.number},Planes`);
  const early = await checkFile(t, admin, file);
  const { body } = await group('Block planes', [one.id]);
  expect(await moveOn(t, admin, early._id, 'apply')).toMatchObject({
    state: 'failed',
    errors: [{ row: 2, message: importErrorTexts.changedMeanwhile }],
  });
  expect(await named('Planes')).toBeUndefined();
  const { _id } = await checkFile(t, admin, file);
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
  const { _id: planes = '' } = (await named('Planes')) ?? {};
  await t.call('PATCH', `/families/${planes}`, {
    token: admin.token,
    body: { version: 2, toolIds: [one.id] },
  });
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({
    state: 'undone',
    left: [{ row: 3, toolId: two.id }],
  });
  expect(await membersOf('Block planes')).toEqual([one.name]);
  expect(await named('Block planes')).toMatchObject({ _id: body.insertedId });
  expect(await named('Planes')).toBeUndefined();
});

it('makes no family larger than it may be', async () => {
  const extra = await makeNumbered();
  const { body } = await group('Screws', []);
  await t.asOwner(`insert into tools (id, name, description, price_cents, min_order_quantity, on_hand, family_id, family_position)
    select gen_random_uuid(), 'Screw ' || nth, 'Holds.', 5, 1, 1, '${body.insertedId}', nth from generate_series(1, 1000) nth`);
  const { _id } = await checkFile(t, admin, csv('part_number,family', `${extra.number},screws`));
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({
    state: 'failed',
    errors: [{ row: 2, message: familyErrorTexts.tooMany(1000) }],
  });
  expect(await named('Screws')).toMatchObject({ memberCount: 1000, version: 1 });
});
