import { describe, expect, test } from 'vitest';
import { formatPrice } from '#contracts/money.ts';
import type { Overview } from '#features/overview/contract.ts';
import { axisAmounts, formatChange, formatSalesChange, summariseSales } from './format.ts';

const dollars = (amount: number) => formatPrice(amount, 'usd', 'symbol');

/** Sales of two days, and of the two days before. */
function sales(amount: number, before: number): Overview['sales'] {
  const span = (day: string, sold: number) => ({
    from: day,
    to: day,
    amount: sold,
    orders: sold > 0 ? 1 : 0,
  });
  return {
    amount,
    orders: amount > 0 ? 1 : 0,
    previous: { amount: before, orders: before > 0 ? 2 : 0 },
    step: 'day',
    spans: [span('2026-11-21', 0), span('2026-11-22', amount)],
  };
}

describe.each([
  [150, 100, 'Up 50% from the 2 days before'],
  [25, 100, 'Down 75% from the 2 days before'],
  [0, 100, 'Down 100% from the 2 days before'],
  [100, 100, 'Same as the 2 days before'],
  [1200, 100, '12 times as much as in the 2 days before'],
  [100, 0, ''],
])('sales of %i after %i', (amount, before, change) => {
  test('are compared in words', () => expect(formatSalesChange(sales(amount, before), 2)).toBe(change));
  test('are summarised in words', () =>
    expect(summariseSales(sales(amount, before), 2, dollars)).toContain(change === '' ? '.' : `. ${change}`));
});

test.each([
  [3, 2, 'Up 50% from the 7 days before'],
  [3, 0, ''],
  [40, 4, '10 times as much as in the 7 days before'],
])('%i after %i is compared in words', (now, before, change) => {
  expect(formatChange(now, before, 7)).toBe(change);
});

test('names the best day, if anything was sold', () => {
  expect(summariseSales(sales(1200.5, 100), 2, dollars)).toBe(
    '$1,200.50 from 1 order. 12 times as much as in the 2 days before ($100.00 from 2 orders). Best day: Nov 22, 2026, with $1,200.50.',
  );
  expect(summariseSales(sales(0, 100), 2, dollars)).toBe(
    '$0.00 from 0 orders. Down 100% from the 2 days before ($100.00 from 2 orders).',
  );
});

test('writes axis amounts as short prices', () => {
  expect(axisAmounts({ currency: 'usd', currencyDisplay: 'symbol' })(1250)).toBe('$1.25K');
  expect(axisAmounts({ currency: 'usd', currencyDisplay: 'code' })(1250)).toBe('USD\u00a01.25K');
});
