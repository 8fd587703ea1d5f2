import { describe, expect, test } from 'vitest';
import type { BuyersOrder, OrderTerms } from '../contract.ts';
import { chosenLines, payPath, readChoice, shortOrders, sumOf, whyNotPayable } from './cart-rules.ts';

const terms: OrderTerms = {
  part_number: null,
  min_order_quantity: 2,
  available_quantity: 10,
  pack_step: 1,
  price: 12.5,
  price_breaks: [],
};

/** A cart line with the given facts. */
function line(facts: Partial<BuyersOrder> = {}, of: Partial<OrderTerms> = {}): BuyersOrder {
  const order = { _id: 'a', toolId: 't', minQuantity: 2, price: 25, newUnitPrice: null, unavailable: null };
  return { ...order, heldUntil: null, terms: { ...terms, ...of }, ...facts } as BuyersOrder;
}

const inQuote = (state: 'offered' | 'accepted') => ({ _id: 'q', number: 'Q-1001', state, expiresAt: HELD });

const HELD = '2026-11-23T12:00:00.000Z';

describe('what blocks the payment of a line', () => {
  test.each([
    ['nothing', line(), undefined],
    ['nothing, where all that is left is its own', line({ minQuantity: 10 }), undefined],
    [
      'nothing, where what is missing is reserved for it',
      line({ minQuantity: 4, heldUntil: HELD }, { available_quantity: 0 }),
      undefined,
    ],
    ['a tool that has left the shop', line({ terms: null, unavailable: 'tool_removed' }), { kind: 'gone' }],
    ['a quote that waits for an answer', line({ quote: inQuote('offered') }), { kind: 'quoted' }],
    [
      'nothing, where a quote is accepted that may have reserved what is missing',
      line({ quote: inQuote('accepted') }, { available_quantity: 0 }),
      undefined,
    ],
    ['a price that waits for a yes', line({ newUnitPrice: 13 }), { kind: 'new_price' }],
    ['fewer left than were ordered', line({ minQuantity: 11 }), { kind: 'too_many', most: 10 }],
    ['fewer whole packs left', line({ minQuantity: 15 }, { pack_step: 4 }), { kind: 'too_many', most: 8 }],
    [
      'fewer left than the smallest order',
      line({}, { available_quantity: 1 }),
      { kind: 'sold_out', most: 1 },
    ],
  ])('%s', (_what, order, reason) => {
    expect(whyNotPayable(order)).toEqual(reason);
  });
});

test('includes the ticked payable lines in one payment, in their order, fifty at most', () => {
  const lines = Array.from({ length: 60 }, (_, nth) =>
    line({ _id: `${nth}`, newUnitPrice: nth === 3 ? 13 : null }),
  );
  const ticked = new Set(lines.map(({ _id }) => _id).filter((id) => id !== '1'));
  const ids = chosenLines(lines, ticked).map(({ _id }) => _id);
  expect(ids).toHaveLength(50);
  expect(ids.slice(0, 3)).toEqual(['0', '2', '4']);
});

test('adds prices in whole minor units', () => {
  expect(
    sumOf(
      Array.from({ length: 3 }, () => ({ price: 0.1 })),
      'usd',
    ),
  ).toBe(0.3);
});

test('marks the later orders for one tool as short once its stock is used up', () => {
  const three = (id: string, facts: Partial<BuyersOrder> = {}) => line({ _id: id, minQuantity: 4, ...facts });
  const other = line({ _id: 'o', toolId: 'u', minQuantity: 10 });
  const gone = line({ _id: 'g', terms: null });
  const short = shortOrders([
    three('a'),
    other,
    three('b'),
    three('c'),
    gone,
    three('d', { minQuantity: 2 }),
  ]);
  expect(short.map(({ _id }) => _id)).toEqual(['c', 'g']);
});

test('names the orders and their delivery method in a pay page’s address', () => {
  expect(payPath(['a'])).toBe('/dashboard/payment/a');
  expect(payPath(['a', 'b'])).toBe('/dashboard/payment?orders=a,b');
  const choice = { method: 'm', to: 'x', bill: undefined };
  expect(payPath(['a'], choice)).toBe('/dashboard/payment?orders=a&method=m&to=x');
  expect(readChoice(new URLSearchParams('orders=a&method=m&to=x&bill='))).toEqual({ method: 'm', to: 'x' });
});
