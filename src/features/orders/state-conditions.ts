import { sql } from 'kysely';
import { type OrderState, orderStates } from './contract.ts';
import { awaitsPayment, canMoveOrder, isCancelled, needsShipping } from './order-states.ts';

/** Conditions on `orders.state`. Written as literals, which PostgreSQL needs to choose a partial index. */
const stateIs = (test: (state: OrderState) => boolean, column = 'orders.state') =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(orderStates.filter(test).map((state) => sql.lit(state)))})`;

export const orderAwaitsPayment = stateIs(awaitsPayment);
export const orderNeedsShipping = stateIs(needsShipping);
export const orderCanBeCancelled = stateIs((state) => canMoveOrder(state, 'cancelled'));

/** Whether the order of this alias is cancelled. */
export const isCancelledOrder = (alias: string) => stateIs(isCancelled, `${alias}.state`);
