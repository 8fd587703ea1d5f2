/** @module-tag sweep */
import { describe, expect, it } from 'vitest';
import type { ImportChange } from '#features/imports/contract.ts';
import { importErrorTexts as texts } from '#features/imports/texts.ts';
import {
  checkFile,
  exportTools,
  numberedTools,
  readReport,
  sendImport,
  toolsFile,
} from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const tool = setUp(() => numberedTools(t)({ name: 'Plane', priceCents: 500_000 }));

/** The changes that a file makes to each tool. */
async function changesOf({ _id: id }: { _id: string }) {
  const path = `/imports/${id}/changes`;
  return (await t.call<ImportChange[]>('GET', path, { token: admin.token })).body.map(({ after }) => after);
}

/** Sends a file with the sender's choice of number notation. */
async function checkWith(decimal: string, content: string) {
  const form = toolsFile(content);
  form.append('decimal', decimal);
  const { status, body } = await sendImport(t, admin, form);
  if (status !== 201) return { status, body };
  await t.runJobs();
  return readReport(t, admin, body.id);
}

describe('numbers', () => {
  it.each([
    [';', 'X;1.000', '1.000'],
    ['\t', 'X\t1,250', '1,250'],
    [',', 'X,"1,250"', '1,250'],
    [';', 'X;10.5\r\nY;10,5', '10,5'],
  ])('are asked for if the file is ambiguous (%j, %j)', async (delimiter, rows, doubtful) => {
    const report = await checkFile(t, admin, `part_number${delimiter}price\r\n${rows}\r\n`);
    expect(report).toMatchObject({ state: 'failed', changes: 0, decimal: null, doubtfulNumber: doubtful });
    expect(report.errors).toEqual([{ row: 1, column: null, message: texts.doubtful(doubtful) }]);
  });

  it('are asked about in price breaks too', async () => {
    const report = await checkFile(t, admin, `part_number;price_breaks\r\n${tool.number};10: 1.100\r\n`);
    expect(report).toMatchObject({ state: 'failed', doubtfulNumber: '1.100' });
  });

  it.each([
    ['.', 1.25],
    [',', 1250],
  ])('are read with the given decimal separator (%j)', async (decimal, price) => {
    const content = `part_number;price\r\n${tool.number};1.250\r\n`;
    const report = await checkWith(decimal, content);
    expect(report).toMatchObject({ state: 'checked', decimal });
    expect(await changesOf(report as { _id: string })).toEqual([{ price }]);
  });

  it('are read in the notation of the file’s unambiguous ones', async () => {
    const breaks = '"10: 1.100; 50: 950,5"';
    const content = `part_number;price;weight_grams;price_breaks\r\n${tool.number};1.250;12.500;${breaks}\r\n`;
    const report = await checkFile(t, admin, content);
    expect(report).toMatchObject({ state: 'checked', decimal: ',' });
    expect(await changesOf(report)).toEqual([
      { price: 1250, weight_grams: 12_500, price_breaks: '10: 1100.00\n50: 950.50' },
    ]);
  });

  it('in another notation than the file’s are wrong, and none is guessed', async () => {
    const report = await checkWith('.', `part_number;price\r\n${tool.number};12,50\r\n`);
    expect(report).toMatchObject({ state: 'checked', changes: 0, wrong: 1 });
    const refused = await checkWith('x', 'part_number\r\nX\r\n');
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field: 'decimal' } },
    });
  });
});

describe('a file', () => {
  const row = () => `${tool.number},Jack plane`;
  it.each([
    ['whose head ends otherwise than its rows', () => `part_number,name\r\n${row()}\nX-1,Saw\rX-2,File`],
    ['that names its delimiter', () => `sep=;\r\npart_number;name\r\n${row().replace(',', ';')}\r\n`],
    ['that names it behind its mark', () => `\ufeffsep=,\r\n\ufeffpart_number,name\n${row()}`],
    ['with its mark twice, before quotes', () => `\ufeff\ufeff"part_number","name"\r\n${row()}\r\n`],
    ['behind which another one was put', () => `part_number,name\n${row()}\n\ufeff"X-1","Saw"\n`],
    ['with empty cells beyond its columns', () => `part_number,name\r\n${row()},, ,\r\n`],
    ['that begins with empty lines', () => `\r\n\r\npart_number,name\r\n${row()}\r\n`],
    ['with bars between its cells', () => `part_number|name\r\n${row().replace(',', '|')}\r\n`],
  ])('%s is read as intended', async (_what, content) => {
    const report = await checkFile(t, admin, content());
    expect(report.state).toBe('checked');
    expect((await changesOf(report))[0]).toEqual({ name: 'Jack plane' });
  });

  it('in windows-1252 with a UTF-8 mark is read as it is meant', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(`part_number;name\r\n${tool.number};Fräse\r\n`, 'latin1'),
    ]);
    expect(await changesOf(await checkFile(t, admin, bytes))).toEqual([{ name: 'Fräse' }]);
  });

  it.each([
    ['a stray quotation mark', 'part_number,name\r\n\r\nX-1,Saw\r\nX-2,5" saw\r\n', 4],
    [
      'one that is not closed before the next',
      `part_number,name\r\nX-1,"Saw\r\n${'X,File\r\n'.repeat(300)}Y,"File"\r\n`,
      2,
    ],
    ['one that is not closed at all', `part_number,name\r\n${'X,File\r\n'.repeat(300)}Y,"File\r\n`, 302],
  ])('reports the row of %s', async (_what, content, at) => {
    const report = await checkFile(t, admin, content);
    expect(report.errors).toEqual([{ row: at, column: null, message: texts.unreadable }]);
  });

  it('distinguishes a cell that is too long from a missing quotation mark', async () => {
    const long = 'Planes. '.repeat(15_000);
    const report = await checkFile(t, admin, `part_number,description\r\n${tool.number},"${long}"\r\n`);
    expect(report).toMatchObject({ state: 'checked', wrong: 1 });
    expect(report.errors).toEqual([expect.objectContaining({ row: 2, column: 'description' })]);
    const endless = await checkFile(t, admin, `part_number,name\r\nX,"${'Saw\r\n'.repeat(250_000)}`);
    expect(endless.errors).toEqual([{ row: 2, column: null, message: texts.longRow }]);
  });

  it.each([
    ['names', 1, `${'c,'.repeat(1_000)}part_number\r\n1\r\n`],
    ['cells', 2, `part_number\r\n${'1,'.repeat(1_000)}1\r\n`],
  ])('ends at a row of more than 1,000 %s', async (_what, row, content) => {
    const report = await checkFile(t, admin, content);
    expect(report.errors).toEqual([{ row, column: null, message: 'This row has more than 1,000 columns' }]);
  });

  it('is read where a spreadsheet has written separators up to its last column', async () => {
    const rest = ','.repeat(16_382);
    const report = await checkFile(
      t,
      admin,
      `part_number,name${rest}\r\n${rest}\r\n${tool.number},Saw${rest}\r\n`,
    );
    expect(report).toMatchObject({ state: 'checked', changes: 1, wrong: 0, ignored: [] });
  });

  it('ends where the name of a column is longer than 200 characters', async () => {
    const report = await checkFile(t, admin, `part_number,${'n'.repeat(201)}\r\n1,2\r\n`);
    const column = 'n'.repeat(200);
    const message = 'Column names must be 200 characters or shorter';
    expect(report.errors).toEqual([{ row: 1, column, message }]);
  });

  it('names 100 of the columns that it does not take', async () => {
    const names = Array.from({ length: 999 }, (_, nth) => `c${nth}`).join();
    const report = await checkFile(t, admin, `part_number,${names}\r\n${tool.number}\r\n`);
    expect(report).toMatchObject({ state: 'checked', ignored: expect.objectContaining({ length: 100 }) });
  });

  it('ends where it has more rows than a sheet of Excel', async () => {
    const report = await checkFile(t, admin, `SKU\n${'\n'.repeat(1_048_575)}1\n`);
    const message = 'The file must have 1,048,576 rows or fewer';
    expect(report.errors).toEqual([{ row: 1_048_577, column: null, message }]);
  });

  it('exported by the shop is imported unchanged, even with an ambiguous price', async () => {
    const file = await exportTools(t, admin);
    const odd = file.replace('5000.00', '5.000');
    expect(await checkFile(t, admin, odd)).toMatchObject({ state: 'checked', decimal: '.' });
    expect(await checkFile(t, admin, file)).toMatchObject({ state: 'checked', changes: 0, wrong: 0 });
  });
});
