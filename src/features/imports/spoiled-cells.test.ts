import { expect, test } from 'vitest';
import { isFailedCell, spoiledAs } from './spoiled-cells.ts';

test('a spreadsheet’s marks are told from part numbers', () => {
  for (const cell of ['4.00638E+12', '4,00638E+12', '1E+15', ' 4.00638e+12 '])
    expect([cell, spoiledAs(cell)]).toEqual([cell, 'rounded']);
  for (const cell of ['2-Jan', '02-Jan', 'Jan-02', '2-Jan-26', '02. Jan', '1/2/2026', '2026-01-02'])
    expect([cell, spoiledAs(cell)]).toEqual([cell, 'date']);
  for (const cell of ['BW-105', '1E10', '2E5', 'E+12', '12-JAN', 'MAR-15', '1-2', '4006381333931', '1/2', ''])
    expect([cell, spoiledAs(cell)]).toEqual([cell, undefined]);
  for (const cell of ['#N/A', '#REF!', '#NAME?', '########'])
    expect([cell, isFailedCell(cell)]).toEqual([cell, true]);
  for (const cell of ['#1', 'N/A', '# N/A', '#2 bit'])
    expect([cell, isFailedCell(cell)]).toEqual([cell, false]);
});
