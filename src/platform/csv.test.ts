import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '@vanillaes/csv';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { escapeFormula, unescapeFormula, writeCsv } from './csv.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'csv-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const nasty = [
  'two\nlines',
  'two\r\nlines',
  'two\rlines',
  'a\u2028b\u2029c\u0085d\ve\ff',
  'He said "yes", twice; so',
  '"',
  ' blank before and after ',
  '\ufeffmark',
  "x\n=cmd|'/c calc'!A1",
  'x;=1+1',
  '\t=1+1',
  '=HYPERLINK("http://x.y")',
  '＝1+1',
  '',
];
const rows = nasty.map((cell, index) => [cell, nasty.at(index - 1) ?? '']);

async function write(given: string[][]): Promise<string> {
  async function* blocks() {
    yield given;
  }
  let text = '';
  for await (const piece of writeCsv<string[]>(
    [
      ['one', ([cell = '']) => cell],
      ['other', ([, cell = '']) => cell],
    ],
    blocks(),
    'UTC',
  ))
    text += piece;
  return text;
}

/** Rows below the header as an independent, strict RFC 4180 reader finds them, as our import expects them. */
function readStrictly(text: string): string[][] {
  expect(text.startsWith('\ufeff')).toBe(true);
  const [head, ...found]: string[][] = parse(text.slice(1));
  expect(head).toEqual(['one', 'other']);
  return found.map((cells) => cells.map(unescapeFormula));
}

it('writes rows that a strict reader reads unchanged, whatever is in their cells', async () => {
  expect(readStrictly(await write(rows))).toEqual(rows);
  const unit = fc.oneof(
    fc.constantFrom(...'\r\n\u2028\u0085\v"\',;\t =-x\ufeff'),
    fc.string({ unit: 'binary' }),
  );
  const cell = fc.oneof(fc.constantFrom(...nasty), fc.string({ unit, maxLength: 12 }));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), async (given) => {
      expect(readStrictly(await write(given))).toEqual(given);
    }),
    { numRuns: 100 },
  );
});

it('ends each row with one kind of line ending, and writes others only in quotation marks', async () => {
  const unquoted = (await write(rows)).replace(/"(?:[^"]|"")*"/g, '');
  expect(unquoted.match(/[\r\n\v\f\u0085\u2028\u2029]+/g)).toEqual(Array(rows.length + 1).fill('\r\n'));
});

const has = (command: string) => spawnSync(command, ['--version']).status === 0;

it.runIf(has('python3'))('is read unchanged by Python', async () => {
  const path = join(folder, 'python.csv');
  writeFileSync(path, await write(rows));
  const script =
    'import csv,json,sys; print(json.dumps(list(csv.reader(open(sys.argv[1],encoding="utf-8-sig",newline=""),strict=True))))';
  const found: string[][] = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
  expect(found.slice(1).map((cells) => cells.map(unescapeFormula))).toEqual(rows);
});

/** What LibreOffice makes of a file with this delimiter, formulas evaluated. */
function openInLibreOffice(name: string, text: string, delimiter: string): string {
  writeFileSync(join(folder, `${name}.csv`), text);
  const filter = `CSV:${delimiter.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`;
  execFileSync('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    '--headless',
    `--infilter=${filter}`,
    ...['--convert-to', 'fods', '--outdir', folder, join(folder, `${name}.csv`)],
  ]);
  return readFileSync(join(folder, `${name}.fods`), 'utf8');
}

it.runIf(has('soffice'))('has no formula in LibreOffice, opened in English or in German', async () => {
  const isFormula = /table:formula=/;
  expect(openInLibreOffice('control', 'one,other\r\nx,=1+1\r\n', ',')).toMatch(isFormula);
  const text = await write(rows);
  const english = openInLibreOffice('english', text, ',');
  expect(english).not.toMatch(isFormula);
  const used = english.match(/<table:table-row [^>]*>\s*<table:table-cell/g) ?? [];
  expect(used.length).toBeGreaterThanOrEqual(rows.length);
  expect(used.length).toBeLessThanOrEqual(rows.length + 2);
  expect(openInLibreOffice('german', text, ';')).not.toMatch(isFormula);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ["'=1", "''=1"],
  ['Saw', 'Saw'],
  ["'Twas", "'Twas"],
  ['', ''],
  ['10-20', '10-20'],
  ['Main St\n=cmd', "Main St\n'=cmd"],
  ['Main St\r\n=cmd', "Main St\r\n'=cmd"],
  ['Main St\r@cmd', "Main St\r'@cmd"],
  ['a\u2028=b\u2029=c\u0085=d\v=e\f=f', "a\u2028'=b\u2029'=c\u0085'=d\v'=e\f'=f"],
  ['two cells;=b in a German spreadsheet', "two cells;'=b in a German spreadsheet"],
  ['two cells\t =b', "two cells\t' =b"],
  [' =1', "' =1"],
  ['\u200b\ufeff\u00a0=1', "'\u200b\ufeff\u00a0=1"],
  ['"=1', '\'"=1'],
  ['＝1 ＋1', "'＝1 ＋1"],
  ['－1', "'－1"],
])('%j is written %j', (cell, written) => {
  expect(escapeFormula(cell)).toBe(written);
  expect(unescapeFormula(written)).toBe(cell);
});

const SIGNS = /[=+\-@＝＋－＠]/;
const SKIPPED = ' \u200b\ufeff"';

it('restores every cell, and lets nothing in it begin like a formula', () => {
  const unit = fc.constantFrom(...'\'=+-@＝＠\t\r\n\v\f\u0085\u2028\u200b\ufeff;, "a');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 14 }), (text) => {
      const written = escapeFormula(text);
      expect(unescapeFormula(written)).toBe(text);
      expect(written).not.toMatch(/^[\t\r]/);
      for (const part of written.split(/[\n\v\f\r\u0085\u2028\u2029\t;]/)) {
        const [first = ''] = [...part].filter((sign) => !SKIPPED.includes(sign));
        expect(first).not.toMatch(SIGNS);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('takes time linear in the length of a cell', () => {
  const long = `${' '.repeat(50_000)}${"\n'".repeat(50_000)}`;
  expect(unescapeFormula(escapeFormula(`${long}=`))).toBe(`${long}=`);
});
