/** @module-tag sweep */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@vanillaes/csv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FamilyDetails, ManagedFamily } from '#features/families/contract.ts';
import type { AddSizes } from '#features/sizes/contract.ts';
import { readColumnName, readPastedGrid } from '#features/sizes/pasted-grid-rules.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { COPIED_SIZES } from '#tests/support/copied-sizes.ts';
import { checkFile, csv, moveOn } from '#tests/support/imports.ts';
import { copySpreadsheet, hasLibreOffice, makeSpreadsheet } from '#tests/support/libre-office.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-sizes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const send = <Body>(method: string, path: string, body?: unknown) =>
  t.call<Body>(method, path, { token: admin.token, body });

/** Adds a family, and the rows of a pasted grid as its sizes, as the grid's page does. @returns its id */
async function addPasted(name: string, text: string): Promise<string> {
  const made = await send<{ insertedId: string }>('POST', '/families', { name, toolIds: [] });
  const { insertedId: id } = expectStatus(made, 200);
  const { names = [], rows } = readPastedGrid(text);
  const { img } = await t.makeTool();
  const sizes: AddSizes = { columns: names.map(readColumnName), rows, shared: { img } };
  const added = await send<{ toolIds: string[] }>('POST', `/families/${id}/sizes`, sizes);
  expect(expectStatus(added, 200).toolIds).toHaveLength(rows.length);
  return id;
}

/** The exported tools of a family, in its order, as somebody else's reader of CSV finds them. */
async function exported(q: string): Promise<Record<string, string>[]> {
  const reply = await fetch(`${t.url}/exports/tools.csv?q=${q}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const [head = [], ...rows]: string[][] = parse((await reply.text()).replace(/^\ufeff/, ''));
  return rows.map((cells) => Object.fromEntries(head.map((name, nth) => [name, cells[nth] ?? ''])));
}

const copied = readFileSync(COPIED_SIZES, 'utf8');

it.runIf(hasLibreOffice)('are in LibreOffice’s clipboard what the tests paste', () => {
  const lines = Array.from({ length: 500 }, (_, nth) => {
    const cells = [
      `LO-${nth + 1}`,
      nth + 6,
      '"T 10 ""Torx"""',
      `=(${nth + 11}-80*INT(${nth + 1}/80))/100`,
      nth + 1,
    ];
    return [...cells, nth % 100 === 0 ? '"Hardened.\nFor ""dry"" hardwood, and oak."' : ''].join(',');
  });
  const file = join(folder, 'sizes.csv');
  writeFileSync(file, `${['Part no,Length (mm),Drive,Price,Qty,Description', ...lines].join('\n')}\n`);
  expect(readFileSync(copySpreadsheet(makeSpreadsheet(file)), 'utf8')).toBe(copied);
});

it('are pasted from LibreOffice, 500 at once, and read back from the export by another program', async () => {
  const id = await addPasted('Pasted screws', copied);
  const { columns, memberCount } = expectStatus(await t.call<FamilyDetails>('GET', `/families/${id}`), 200);
  expect(memberCount).toBe(500);
  expect(columns).toMatchObject([{ label: 'Length, mm', min: 6, max: 505, valueCount: 500 }]);
  const found = new Map((await exported('LO-')).map((row) => [row.part_number, row]));
  expect(found.size).toBe(500);
  for (const [part = '', length, drive, price, stock, description] of parse(
    copied.trimEnd().replaceAll('\t', ','),
  ).slice(1) as string[][]) {
    expect(found.get(part)).toMatchObject({
      ...{ price: Number(price).toFixed(2), available_quantity: stock, family: 'Pasted screws' },
      specifications: `Length: ${length} | mm\nDrive: ${drive}`,
      ...(description && { description }),
    });
  }
});

it.runIf(hasLibreOffice)(
  'come back alike when the export is opened in LibreOffice and pasted again',
  async () => {
    const { members } = await addedScrews();
    const reply = await fetch(`${t.url}/exports/tools.csv?q=RT-`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const file = join(folder, 'export.csv');
    writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
    const { names = [], rows } = readPastedGrid(readFileSync(copySpreadsheet(makeSpreadsheet(file)), 'utf8'));
    const at = (name: string) => names.indexOf(name);
    const cells = rows.map((row) => [
      row[at('part_number')],
      row[at('price')],
      row[at('available_quantity')],
    ]);
    expect(cells.toSorted()).toEqual(members.toSorted());
  },
);

/** A family of three screws. @returns part numbers, prices, and stock as LibreOffice shows them */
async function addedScrews() {
  const members = [
    ['RT-1', '0.1', '10'],
    ['RT-2', '1005.1', '0'],
    ['RT-3', '12', '3'],
  ];
  await addPasted(
    'Round trip',
    [
      'Part no\tLength (mm)\tPrice\tQty',
      ...members.map(([no, price, qty], nth) => `${no}\t${nth}\t${price}\t${qty}`),
    ].join('\n'),
  );
  return { members };
}

it('are the variants of a Shopify file, and read back by another program', async () => {
  const { img } = await t.makeTool();
  const variants = Array.from({ length: 120 }, (_, nth) => [
    `SV-${nth + 1}`,
    `${nth + 1} mm`,
    nth % 2 ? 'Black, oiled' : 'Chrome "satin"',
  ]);
  const head =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Image Src,Image Position,Status';
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = variants.map(([sku, width, finish], nth) =>
    nth === 0
      ? `punch,Pin punch,<p>DIN 6450.</p>,Gedore,Punches,,,true,Width,${width},Finish,${quoted(finish)},${sku},40,${nth},4.90,${img},1,active`
      : `punch,,,,,,,,,${width},,${quoted(finish)},${sku},40,${nth},4.90,,,`,
  );
  const report = await checkFile(t, admin, csv(head, ...lines));
  expect(report).toMatchObject({ errors: [], added: 120 });
  expect(await moveOn(t, admin, report._id, 'apply')).toMatchObject({ state: 'applied' });
  const families = await send<ManagedFamily[]>('GET', '/managefamilies?q=pin');
  expect(expectStatus(families, 200)).toMatchObject([{ name: 'Pin punch', memberCount: 120 }]);
  const rows = (await exported('SV-')).map(({ part_number, family, specifications }) => [
    ...[part_number, family, specifications],
  ]);
  expect(rows.toSorted()).toEqual(
    variants
      .map(([sku, width, finish]) => [sku, 'Pin punch', `Width: ${width}\nFinish: ${finish}`])
      .toSorted(),
  );
});
