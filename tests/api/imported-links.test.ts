import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import type { ImportChange } from '#features/imports/contract.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import type { ManagedLinks, NewLinks } from '#features/related-tools/contract.ts';
import { linkErrorTexts as texts } from '#features/related-tools/texts.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { checkFile, csv, exportTools, moveOn, numberedTools } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

const link = (id: string, body: NewLinks) =>
  t.call<ManagedLinks>('PUT', `/tool/${id}/links`, { token: admin.token, body });

async function linksOf(id: string) {
  const path = `/managetool/${id}/links`;
  const links = expectStatus(await t.call<ManagedLinks>('GET', path, { token: admin.token }), 200);
  const numbers = (all: ManagedLinks['replaces']) => all.map(({ part_number }) => part_number);
  return {
    accessories: numbers(links.accessories),
    spareParts: numbers(links.spareParts),
    replacedBy: links.replacedBy?.part_number ?? null,
    replaces: numbers(links.replaces),
  };
}

const none = { accessories: [], spareParts: [], replacedBy: null, replaces: [] };

async function exported(number: string) {
  const rows = parse(await exportTools(t, admin), { bom: true, columns: true }) as Record<string, string>[];
  const row = rows.find((each) => each.part_number === number);
  return ['accessories', 'spare_parts', 'replaced_by', 'replacement_for'].map((column) => row?.[column]);
}

it('links tools by part number, also new ones of the same file, and takes that back', async () => {
  const [saw, old, blade] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
  await link(saw.id, { accessories: [old.id] });
  const { _id, ...report } = await checkFile(
    t,
    admin,
    csv(
      'part_number,name,price,Accessories,Spare parts,Replaced by,Replacement for',
      `${saw.number},Saw,5,${blade.number.toLowerCase()},"NEW-1, ${blade.number}",,`,
      `NEW-1,Belt,5,,,,${old.number}`,
    ),
  );
  expect(report).toMatchObject({ state: 'checked', errors: [], changes: 2, added: 1 });
  const { body } = await t.call<ImportChange[]>('GET', `/imports/${_id}/changes`, { token: admin.token });
  expect(body.map(({ before, after }) => [before, after])).toMatchObject([
    [
      { accessories: old.number, spare_parts: null },
      { accessories: blade.number, spare_parts: `NEW-1\n${blade.number}` },
    ],
    [{}, { replacement_for: old.number }],
  ]);
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied', errors: [] });
  const linked = { ...none, accessories: [blade.number], spareParts: ['NEW-1', blade.number] };
  expect(await linksOf(saw.id)).toEqual(linked);
  expect(await linksOf(old.id)).toEqual({ ...none, replacedBy: 'NEW-1' });
  expect(await exported(saw.number)).toEqual([blade.number, `NEW-1\n${blade.number}`, '', '']);
  expect(await exported('NEW-1')).toEqual(['', '', '', old.number]);
  expect(await exported(old.number)).toEqual(['', '', 'NEW-1', '']);
  // The shop's own export changes nothing.
  expect(await checkFile(t, admin, await exportTools(t, admin))).toMatchObject({ errors: [], changes: 0 });
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(await linksOf(saw.id)).toEqual({ ...none, accessories: [old.number] });
  expect(await linksOf(old.id)).toEqual(none);
});

it('tells of each row whose links are wrong', async () => {
  const [one, two, three] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
  await link(one.id, { replacedBy: two.id });
  const { errors } = await checkFile(
    t,
    admin,
    csv(
      'part_number,name,price,accessories,replaced_by,replacement_for',
      `${one.number},One,5,"NONE-1, NONE-2",,`,
      `${two.number},Two,5,${two.number},,`,
      `${three.number},Three,5,,"${one.number},${two.number}",`,
      `NEW-7,Four,5,new-7,,${one.number}`,
      `NEW-8,Five,5,,,${one.number}`,
    ),
  );
  expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'accessories', texts.noSuchTools(['NONE-1', 'NONE-2'])],
    [3, 'accessories', texts.itself],
    [4, 'replaced_by', texts.tooManyIn(1)],
    [5, 'accessories', texts.itself],
    [5, 'replacement_for', texts.replacedAlready(one.number)],
    [6, 'replacement_for', texts.replacedAlready(one.number)],
  ]);
});

it('applies nothing if links of several rows do not go together, and leaves those that others changed', async () => {
  const [one, two, three] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
  const circle = await checkFile(
    t,
    admin,
    csv(
      'part_number,name,replaced_by',
      `${one.number},Renamed,${two.number}`,
      `${two.number},Renamed,${three.number}`,
      `${three.number},Renamed,${one.number}`,
    ),
  );
  expect(circle).toMatchObject({ state: 'checked', errors: [] });
  expect(await moveOn(t, admin, circle._id, 'apply')).toMatchObject({
    state: 'failed',
    errors: [{ row: 4, message: texts.cycle }],
  });
  for (const { id } of [one, two, three]) expect(await linksOf(id)).toEqual(none);
  expect((await t.call<{ name: string }>('GET', `/tool/${one.id}`)).body.name).toBe(one.name);

  const file = csv('part_number,accessories', `${one.number},${two.number}`, `${three.number},${two.number}`);
  const late = await checkFile(t, admin, file);
  await link(one.id, { accessories: [three.id] });
  expect(await moveOn(t, admin, late._id, 'apply')).toMatchObject({
    state: 'failed',
    errors: [{ row: 2, message: importErrorTexts.changedMeanwhile }],
  });
  expect(await linksOf(three.id)).toEqual(none);
  const { _id } = await checkFile(t, admin, file);
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
  await link(one.id, { accessories: [two.id, three.id] });
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({
    state: 'undone',
    left: [{ toolId: one.id }],
  });
  expect((await linksOf(one.id)).accessories).toEqual([two.number, three.number]);
  expect(await linksOf(three.id)).toEqual(none);
});
