import { expect, test } from 'vitest';
import { moveRow, wayAfterMove } from './ordered-rows.tsx';

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [2, 3, 'abdc'],
  [9, 0, 'abcd'],
])('moves row %i to %i', (from, to, expected) => {
  expect(moveRow([...'abcd'], from, to).join('')).toBe(expected);
});

test.each([
  [2, 1, 'up'],
  [1, 0, 'down'],
  [1, 2, 'down'],
  [2, 3, 'up'],
  [0, 3, 'up'],
  [3, 0, 'down'],
] as const)('keeps the focus in four rows, from %i to %i', (from, to, way) => {
  expect(wayAfterMove(from, to, 4)).toBe(way);
});
