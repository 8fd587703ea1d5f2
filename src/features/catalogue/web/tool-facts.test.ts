import { describe, expect, it } from 'vitest';
import { orderPrice } from './tool-facts.ts';

describe('orderPrice', () => {
  it.each([
    [0.1, 3, 'usd', 0.3],
    [19.99, 3, 'usd', 59.97],
    [1.005, 1, 'usd', undefined],
    [1200, 7, 'jpy', 8400],
    [24.5, 0, 'usd', undefined],
    [24.5, 1.5, 'usd', undefined],
    [24.5, Number.NaN, 'usd', undefined],
    [999_999.99, Number.MAX_SAFE_INTEGER, 'usd', undefined],
  ])('%d × %d %s is %d', (unitPrice, quantity, currency, sum) => {
    expect(orderPrice(unitPrice, quantity, currency)).toBe(sum);
  });
});
