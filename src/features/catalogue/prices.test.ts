import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PricedTool, priceFor, priceTable } from './prices.ts';
import { unitPriceIn } from './rules.ts';

const buyer = { userId: 'ada' };

/** Tools at any price, with breaks that rise in quantity and may be above the price. */
const tools = fc.record({
  list: fc.integer({ min: 1, max: 20 }),
  breaks: fc
    .uniqueArray(
      fc.record({ quantity: fc.integer({ min: 2, max: 30 }), price_cents: fc.integer({ min: 1, max: 25 }) }),
      { selector: ({ quantity }) => quantity, maxLength: 10 },
    )
    .map((breaks) => breaks.toSorted((one, other) => one.quantity - other.quantity)),
  of: fc.constant(buyer.userId),
});

it('is what the table of prices says for every quantity', () => {
  fc.assert(
    fc.property(tools, (prices) => {
      const tool = { prices };
      const table = priceTable({ tool, buyer }, 'usd');
      for (let quantity = 1; quantity <= 32; quantity++)
        expect(Math.round(unitPriceIn(table, quantity) * 100)).toBe(
          priceFor({ tool, quantity, buyer }).cents,
        );
    }),
  );
});

it('is the tool’s own price up to the first price break, then the deepest below it', () => {
  const breaks = [
    { quantity: 5, price_cents: 1100 },
    { quantity: 10, price_cents: 900 },
    { quantity: 20, price_cents: 800 },
  ];
  const tool: PricedTool = { prices: { list: 1000, breaks, of: 'public' } };
  const at = (quantity: number) => priceFor({ tool, quantity, buyer: 'public' });
  expect([1, 9, 10, 19, 20, 1000].map(at)).toEqual([
    { cents: 1000, reason: 'list' },
    { cents: 1000, reason: 'list' },
    { cents: 900, reason: 'break' },
    { cents: 900, reason: 'break' },
    { cents: 800, reason: 'break' },
    { cents: 800, reason: 'break' },
  ]);
});

it('is never told of a tool that was read for somebody else', () => {
  const tool: PricedTool = { prices: { list: 1000, breaks: [], of: 'ada' } };
  for (const other of ['public', { userId: 'bob' }] as const)
    expect(() => priceFor({ tool, quantity: 1, buyer: other })).toThrow('prices of another buyer');
});
