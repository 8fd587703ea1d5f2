import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { checkFile, csv, exportTools, numberedTools, sendImport, toolsFile } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

describe('POST /imports', () => {
  it.each([
    ['no form', undefined, 415],
    ['no file', new FormData(), 400],
    ['an empty file', toolsFile(''), 400],
    ['a field that there is not', toolsFile('a\r\n', { a: 'colour' }), 400],
  ])('refuses %s', async (_what, form, status) => {
    if (form) expect((await sendImport(t, admin, form)).status).toBe(status);
    else {
      const reply = await t.call('POST', '/imports', { token: admin.token, body: {} });
      expect(reply.status).toBe(status);
    }
    expect(await t.shop.db.selectFrom('import_chunks').selectAll().execute()).toEqual([]);
  });

  it('accepts every delimiter and encoding that spreadsheets write', async () => {
    const { number } = await makeNumbered();
    const text = `Part number;Name;Price\r\n${number};Fräse;"12,50"\r\n`;
    const file = await checkFile(t, admin, Buffer.from(text, 'latin1'));
    expect(file).toMatchObject({ state: 'checked', encoding: 'windows-1252', delimiter: ';', changes: 1 });
    const wide = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text.replaceAll(';', '\t'), 'utf16le'),
    ]);
    expect(await checkFile(t, admin, wide)).toMatchObject({
      encoding: 'utf-16le',
      delimiter: '\t',
      changes: 1,
    });
  });
});

describe('a checked import', () => {
  it('shows its changes, before and after, and changes nothing', async () => {
    const tool = await makeNumbered({ name: 'Old plane', priceCents: 1_000, brand: 'Acme' });
    const before = await exportTools(t, admin);
    const report = await checkFile(
      t,
      admin,
      csv('part_number,name,price,brand,Remark', `${tool.number.toLowerCase()},Plane,12.5,,x`),
    );
    expect(report).toMatchObject({ state: 'checked', rows: 1, changes: 1, added: 0, errors: [] });
    expect(report.ignored).toEqual(['Remark']);
    const { body } = await t.call<ImportChange[]>('GET', `/imports/${report._id}/changes`, {
      token: admin.token,
    });
    expect(body).toEqual([
      {
        row: 2,
        toolId: tool.id,
        name: 'Old plane',
        isNew: false,
        toFetch: [],
        before: { name: 'Old plane', price: 10, brand: 'Acme', part_number: tool.number },
        after: { name: 'Plane', price: 12.5, brand: null, part_number: tool.number.toLowerCase() },
      },
    ]);
    expect(await exportTools(t, admin)).toBe(before);
  });

  it('reports every problem of a row with its column', async () => {
    const { number } = await makeNumbered();
    const report = await checkFile(
      t,
      admin,
      csv(
        'Part number,Name,Price,Minimum,img',
        `${number},,abc,0,`,
        `${number},Again,1,1,`,
        ',No number,1,1,',
        `NEW-1,New,1,1,https://elsewhere.example/x.png`,
        'one,two,3,4,5,6',
      ),
      { Minimum: 'min_order_quantity' },
    );
    // A new tool whose picture is at a web address: it is fetched.
    expect(report).toMatchObject({ state: 'checked', rows: 5, changes: 1, drafts: 1 });
    const places = report.errors.map(({ row, column }) => `${row} ${column}`);
    expect(places).toEqual(
      expect.arrayContaining(['2 Name', '2 Price', '2 Minimum', '2 img', '3 Part number']),
    );
    expect(places).toEqual(expect.arrayContaining(['4 Part number', '6 null']));
    const response = await fetch(`${t.url}/imports/${report._id}/errors.csv`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(await response.text()).toMatch(/^error,Part number,Name,Price,Minimum,img\r\n/);
    const refused = await t.call<ErrorReply>('POST', `/imports/${report._id}/apply`, { token: admin.token });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  it.each([
    ['no column with part numbers', csv('name,price', 'Saw,1'), null],
    ['two columns for one field', csv('part_number,price,Price', 'X,1,2'), 'Price'],
    ['a quotation mark that is never closed', 'part_number,name\r\nX,"Saw\r\n', null],
  ])('fails with %s', async (_what, content, column) => {
    const report = await checkFile(t, admin, content);
    expect(report).toMatchObject({ state: 'failed', changes: 0 });
    expect(report.errors).toEqual([expect.objectContaining({ column })]);
  });
});
