import { expect, it } from 'vitest';
import { toolListTexts } from './texts.ts';
import { countText } from './use-list.ts';

it.each([
  [0, false, 0, undefined, '0 tools'],
  [1, false, 1, undefined, '1 tool'],
  [2, false, 2, undefined, 'All 2 tools'],
  [1, true, 7, undefined, 'Showing 1 of 7 tools'],
  [2, true, 1284, undefined, 'Showing 2 of 1,284 tools'],
  [2, true, 2, 10_000, 'Showing 2 of more than 10,000 tools'],
])('counts %#', (count, hasMore, total, totalMoreThan, text) => {
  const rows = Array.from({ length: count });
  expect(countText({ rows, hasMore, total, totalMoreThan }, toolListTexts)).toBe(text);
});
