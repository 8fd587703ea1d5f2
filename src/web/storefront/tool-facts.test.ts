import { describe, expect, it } from 'vitest';
import type { Tool } from '#contracts/tool.ts';
import { canBeOrdered, orderPrice } from './tool-facts.ts';

const tool: Tool = {
  _id: '019a0000-0000-7000-8000-000000000001',
  name: 'Claw hammer',
  description: 'Drives nails',
  img: '/pictures/hammer-800.webp',
  picture: null,
  min_order_quantity: 4,
  available_quantity: 4,
  price: 24.5,
  category: 'Hand tools',
  brand: 'Brackwell',
  rating: null,
  rating_count: 0,
};

describe('canBeOrdered', () => {
  it('holds as long as the smallest order is left', () => {
    expect(canBeOrdered(tool)).toBe(true);
    expect(canBeOrdered({ ...tool, available_quantity: 3 })).toBe(false);
  });
});

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
