import { describe, expect, it } from 'vitest';
import { orderRules, steppedQuantity } from './order-fields.tsx';

const rules = orderRules({ min_order_quantity: 4, available_quantity: 10 });
const delivery = { phone: '555 0142', address: '14 Foundry Lane' };

function messages(values: object): Record<string, string> {
  const result = rules.safeParse({ minQuantity: 4, ...delivery, ...values });
  return Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? []);
}

describe('orderRules', () => {
  it.each([4, 7, 10])('takes a quantity of %d', (minQuantity) => {
    expect(messages({ minQuantity })).toEqual({});
  });

  it.each([3, 0, -1, Number.NaN])('says that %d is below the minimum', (minQuantity) => {
    expect(messages({ minQuantity })).toEqual({
      minQuantity: 'Minimum order quantity must be greater than 4',
    });
  });

  it('reports that 11 is more than the stock', () => {
    expect(messages({ minQuantity: 11 })).toEqual({
      minQuantity: 'Maximum order quantity must be smaller than or equal 10',
    });
  });

  it('accepts whole numbers only', () => {
    expect(messages({ minQuantity: 4.5 })).toEqual({ minQuantity: 'Order quantity must be a whole number' });
  });

  it('requires phone and address', () => {
    expect(messages({ phone: ' ', address: '' })).toEqual({
      phone: 'Please provide your phone number!',
      address: 'Please provide your address!',
    });
  });
});

describe('packs', () => {
  const limits = { min_order_quantity: 10, available_quantity: 33, pack_step: 5 };
  const problemsOf = (minQuantity: number, kept?: number) =>
    orderRules({ ...limits, ...(kept && { kept }) })
      .safeParse({ minQuantity, ...delivery })
      .error?.issues.map(({ message }) => message) ?? [];

  it('must be ordered whole, except for what an order already has', () => {
    for (const quantity of [10, 15, 30]) expect(problemsOf(quantity)).toEqual([]);
    const words = 'Order quantity must be 10, 15, 20,,, and so on: it’s sold in packs of 5';
    for (const quantity of [11, 14, 29]) expect(problemsOf(quantity)).toEqual([words]);
    const most = 'Maximum order quantity must be smaller than or equal 30';
    for (const quantity of [31, 33, 35]) expect(problemsOf(quantity)).toEqual([most]);
    expect(problemsOf(14, 14)).toEqual([]);
    expect(problemsOf(13, 14)).toEqual([words]);
    expect(problemsOf(33, 33)).toEqual([]);
  });

  it.each([
    [10, 1, 15],
    [12, 1, 15],
    [12, -1, 10],
    [30, 1, 30],
    [33, -1, 30],
    [90, -1, 30],
  ] as const)('take %d by %d to %d', (quantity, by, stepped) => {
    expect(steppedQuantity(quantity, by, limits)).toBe(stepped);
  });
});

describe('steppedQuantity', () => {
  const limits = { min_order_quantity: 4, available_quantity: 9 };
  it.each([
    [5, 1, 6],
    [5, -1, 4],
    [4, -1, 4],
    [9, 1, 9],
    [1, 1, 4],
    [40, -1, 9],
    [4.5, 1, 5],
    [Number.NaN, -1, 4],
  ] as const)('takes %d by %d to %d', (quantity, by, stepped) => {
    expect(steppedQuantity(quantity, by, limits)).toBe(stepped);
  });
});
