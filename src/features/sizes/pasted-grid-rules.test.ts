import { expect, it } from 'vitest';
import { readColumnName, readPastedGrid } from './pasted-grid-rules.ts';

it.each([
  ['Part number', { field: 'part_number' }],
  ['SKU', { field: 'part_number' }],
  ['available_quantity', { field: 'available_quantity' }],
  ['Width, mm', { specification: 'Width', unit: 'mm' }],
  ['Width (mm)', { specification: 'Width', unit: 'mm' }],
  ['Overall length [in.]', { specification: 'Overall length', unit: 'in.' }],
  ['Standard', { specification: 'Standard', unit: null }],
  ['Head, drive, mm', { specification: 'Head, drive', unit: 'mm' }],
  [' ', { specification: '', unit: null }],
])('reads a column named %j', (name, column) => {
  expect(readColumnName(name)).toEqual(column);
});

it('reads what LibreOffice and Excel put on the clipboard', () => {
  expect(readPastedGrid('CW-8\t4.90\t12\r\nCW-10\t5,10\t\r\n')).toEqual({
    names: undefined,
    rows: [
      ['CW-8', '4.90', '12'],
      ['CW-10', '5,10', ''],
    ],
  });
  expect(readPastedGrid('SKU\tWidth (mm)\tNote\nCW-8\t8\t"1/2"" drive\nwith\ttab"\n')).toEqual({
    names: ['SKU', 'Width (mm)', 'Note'],
    rows: [['CW-8', '8', '1/2" drive\nwith\ttab']],
  });
});

it('takes a quotation mark within a cell, or one that does not end it, as it is', () => {
  expect(readPastedGrid('A\t1/2"\tx\nB\t"open\ty')).toEqual({
    names: undefined,
    rows: [
      ['A', '1/2"', 'x'],
      ['B', '"open', 'y'],
    ],
  });
});

it('reads CSV by its line of names, and takes no comma in a number for a separator', () => {
  expect(readPastedGrid('Part number,Price\n"CW-8","4,90"\nCW-10,5.10\n')).toEqual({
    names: ['Part number', 'Price'],
    rows: [
      ['CW-8', '4,90'],
      ['CW-10', '5.10'],
    ],
  });
  expect(readPastedGrid('CW-8;4,90\nCW-10;5,10').rows).toEqual([
    ['CW-8', '4,90'],
    ['CW-10', '5,10'],
  ]);
  expect(readPastedGrid('4,90\n5,10\n\n').rows).toEqual([['4,90'], ['5,10']]);
});

it('reads a million characters in a moment', () => {
  const started = performance.now();
  expect(readPastedGrid('"'.repeat(1_000_000)).rows).toHaveLength(1);
  expect(readPastedGrid('a\t'.repeat(500_000)).rows).toHaveLength(1);
  expect(performance.now() - started).toBeLessThan(2_000);
});
