import { describe, expect, test } from 'vitest';
import { IllegalMove } from '#contracts/state-table.ts';
import { checkOrderMove, type OrderMove, type OrderState, orderState } from './order-states.ts';

const at = new Date('2026-01-02T03:04:05Z');
const facts = {
  unpaid: { paid_at: null, shipped_at: null, deleted_at: null },
  paid: { paid_at: at, shipped_at: null, deleted_at: null },
  shipped: { paid_at: at, shipped_at: at, deleted_at: null },
  deleted: { paid_at: null, shipped_at: null, deleted_at: at },
} satisfies Record<OrderState, object>;
const states = Object.keys(facts) as OrderState[];
const moves: OrderMove[] = ['changed', 'paid', 'shipped', 'deleted'];

/** Written out again on purpose: a slip in the table does not change what is expected. */
const allowed = ['unpaid changed', 'unpaid paid', 'unpaid deleted', 'paid shipped'];

test.each(states)('an order is %s by its times alone', (state) => {
  expect(orderState(facts[state])).toBe(state);
});

describe.each(states)('an order that is %s', (state) => {
  test.each(moves)('is %s only where the table says so', (move) => {
    if (allowed.includes(`${state} ${move}`)) {
      expect(() => checkOrderMove(facts[state], move)).not.toThrow();
      return;
    }
    expect(() => checkOrderMove(facts[state], move)).toThrow(new IllegalMove('order', state, move));
  });
});

test('an illegal move says what stands in the way', () => {
  expect(() => checkOrderMove(facts.paid, 'deleted')).toThrow('This order is paid and can’t be deleted');
  expect(new IllegalMove('order', 'paid', 'deleted')).toMatchObject({ code: 'conflict' });
});
