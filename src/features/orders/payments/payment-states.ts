import type { Selectable } from 'kysely';
import { follow, type StateTable } from '#features/orders/state-table.ts';
import type { Tables } from '#platform/database/tables.ts';

/** Where a payment stands. */
export type PaymentState = Selectable<Tables['payments']>['state'];

/** What can happen to a payment. 'called back': it succeeded, but its order can no longer be served. */
export type PaymentMove = 'counted' | 'released' | 'called back' | 'refunded';

/**
 * Every move that is allowed. A cancelled payment that turns out to have succeeded after all is still counted or
 * called back: the money is what happened (decision 14).
 */
export const paymentMoves: StateTable<PaymentState, PaymentMove> = {
  live: { counted: 'succeeded', released: 'cancelled', 'called back': 'refund_due' },
  cancelled: { counted: 'succeeded', 'called back': 'refund_due' },
  refund_due: { refunded: 'refunded' },
  succeeded: {},
  refunded: {},
};

/** The state that a move leads to. @throws IllegalMove (409) when it is not allowed. */
export function nextPaymentState(state: PaymentState, move: PaymentMove): PaymentState {
  return follow(paymentMoves, 'payment', state, move);
}
