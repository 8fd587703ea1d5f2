import { describe, expect, it } from 'vitest';
import type { ImportChange } from '#features/imports/contract.ts';
import { importErrorTexts as texts } from '#features/imports/texts.ts';
import { checkFile, csv, moveOn } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

/** Checks a file, and returns its errors and the tools that it makes, by part number. */
async function check(...lines: string[]) {
  const report = await checkFile(t, admin, csv(...lines));
  const { body } = await t.call<ImportChange[]>('GET', `/imports/${report._id}/changes`, {
    token: admin.token,
  });
  const tools = body
    .map(({ after }) => after)
    .toSorted((one, other) => String(one.part_number).localeCompare(String(other.part_number)));
  return { report, tools, errors: report.errors.map(({ row, message }) => [row, message]) };
}

describe('a Shopify file', () => {
  const head =
    'Handle,Title,Vendor,Product Category,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Position,Status';
  const rows = [
    'glove,Work glove,Hearth,Gloves,true,Size,S,G-S,9.00,,,active',
    'glove,,,,,,M,G-M,9.00,,,',
    'glove,,,,,,L,G-L,9.50,,,',
    'saw,Back saw,Hearth,Saws,true,Title,Default Title,S-1,30.00,,,active',
  ];

  it('makes the same tools in whatever order its rows are', async () => {
    const sorted = await check(head, ...rows);
    expect(sorted.errors).toEqual([]);
    expect(sorted.tools.map(({ name, brand, category }) => [name, brand, category])).toEqual([
      ['Work glove – L', 'Hearth', 'Gloves'],
      ['Work glove – M', 'Hearth', 'Gloves'],
      ['Work glove – S', 'Hearth', 'Gloves'],
      ['Back saw', 'Hearth', 'Saws'],
    ]);
    for (const order of [
      [2, 3, 1, 0],
      [1, 0, 3, 2],
      [3, 2, 1, 0],
    ]) {
      const { errors, tools } = await check(head, ...order.map((nth) => rows[nth] ?? ''));
      expect([order, errors, tools]).toEqual([order, [], sorted.tools]);
    }
  });

  it('never names a variant without its product', async () => {
    const { errors, tools } = await check(head, rows[1] ?? '');
    expect(tools).toEqual([]);
    expect(errors).toEqual([
      [2, 'Tool is required'],
      [2, 'Description is required'],
    ]);
  });

  it.each([
    ['unlisted', 'Unlisted', 'unlisted'],
    ['a draft', 'draft', 'draft'],
    ['archived', 'archived', 'archived'],
  ] as const)('leaves out what is %s there, and says so', async (_what, status, why) => {
    const { errors, tools } = await check(head, (rows[3] ?? '').replace('active', status));
    expect([errors, tools]).toEqual([[[2, texts.skipped[why]]], []]);
  });

  it('leaves out what its online store does not show, and gift cards with all their amounts', async () => {
    const cards = ['card,Gift card,Hearth,,true,Amount,$10,,10.00,,,active,true', 'card,,,,,,$25,,25.00,,,,'];
    const hidden = `${(rows[3] ?? '').replace('true', 'false')},false`;
    const { errors, tools } = await check(`${head},Gift Card`, hidden, ...cards);
    expect([errors, tools]).toEqual([
      [
        [2, texts.skipped.unpublished],
        [3, texts.skipped.giftCard],
        [4, texts.skipped.giftCard],
      ],
      [],
    ]);
  });
});

describe('a WooCommerce file', () => {
  const head =
    'ID,Type,SKU,Name,Published,Visibility in catalog,Description,Stock,Regular price,Categories,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)';
  const product =
    '7,variable,GLOVE,Work glove,1,visible,<b>Leather</b>\\nLined\\\\n,6,,Gloves,,Size,"S, M",,';

  it('joins variations with their product, wherever it is, and names them by their attributes', async () => {
    const rows = [
      '8,variation,G-S,Work glove,1,visible,,2,9,,GLOVE,Size,S,Color,"Red\\, dark"',
      '9,variation,G-M,Work glove - M,1,visible,,3,9,,id:7,Size,M,Color,',
    ];
    const after = await check(head, product, ...rows);
    const before = await check(head, ...rows, product);
    expect(before.tools).toEqual(after.tools);
    expect([before.errors, after.errors]).toEqual([[], []]);
    expect(after.tools).toEqual([
      expect.objectContaining({ name: 'Work glove - M', category: 'Gloves', available_quantity: 3 }),
      expect.objectContaining({
        ...{ name: 'Work glove – S / Red, dark', category: 'Gloves', available_quantity: 2 },
        description: 'Leather\nLined\\n',
      }),
    ]);
  });

  it('does not give each variation the stock that they share', async () => {
    const small = '8,variation,G-S,Work glove - S,1,visible,,parent,9,,GLOVE,Size,S,,';
    const medium = '9,variation,G-M,Work glove - M,1,visible,,parent,9,,GLOVE,Size,M,,';
    const alone = await check(head, small, product);
    expect([alone.errors, alone.tools.map((tool) => tool.available_quantity)]).toEqual([[], [6]]);
    const both = await check(head, small, medium, product);
    expect([both.errors, both.tools]).toEqual([
      [
        [2, texts.sharedStock],
        [3, texts.sharedStock],
      ],
      [],
    ]);
    const none = await check(head, small, medium, product.replace(',6,', ',0,'));
    expect(none.tools.map((tool) => tool.available_quantity)).toEqual([0, 0]);
  });

  it('leaves out what is hidden, pending, or of a product that is', async () => {
    const simple = '5,simple,X-1,Brush,1,visible,,2,9,,,,,,';
    const variation = '8,variation,G-S,Work glove - S,1,visible,,2,9,,GLOVE,Size,S,,';
    const { errors, tools } = await check(
      head,
      simple.replace('visible', 'hidden'),
      simple.replace(',1,', ',2,').replace('X-1', 'X-2'),
      variation,
      product.replace(',1,visible', ',-1,visible'),
    );
    expect([errors, tools]).toEqual([[2, 3, 4].map((row) => [row, texts.skipped.woo]), []]);
  });
});

it('a PrestaShop file leaves out what is not active there', async () => {
  const { errors, tools } = await check(
    'Product ID;Active (0/1);Name *;Price tax excluded;Reference #',
    '1;0;Old vise;10.5;V-1',
    '2;1;New vise;10.5;V-2',
  );
  expect([errors, tools.map(({ name }) => name)]).toEqual([[[2, texts.skipped.prestaShop]], ['New vise']]);
});

it('a row that ends early is an error, and clears nothing', async () => {
  await t.makeTool({ name: 'Jack plane', partNumber: 'JP-1', category: 'Planes', brand: 'Ulmen' });
  const { errors, tools } = await check('part_number,name,category,brand', 'JP-1,Jack plane');
  expect([errors, tools]).toEqual([[[2, texts.tooNarrow]], []]);
  const ignored = await check('part_number,name,remark', 'JP-1,Jack plane no. 5');
  expect([ignored.errors, ignored.tools]).toEqual([[], [{ name: 'Jack plane no. 5' }]]);
  const empty = await check('part_number,name,category,brand', 'JP-1,Jack plane,,');
  expect([empty.errors, empty.tools]).toEqual([[], [{ category: null, brand: null }]]);
});

it('what a spreadsheet has made of a part number is an error, unless a tool has exactly that one', async () => {
  await t.makeTool({ name: 'Calendar hook', partNumber: 'Jan-02' });
  const { errors, tools } = await check(
    'sku,title,price,category',
    '4.00638E+12,Hook,1.5,Hooks',
    '2-Jan,Hook,1.5,Hooks',
    'H-1,#N/A,1.5,#REF!',
    'Jan-02,Hook,1.5,Hooks',
    '1-2,Hook,1.5,Hooks',
  );
  expect(errors).toEqual([
    [2, texts.rounded('Part number')],
    [3, texts.dated('Part number')],
    [4, texts.failedCell('#N/A')],
    [4, texts.failedCell('#REF!')],
  ]);
  expect(tools.map(({ part_number, name }) => [part_number, name])).toEqual([
    ['1-2', 'Hook'],
    [undefined, 'Hook'],
  ]);
});

it('an import joined from scattered rows is undone whole', async () => {
  const { report } = await check(
    'Handle,Title,Variant SKU,Variant Price,Option1 Value',
    'vice,,VI-B,3,B',
    'vice,Vice,VI-A,3,A',
  );
  await moveOn(t, admin, report._id, 'apply', { leaveOutErrors: true });
  expect(await t.asOwner(`select name from tools where part_number = 'VI-B'`)).toEqual([
    { name: 'Vice – B' },
  ]);
  expect(await moveOn(t, admin, report._id, 'undo')).toMatchObject({ state: 'undone', left: [] });
});
