import { expect, it } from 'vitest';
import { missingDecimals } from './decimals.ts';

it.each([
  [
    ['10', '7.5', '0.25'],
    ['.25', '5', ''],
  ],
  [
    ['10', '7,5'],
    [',5', ''],
  ],
  [
    ['1,200', '950'],
    ['', ''],
  ],
  [
    ['1,200.5', '950'],
    ['', '.5'],
  ],
  [
    ['-0.5', '2'],
    ['', '.5'],
  ],
  [
    ['3/8', '1-1/4', 'M8'],
    ['', '', ''],
  ],
  [[], []],
])('%j end where the longest does after %j more', (texts, missing) => {
  expect(missingDecimals(texts)).toEqual(missing);
});
