import { expect, it } from 'vitest';
import { canBeOrdered, isLow } from './rules.ts';

it.each([
  [3, false, true],
  [4, true, true],
  [11, true, true],
  [12, true, false],
])('of %d left, four to an order: can be ordered %s, runs low %s', (left, orderable, low) => {
  const tool = { available_quantity: left, min_order_quantity: 4 };
  expect([canBeOrdered(tool), isLow(tool)]).toEqual([orderable, low]);
});
