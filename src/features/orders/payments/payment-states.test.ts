import { describe, expect, test } from 'vitest';
import { IllegalMove } from '#features/orders/state-table.ts';
import { nextPaymentState, type PaymentMove, type PaymentState } from './payment-states.ts';

const states: PaymentState[] = ['live', 'succeeded', 'cancelled', 'refund_due', 'refunded'];
const moves: PaymentMove[] = ['counted', 'released', 'called back', 'refunded'];

/** Written out again on purpose: a slip in the table does not change what is expected. */
const allowed: Record<string, PaymentState> = {
  'live counted': 'succeeded',
  'live released': 'cancelled',
  'live called back': 'refund_due',
  'cancelled counted': 'succeeded',
  'cancelled called back': 'refund_due',
  'refund_due refunded': 'refunded',
};

describe.each(states)('a payment that is %s', (state) => {
  test.each(moves)('is %s only where the table says so', (move) => {
    const next = allowed[`${state} ${move}`];
    if (next) expect(nextPaymentState(state, move)).toBe(next);
    else expect(() => nextPaymentState(state, move)).toThrow(new IllegalMove('payment', state, move));
  });
});
