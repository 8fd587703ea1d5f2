import { expect, it } from 'vitest';
import type { Tool } from '#features/catalogue/contract.ts';
import type { FamilyDetails, ListedFamily } from '#features/families/contract.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { checkFile, csv, moveOn, numberedTools } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

/** Checks a file and returns the family and specifications of each change, by part number. */
async function check(...lines: string[]) {
  const report = await checkFile(t, admin, csv(...lines));
  const { body } = await t.call<ImportChange[]>('GET', `/imports/${report._id}/changes`, {
    token: admin.token,
  });
  const variants = body.map(({ after }) => [after.part_number, after.family, after.specifications]);
  return { report, variants };
}

async function familyNamed(name: string): Promise<FamilyDetails> {
  const families = expectStatus(
    await t.call<ListedFamily[]>('GET', '/managefamilies', { token: admin.token }),
    200,
  );
  const id = families.find((family) => family.name === name)?._id;
  return expectStatus(await t.call<FamilyDetails>('GET', `/families/${id}`), 200);
}

const shopifyHead =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Image Src,Image Position,Status';

it('makes a family of a Shopify product, by its handle, with its options as the table’s columns', async () => {
  const { img } = await t.makeTool();
  const { report, variants } = await check(
    shopifyHead,
    `combination-wrench,Combination wrench,<p>DIN 3113.</p>,Gedore,Wrenches,,,true,Width,8 mm,Finish,Chrome,CW-8,40,12,4.90,${img},1,active`,
    'saw,Back saw,,Gedore,Saws,,,true,Title,Default Title,,,BS-1,400,3,30.00,,,active',
    'combination-wrench,,,,,,,,,10 mm,,Chrome,CW-10,60,8,5.90,,,',
    'combination-wrench,,,,,,,,,9 mm,,Black,CW-9,50,,5.40,,,',
    'combination-wrench-set,Combination Wrench,,Gedore,Wrenches,,,true,Pieces,8,,,CWS-8,400,1,39.00,,,active',
    'combination-wrench-set,,,,,,,,,12,,,CWS-12,600,1,59.00,,,',
  );
  expect(report).toMatchObject({ errors: [], added: 6 });
  expect(variants.toSorted()).toEqual([
    ['BS-1', undefined, undefined],
    ['CW-10', 'Combination wrench', 'Width: 10 mm\nFinish: Chrome'],
    ['CW-8', 'Combination wrench', 'Width: 8 mm\nFinish: Chrome'],
    ['CW-9', 'Combination wrench', 'Width: 9 mm\nFinish: Black'],
    ['CWS-12', 'Combination Wrench (combination-wrench-set)', 'Pieces: 12'],
    ['CWS-8', 'Combination Wrench (combination-wrench-set)', 'Pieces: 8'],
  ]);
  expect(await moveOn(t, admin, report._id, 'apply')).toMatchObject({ state: 'applied' });
  const { members, columns } = await familyNamed('Combination wrench');
  expect(members.map(({ part_number }) => part_number)).toEqual(['CW-8', 'CW-10', 'CW-9']);
  expect(columns.map(({ label, values }) => [label, values])).toEqual([
    ['Width', ['8 mm', '9 mm', '10 mm']],
    ['Finish', ['Black', 'Chrome']],
  ]);
});

it('makes a family of a WooCommerce product, which its variations name as their parent', async () => {
  const head =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Stock,Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s)';
  const { report, variants } = await check(
    head,
    '45,variable,HEX,Hex key,1,visible,,ISO 2936,,,Keys,,,Across flats,"4 mm, 5 mm"',
    '46,variation,HEX-4,Hex key - 4 mm,1,visible,,,10,1.20,,,HEX,Across flats,4 mm',
    '47,variation,HEX-5,Hex key - 5 mm,1,visible,,,10,1.40,,,id:45,,5 mm',
    '50,simple,VISE,Vise,1,visible,,Holds.,1,90,Vises,,,,',
    '51,variable,ONE,Lonely,1,visible,,Only one.,,,Keys,,,Size,8',
    '52,variation,ONE-8,Lonely - 8,1,visible,,,1,5,,,ONE,Size,8',
  );
  expect(report).toMatchObject({ errors: [], added: 4 });
  expect(variants.toSorted()).toEqual([
    ['HEX-4', 'Hex key', 'Across flats: 4 mm'],
    ['HEX-5', 'Hex key', 'Across flats: 5 mm'],
    ['ONE-8', undefined, undefined],
    ['VISE', undefined, undefined],
  ]);
});

it('makes a family of the combinations of a PrestaShop product, which have its ID', async () => {
  const head =
    'ID;Active (0/1);Name *;Attribute (Name:Type:Position)*;Value (Value:Position)*;Categories (x,y,z...);Price tax excluded;Reference;Quantity';
  const { report, variants } = await check(
    head,
    '7;1;Foret HSS;Diamètre:select:0, Queue:radio:1;3,5 mm:0, Ronde:0;Forets;1,90;F-35;20',
    '8;1;Étau;;;Étaux;89,00;E-1;2',
    '7;1;Foret HSS;Diamètre:select:0, Queue:radio:1;4 mm:1, Ronde:0;Forets;2,10;F-40;15',
  );
  expect(report).toMatchObject({ errors: [], added: 3 });
  expect(variants.toSorted()).toEqual([
    ['E-1', undefined, undefined],
    ['F-35', 'Foret HSS', 'Diamètre: 3,5 mm\nQueue: Ronde'],
    ['F-40', 'Foret HSS', 'Diamètre: 4 mm\nQueue: Ronde'],
  ]);
});

it('leaves the family and specifications of a tool that has them, and groups those without', async () => {
  const [grouped, loose] = [await makeNumbered(), await makeNumbered()];
  const own = { name: 'Own family', toolIds: [grouped.id] };
  expectStatus(await t.call('POST', '/families', { token: admin.token, body: own }), 200);
  const { img } = await t.makeTool();
  const { report } = await check(
    shopifyHead,
    `chisel,Chisel,Forged.,Ulmen,Chisels,,,true,Width,6 mm,,,${grouped.number},60,1,12.00,${img},,active`,
    `chisel,,,,,,,,,8 mm,,,${loose.number},60,1,13.00,,,`,
  );
  expect(await moveOn(t, admin, report._id, 'apply')).toMatchObject({ state: 'applied', errors: [] });
  const familyOf = async (id: string) =>
    expectStatus(await t.call<Tool>('GET', `/tool/${id}`), 200).family?.name;
  expect([await familyOf(grouped.id), await familyOf(loose.id)]).toEqual(['Own family', 'Chisel']);
});
