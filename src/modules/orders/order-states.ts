import { follow, type StateTable } from '#contracts/state-table.ts';

/** Where an order stands. It is never stored: it follows from the order's times. */
export type OrderState = 'unpaid' | 'paid' | 'shipped' | 'deleted';

/** What can happen to an order. */
export type OrderMove = 'changed' | 'paid' | 'shipped' | 'deleted';

/** Every move that is allowed (specification §4, decisions 15 and 16). */
export const orderMoves: StateTable<OrderState, OrderMove> = {
  unpaid: { changed: 'unpaid', paid: 'paid', deleted: 'deleted' },
  paid: { shipped: 'shipped' },
  shipped: {},
  deleted: {},
};

/** The facts that an order's state follows from. */
type OrderFacts = { paid_at: Date | null; shipped_at: Date | null; deleted_at: Date | null };

/** Reads an order's state off its facts. */
export function orderState(facts: OrderFacts): OrderState {
  if (facts.deleted_at) return 'deleted';
  if (facts.shipped_at) return 'shipped';
  return facts.paid_at ? 'paid' : 'unpaid';
}

/** Checks that an order may make a move. @throws IllegalMove (409) when it may not. */
export function checkOrderMove(facts: OrderFacts, move: OrderMove): void {
  follow(orderMoves, 'order', orderState(facts), move);
}
