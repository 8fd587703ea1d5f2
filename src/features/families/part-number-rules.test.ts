import { expect, it } from 'vitest';
import { readPartNumbers } from './part-number-rules.ts';

it.each([
  ['BW-8\r\nBW-9\r\n', ['BW-8', 'BW-9']],
  ['BW-8\t8 mm\t4.90\nBW-9\t9 mm\t5.10', ['BW-8', 'BW-9']],
  ['BW-8, BW-9; BW-10', ['BW-8', 'BW-9', 'BW-10']],
  ['  A  1\n\n\tx\na 1', ['a 1']],
  [' \n', []],
])('reads %j', (text, numbers) => {
  expect(readPartNumbers(text)).toEqual(numbers);
});
