import type { Selectable } from 'kysely';
import type { Tables } from '#platform/database/tables.ts';
import { follow, type StateTable } from './state-table.ts';

/** Where an order stands. */
export type OrderState = Selectable<Tables['orders']>['state'];

/** What can happen to an order. */
export type OrderMove = 'changed' | 'paid' | 'shipped' | 'deleted';

/** Every move that is allowed (specification §4, decisions 15 and 16). */
export const orderMoves: StateTable<OrderState, OrderMove> = {
  unpaid: { changed: 'unpaid', paid: 'paid', deleted: 'deleted' },
  paid: { shipped: 'shipped' },
  shipped: {},
  deleted: {},
};

/** Checks that an order in this state may make a move. @throws IllegalMove (409) when it may not. */
export function checkOrderMove(state: OrderState, move: OrderMove): void {
  follow(orderMoves, 'order', state, move);
}
