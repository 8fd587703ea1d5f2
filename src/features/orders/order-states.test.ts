import { describe, expect, test } from 'vitest';
import { checkOrderMove, type OrderMove, type OrderState } from './order-states.ts';
import { IllegalMove } from './state-table.ts';

const states: OrderState[] = ['unpaid', 'paid', 'shipped', 'deleted'];
const moves: OrderMove[] = ['changed', 'paid', 'shipped', 'deleted'];

/** Written out again on purpose: a slip in the table does not change what is expected. */
const allowed = ['unpaid changed', 'unpaid paid', 'unpaid deleted', 'paid shipped'];

describe.each(states)('an order that is %s', (state) => {
  test.each(moves)('is %s only where the table says so', (move) => {
    if (allowed.includes(`${state} ${move}`)) {
      expect(() => checkOrderMove(state, move)).not.toThrow();
      return;
    }
    expect(() => checkOrderMove(state, move)).toThrow(new IllegalMove('order', state, move));
  });
});

test('an illegal move says what stands in the way', () => {
  expect(() => checkOrderMove('paid', 'deleted')).toThrow('This order is paid and can’t be deleted');
  expect(new IllegalMove('order', 'paid', 'deleted')).toMatchObject({ code: 'conflict' });
});
