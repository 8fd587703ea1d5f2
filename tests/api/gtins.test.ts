import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { checkDigitOf } from '#features/catalogue/gtin-rules.ts';
import { newToolSchema } from '#features/catalogue/tool-fields-contract.ts';
import type { QuickOrderLine } from '#features/quick-order/contract.ts';
import { checkFile, csv, exportTools, moveOn } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { namesOf, searchTools } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', TOOL_PAGES: 'public' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const buyer = setUp(() => t.makeUser());

const edit = (id: string, body: object) =>
  t.call<ToolDetails & ErrorReply>('PATCH', `/tool/${id}`, { token: admin.token, body });

async function makeTool(gtin: string, name = 'Bench vice') {
  const { id } = await t.makeTool({ name });
  const { status, body } = await edit(id, { version: 1, gtin });
  expect([status, body.gtin]).toEqual([200, gtin.replace(/[ -]/g, '')]);
  return id;
}

const LENGTH = 'A GTIN (UPC, EAN, ISBN) has 8, 12, 13, or 14 digits, zeros at its start included';
const CHECK = (digit: number) => `Check the GTIN: there’s a typo in it, or its last digit should be ${digit}`;

describe('a tool’s GTIN', () => {
  it('is kept as digits, shown, changed, and removed', async () => {
    const id = await makeTool('978-3-16-148410-0');
    const read = async () => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body.gtin;
    expect(await read()).toBe('9783161484100');
    expect((await edit(id, { version: 2, gtin: '4017 0725' })).body.gtin).toBe('40170725');
    expect((await edit(id, { version: 3, gtin: null })).body.gtin).toBeNull();
    expect(await read()).toBeNull();
  });

  it.each([
    ['4006381333932', CHECK(1)],
    ['4006381333913', CHECK(7)],
    ['036000291453', CHECK(2)],
    ['40170726', CHECK(5)],
    ['36000291452', LENGTH],
    ['400638133393', CHECK(0)],
    ['00000000', LENGTH],
    ['KX-1', LENGTH],
    ['4.00638E+12', LENGTH],
  ])('%s is refused, and changes nothing', async (gtin, message) => {
    const { id } = await t.makeTool();
    const { status, body } = await edit(id, { version: 1, name: 'Other', gtin });
    expect([status, body.error]).toMatchObject([400, { code: 'invalid_input', field: 'gtin', message }]);
    expect((await t.call<ToolDetails>('GET', `/tool/${id}`)).body).toMatchObject({ version: 1, gtin: null });
  });

  it('is held by the database to the same rule', async () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 7, maxLength: 15 });
    const numbers = fc
      .sample(digits, 300)
      .flatMap((text) => [text, `${text}${checkDigitOf(`${text}?`)}`])
      .concat('', 'abcdefgh', '00000000', '12345678\n', '４００６３８１３３３９３１', '4006381333931');
    const { rows } = await sql<{ gtin: string; is: boolean }>`
      select gtin, is_gtin(gtin) as is from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb) gtin`.execute(
      t.shop.db,
    );
    const differing = rows.filter(({ gtin, is }) => {
      const { success, data } = newToolSchema.shape.gtin.safeParse(gtin);
      // The contract removes spaces first.
      return success !== is && !(success && data !== gtin);
    });
    expect(differing).toEqual([]);
    expect(rows.filter(({ is }) => is).length).toBeGreaterThan(100);
    const { id } = await t.makeTool();
    const write = t.shop.db
      .updateTable('tools')
      .set({ gtin: '4006381333932' })
      .where('id', '=', id)
      .execute();
    await expect(write).rejects.toThrow('tools_gtin_valid');
  });

  it('finds its tool in the shop, in lists of staff, and in a pasted list, whatever zeros a scanner adds', async () => {
    const upc = await makeTool('036000291452', 'Torque wrench');
    const ean = await makeTool('4006381333931', 'Marking pen');
    await t.makeTool({ name: 'Socket 4006381' });
    for (const scanned of ['036000291452', '0036000291452'])
      expect(namesOf(await searchTools(t, { q: scanned }))).toEqual(['Torque wrench']);
    expect(namesOf(await searchTools(t, { q: '4006381333931' }))).toEqual(['Marking pen']);
    expect(namesOf(await searchTools(t, { q: '4006381333932' }))).toEqual([]);
    const managed = await t.call<{ name: string }[]>('GET', '/managetool?q=0036000291452', admin);
    expect(namesOf(managed.body)).toEqual(['Torque wrench']);
    const desk = await t.call<{ tools: { name: string }[] }>('GET', '/desk-search?q=4006381333931', admin);
    expect(namesOf(desk.body.tools)).toEqual(['Marking pen']);
    const { body } = await t.call<{ lines: QuickOrderLine[] }>('POST', '/quick-order', {
      token: buyer.token,
      body: { text: '3 0036000291452\n4006381333931\n4006381333931 x 2\n4006381333932' },
    });
    expect(body.lines.map(({ outcome, quantity, tools }) => [outcome, quantity, tools[0]?.toolId])).toEqual([
      ['matched', 3, upc],
      ['matched', 1, ean],
      ['matched', 2, ean],
      ['not_found', expect.anything(), undefined],
    ]);
  });

  it('is in the feed, unless it is a number for use within a company', async () => {
    const ids = [await makeTool('4006381333931'), await makeTool('2000000000008')];
    const text = await (await fetch(new URL('/feeds/google.xml', t.url))).text();
    const [known, own] = ids.map((id) => text.split('<item>').find((item) => item.includes(id)) ?? '');
    expect(known).toContain('<g:gtin>4006381333931</g:gtin>');
    expect(known).not.toContain('identifier_exists');
    expect(own).not.toContain('g:gtin');
  });
});

describe('an import', () => {
  it.each([
    'gtin',
    'EAN',
    'UPC',
    'Barcode',
    'ISBN',
    'Variant Barcode',
    'GTIN, UPC, EAN, or ISBN',
    'ean13',
    'GTIN (UPC, EAN)',
  ])('reads GTINs from a column %s', async (column) => {
    const file = csv(`SKU,Title,Price,"${column}"`, 'GT-1,Saw,5,4006381333931', 'GT-2,Saw,5,0');
    expect(await checkFile(t, admin, file)).toMatchObject({ ignored: [], errorKinds: [] });
  });

  it('names the row of a number that is wrong, or that a spreadsheet has rounded', async () => {
    const report = await checkFile(
      t,
      admin,
      csv('SKU,Title,Price,EAN', 'GT-3,Saw,5,4.00638E+12', 'GT-4,Saw,5,4006381333932', 'GT-5,Saw,5,'),
    );
    expect(report.errors).toMatchObject([
      {
        row: 2,
        column: 'EAN',
        message: expect.stringContaining('GTIN (UPC, EAN) was rounded by a spreadsheet'),
      },
      { row: 3, column: 'EAN', message: CHECK(1) },
    ]);
  });

  it('writes them, exports them, and takes its export back unchanged', async () => {
    const { _id: id } = await checkFile(
      t,
      admin,
      csv('SKU,Title,Price,UPC', 'GT-9,Imported pen,5,036000291452'),
    );
    await moveOn(t, admin, id, 'apply');
    expect(namesOf(await searchTools(t, { q: 'Imported pen' }))).toEqual([]);
    const exported = await exportTools(t, admin);
    const line = exported.split('\r\n').find((each) => each.startsWith('GT-9,'));
    expect(line).toContain(',036000291452,');
    const again = await checkFile(t, admin, exported);
    expect(again).toMatchObject({ errorKinds: [], changes: 0 });
    expect((await moveOn(t, admin, id, 'undo')).state).toBe('undone');
  });
});
