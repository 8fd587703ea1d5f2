import { expect, it } from 'vitest';
import type { ImportChange } from '#features/imports/contract.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import { placeOrder } from '#tests/support/buying.ts';
import { checkFile, csv, exportTools, moveOn } from '#tests/support/imports.ts';
import { pdf } from '#tests/support/pdf.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const pictured = setUp(() => t.makeTool({ onHand: 1 }));

const head = 'part_number,name,description,price,min_order_quantity,available_quantity,img';

/** Adds tools by an import; returns its id and a lookup of the tools' ids by part number. */
async function addByImport(numbers: string[]) {
  const lines = numbers.map((number) => `${number},Added ${number},Made.,5,1,9,${pictured.img}`);
  const { _id, errors } = await checkFile(t, admin, csv(head, ...lines));
  expect(errors).toEqual([]);
  expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied', added: numbers.length });
  const rows = await t.shop.db
    .selectFrom('tools')
    .select(['id', 'part_number'])
    .where('part_number', 'in', numbers)
    .execute();
  const ids = new Map(rows.map(({ id, part_number }) => [part_number, id]));
  return { _id, idOf: (number: string) => ids.get(number) ?? '' };
}

async function addDocument(toolId: string): Promise<void> {
  const form = new FormData();
  form.append('kind', 'safety_sheet');
  form.append('title', 'Safety sheet');
  form.append('document', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'sheet.pdf');
  const headers = { authorization: `Bearer ${admin.token}` };
  const reply = await fetch(`${t.url}/tool/${toolId}/documents`, { method: 'POST', headers, body: form });
  expect(reply.status).toBe(201);
}

const namesOf = async (path: 'categories' | 'brands') =>
  (await t.call<{ name: string }[]>('GET', `/${path}`, { token: admin.token })).body.map(({ name }) => name);

it('undoing an import deletes the tools it added, except those with orders or documents', async () => {
  const { _id, idOf } = await addByImport(['OUT-1', 'OUT-2', 'OUT-3']);
  await placeOrder(t, await t.makeUser(), idOf('OUT-1'));
  await addDocument(idOf('OUT-2'));
  const { left } = await moveOn(t, admin, _id, 'undo');
  expect(left).toEqual([
    { row: 2, toolId: idOf('OUT-1'), name: 'Added OUT-1' },
    { row: 3, toolId: idOf('OUT-2'), name: 'Added OUT-2' },
  ]);
  const status = async (number: string) => (await t.call('GET', `/tool/${idOf(number)}`)).status;
  expect([await status('OUT-1'), await status('OUT-2'), await status('OUT-3')]).toEqual([200, 200, 404]);
});

it('undoing an import leaves no pictures of the tools it deletes', async () => {
  const { _id, idOf } = await addByImport(['SHOWN-1']);
  const { img: more } = await t.makeTool();
  await t.shop.db
    .insertInto('tool_pictures')
    .values({ tool_id: idOf('SHOWN-1'), place: 1, img: more })
    .execute();
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  const pictures = t.shop.db.selectFrom('tool_pictures').selectAll().where('tool_id', '=', idOf('SHOWN-1'));
  expect(await pictures.execute()).toEqual([]);
});

it('undoing an import deletes the categories and brands it made, unless they are used elsewhere', async () => {
  await t.makeTool({ category: 'Was there' });
  const made = ['Made', 'Used since', 'Parent since', 'Taxed since'];
  const lines = [...made, 'was there'].map(
    (category, index) => `CAT-${index},Added,Made.,5,1,9,${pictured.img},${category},Brand ${index % 2}`,
  );
  const { _id } = await checkFile(t, admin, csv(`${head},category,brand`, ...lines));
  await moveOn(t, admin, _id, 'apply');
  expect(await namesOf('categories')).toEqual(expect.arrayContaining(made));
  await t.makeTool({ category: 'Used since', brand: 'Brand 1' });
  await t.asOwner(`
    insert into categories (id, name, parent_id)
      select gen_random_uuid(), 'Child', id from categories where name = 'Parent since';
    insert into regions (id, position, name, countries, postcode_prefixes)
      values (gen_random_uuid(), 1, 'Everywhere', '{}', '{}');
    insert into tax_rates (region_id, category_id, rate_ppm)
      select regions.id, categories.id, 70000 from regions, categories where categories.name = 'Taxed since'`);
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  const [categories, brands] = [await namesOf('categories'), await namesOf('brands')];
  expect(categories.toSorted()).toEqual(['Child', 'Parent since', 'Taxed since', 'Used since', 'Was there']);
  expect(brands).toEqual(['Brand 1']);
});

it('matches rows without a part number by their _id, however many there are', async () => {
  const [one, other] = [await t.makeTool(), await t.makeTool()];
  const report = await checkFile(
    t,
    admin,
    csv('part_number,_id,name', `,${one.id},One`, `,${other.id},Other`),
  );
  expect(report).toMatchObject({ changes: 2, errors: [] });
  const { body } = await t.call<ImportChange[]>('GET', `/imports/${report._id}/changes`, {
    token: admin.token,
  });
  expect(body.map(({ toolId, after }) => [toolId, after.name])).toEqual([
    [one.id, 'One'],
    [other.id, 'Other'],
  ]);
});

it('refuses a row whose part number and _id belong to two tools', async () => {
  await addByImport(['TWO-1', 'TWO-2']);
  const start = await exportTools(t, admin);
  // The part numbers of an export are swapped.
  const swapped = start.replace(/^TWO-(\d)/gm, (_, digit) => `TWO-${3 - digit}`);
  const report = await checkFile(t, admin, swapped);
  expect(report).toMatchObject({ changes: 0, wrong: 2 });
  expect(report.errors.map(({ column, message }) => ({ column, message }))).toEqual(
    [1, 2].map(() => ({ column: 'part_number', message: importErrorTexts.twoTools })),
  );
});
